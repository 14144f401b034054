// Answers of urDeviceGetInfo, by concern. Each function handles some of the queries.
#pragma once

#include "adapters/common/device_queries.h"
#include "adapters/host/driver/device.h"

namespace ursa::host {

using adapter::DeviceAnswer;

/// Compute units, work sizes, vectors, floating point.
DeviceAnswer answerCompute(const adapter::InfoWriter &writer, ur_device_info_t query,
                           const ur_device_handle_t_ &device);
/// Memory sizes, caches, and access capabilities.
DeviceAnswer answerMemory(const adapter::InfoWriter &writer, ur_device_info_t query,
                          const ur_device_handle_t_ &device);
/// Limits of images.
DeviceAnswer answerImages(const adapter::InfoWriter &writer, ur_device_info_t query,
                          const ur_device_handle_t_ &device);
/// Supported and unsupported features.
DeviceAnswer answerFeature(const adapter::InfoWriter &writer, ur_device_info_t query,
                           const ur_device_handle_t_ &device);

ur_result_t getDeviceInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet);

} // namespace ursa::host
