// Answers of urDeviceGetInfo, grouped by topic. Each function answers some of the queries.
#pragma once

#include "adapters/common/info.h"
#include "adapters/vulkan/device.h"

#include <optional>

namespace ursa::vulkan {

ur_device_type_t deviceType(const ur_device_handle_t_ &device);

/// An answer, or nothing for a query of another group.
using DeviceAnswer = std::optional<Result<void>>;

/// Answers queries about supported and unsupported features.
DeviceAnswer answerFeature(const adapter::InfoWriter &writer, ur_device_info_t query,
                           const ur_device_handle_t_ &device);

ur_result_t getDeviceInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet);

} // namespace ursa::vulkan
