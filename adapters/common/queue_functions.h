// The queue functions that all adapters share.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "core/support/last_error.h"
#include "ur_api.h"

namespace ursa::adapter {

/// Implements pfnGetInfo.
/// @tparam Queue has context, device and flags
/// @tparam IsEmpty (queue) -> Result<bool>: whether its commands are complete; does not block
/// @tparam References (queue) -> the reference count
template <class Queue, auto IsEmpty, auto References>
ur_result_t getQueueInfo(Queue *hQueue, ur_queue_info_t propName, size_t propSize, void *pPropValue,
                         size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_QUEUE_INFO_CONTEXT:
      return writer.value(hQueue->context);
    case UR_QUEUE_INFO_DEVICE:
      return writer.value(hQueue->device);
    case UR_QUEUE_INFO_FLAGS:
      return writer.value(hQueue->flags);
    case UR_QUEUE_INFO_REFERENCE_COUNT:
      return writer.value<uint32_t>(References(*hQueue));
    case UR_QUEUE_INFO_EMPTY: {
      if (!pPropValue) // the caller asks only for the size
        return writer.value<ur_bool_t>(false);
      URSA_TRY(const bool isEmpty, IsEmpty(*hQueue));
      return writer.value<ur_bool_t>(isEmpty);
    }
    case UR_QUEUE_INFO_DEVICE_DEFAULT:
    case UR_QUEUE_INFO_SIZE:
      return InfoWriter::unsupported("urQueueGetInfo", propName);
    default:
      return InfoWriter::unknown("urQueueGetInfo", propName);
    }
  });
}

/// Implements pfnFlush for adapters that submit commands immediately.
template <class Queue> ur_result_t flushNothing(Queue *hQueue) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    return {};
  });
}

} // namespace ursa::adapter
