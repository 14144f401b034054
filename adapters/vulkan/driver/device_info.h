// Answers of urDeviceGetInfo, grouped by topic. Each function answers some of the queries.
#pragma once

#include "adapters/common/device_queries.h"
#include "adapters/vulkan/driver/device.h"

namespace ursa::vulkan {

ur_device_type_t deviceType(const ur_device_handle_t_ &device);

using adapter::DeviceAnswer;

/// Answers queries about supported and unsupported features.
DeviceAnswer answerFeature(const adapter::InfoWriter &writer, ur_device_info_t query,
                           const ur_device_handle_t_ &device);

ur_result_t getDeviceInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet);

} // namespace ursa::vulkan
