// The queue functions that all adapters share.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/queue_flags.h"
#include "adapters/common/references.h"
#include "support/last_error.h"
#include "ur_api.h"

namespace ursa::adapter {

/// make is called with a device of the context. isEmpty tells whether the commands of the queue are
/// complete, and does not block; finish waits until they are. Optional: flush(queue) ->
/// Result<void>, where commands are not submitted at once.
template <class Traits>
concept QueueTraits = requires(typename Traits::Context &context, typename Traits::Device &device,
                               typename Traits::Queue &queue, ur_queue_flags_t flags) {
  { queue.context } -> std::convertible_to<typename Traits::Context *>;
  { queue.device } -> std::convertible_to<typename Traits::Device *>;
  { queue.flags } -> std::convertible_to<ur_queue_flags_t>;
  { Traits::checkDeviceInContext(context, &device) } -> ResultOfNothing;
  { Traits::make(context, device, flags) } -> ResultOf<typename Traits::Queue *>;
  { Traits::isEmpty(queue) } -> ValueOrResultOf<bool>;
  { Traits::finish(queue) } -> ResultOfNothing;
  { Traits::references(queue) } -> std::convertible_to<uint32_t>;
};

template <QueueTraits Traits> struct QueueFunctions {
  using Context = typename Traits::Context;
  using Device = typename Traits::Device;
  using Queue = typename Traits::Queue;

  static ur_result_t create(Context *hContext, Device *hDevice,
                            const ur_queue_properties_t *pProperties, Queue **phQueue) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_HANDLE(hDevice);
      URSA_POINTER(phQueue);
      URSA_CHECK(Traits::checkDeviceInContext(*hContext, hDevice));
      const ur_queue_flags_t flags = pProperties ? pProperties->flags : 0;
      URSA_CHECK(checkQueueFlags(flags));
      URSA_TRY(*phQueue, Traits::make(*hContext, *hDevice, flags));
      return {};
    });
  }

  static ur_result_t getInfo(Queue *hQueue, ur_queue_info_t propName, size_t propSize,
                             void *pPropValue, size_t *pPropSizeRet) {
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
        return writer.value<uint32_t>(Traits::references(*hQueue));
      case UR_QUEUE_INFO_EMPTY: {
        if (!pPropValue) // the caller asks only for the size
          return writer.value<ur_bool_t>(false);
        URSA_TRY(const bool isEmpty, Result<bool>(Traits::isEmpty(*hQueue)));
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

  static ur_result_t finish(Queue *hQueue) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hQueue);
      return Traits::finish(*hQueue);
    });
  }

  static ur_result_t flush(Queue *hQueue) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hQueue);
      if constexpr (requires { Traits::flush(*hQueue); })
        return Traits::flush(*hQueue);
      return {};
    });
  }
};

template <QueueTraits Traits> void fillQueueFunctions(ur_dditable_t &table) {
  using Functions = QueueFunctions<Traits>;
  table.Queue.pfnCreate = Functions::create;
  table.Queue.pfnGetInfo = Functions::getInfo;
  table.Queue.pfnRetain = retainHandle<typename Traits::Queue>;
  table.Queue.pfnRelease = releaseHandle<typename Traits::Queue>;
  table.Queue.pfnFinish = Functions::finish;
  table.Queue.pfnFlush = Functions::flush;
}

} // namespace ursa::adapter
