// urDeviceGetInfo: how adapters divide it among functions by concern, and the answers that they
// share. missing_features.h answers for what a device does not support.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "support/last_error.h"
#include "ur_api.h"

#include <optional>

namespace ursa::adapter {

/// An answer, or nothing for a query of another concern.
using DeviceAnswer = std::optional<Result<void>>;

/// Returns the error for a query that no function of the adapter answers.
Error unansweredQuery(ur_device_info_t query);

/// Implements pfnGetInfo.
/// @tparam Parts asked one after the other
template <class Device,
          Callable<DeviceAnswer(const InfoWriter &, ur_device_info_t, Device &)> auto... Parts>
ur_result_t getDeviceInfo(Device *hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    DeviceAnswer answer;
    (void)((answer = Parts(writer, propName, *hDevice)).has_value() || ...);
    return answer ? *answer : unansweredQuery(propName);
  });
}

/// Answers what is the same for every device: the flags of queues, and the features that adapters
/// implement for any device, such as command buffers, host tasks and reusable events.
DeviceAnswer answerCommonQuery(const InfoWriter &writer, ur_device_info_t query);

/// Answers the queries about parents, parts and references of a device that cannot be partitioned.
DeviceAnswer answerUndividedDevice(const InfoWriter &writer, ur_device_info_t query);

/// Returns the size of the scalars that a query for a preferred or native vector width is about.
/// Empty for other queries.
std::optional<uint32_t> vectorScalarBytes(ur_device_info_t query);

} // namespace ursa::adapter
