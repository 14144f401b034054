// Answers of urDeviceGetInfo, by concern. Each function knows some of the queries.
#pragma once

#include "adapters/common/info.h"
#include "adapters/vulkan/device.h"

#include <optional>

namespace ursa::vulkan {

ur_device_type_t deviceType(const ur_device_handle_t_ &device);

/// An answer, or nothing for a query of another concern.
using DeviceAnswer = std::optional<Result<void>>;

/// What the device has, and what it has not.
DeviceAnswer answerFeature(const adapter::InfoWriter &writer, ur_device_info_t query,
                           const ur_device_handle_t_ &device);

ur_result_t getDeviceInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet);

} // namespace ursa::vulkan
