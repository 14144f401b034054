// The queue functions that all adapters share.
//
// An adapter's traits have types Context, Device and Queue, the adapter's (a queue has context,
// device and flags), and static members
//   make(context, device, flags)   Result<Queue *>; the context contains the device
//   checkDeviceInContext(context, device)      Result<void>: whether it does
//   isEmpty(queue)                 Result<bool>: whether its commands are complete; does not block
//   finish(queue)                  Result<void>: waits until its commands are complete
//   flush(queue)                   Result<void>: submits its commands; only if there is need to
//   references(queue)              the reference count
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/queue_flags.h"
#include "adapters/common/references.h"
#include "core/support/last_error.h"
#include "ur_api.h"

namespace ursa::adapter {

template <class Traits> struct QueueFunctions {
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

template <class Traits> void fillQueueFunctions(ur_dditable_t &table) {
  using Functions = QueueFunctions<Traits>;
  table.Queue.pfnCreate = Functions::create;
  table.Queue.pfnGetInfo = Functions::getInfo;
  table.Queue.pfnRetain = retainHandle<typename Traits::Queue>;
  table.Queue.pfnRelease = releaseHandle<typename Traits::Queue>;
  table.Queue.pfnFinish = Functions::finish;
  table.Queue.pfnFlush = Functions::flush;
}

} // namespace ursa::adapter
