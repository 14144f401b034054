// Answers of urDeviceGetInfo, by concern. Each function knows some of the queries.
#pragma once

#include "adapters/common/info.h"
#include "adapters/host/device.h"

#include <optional>

namespace ursa::host {

/// An answer, or nothing for a query of another concern.
using DeviceAnswer = std::optional<Result<void>>;

/// Units, work sizes, vectors, numbers.
DeviceAnswer answerCompute(const adapter::InfoWriter &writer, ur_device_info_t query,
                           const ur_device_handle_t_ &device);
/// Sizes, caches, and who may access what.
DeviceAnswer answerMemory(const adapter::InfoWriter &writer, ur_device_info_t query);
/// Limits of images.
DeviceAnswer answerImages(const adapter::InfoWriter &writer, ur_device_info_t query);
/// What the device has, and what it has not.
DeviceAnswer answerFeature(const adapter::InfoWriter &writer, ur_device_info_t query);

ur_result_t getDeviceInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet);

} // namespace ursa::host
