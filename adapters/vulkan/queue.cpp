#include "adapters/vulkan/queue.h"

#include "adapters/common/queue_flags.h"
#include "adapters/common/queue_functions.h"
#include "adapters/vulkan/context.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/release.h"
#include "adapters/vulkan/tables.h"
#include "core/support/last_error.h"

ur_queue_handle_t_::ur_queue_handle_t_(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                                       ur_queue_flags_t queueFlags)
    : ur_queue_handle_t_(hContext, hDevice->nextQueue(), queueFlags) {}

ur_queue_handle_t_::ur_queue_handle_t_(ur_context_handle_t hContext,
                                       ursa::vulkan::HardwareQueue &native,
                                       ur_queue_flags_t queueFlags)
    : context(hContext), device(hContext->device), flags(queueFlags),
      inOrder(!(queueFlags & UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE)),
      profiling(queueFlags & UR_QUEUE_FLAG_PROFILING_ENABLE), hardware(native) {
  ursa::adapter::retain(context);
}

ur_queue_handle_t_::~ur_queue_handle_t_() {
  if (hostQueue)
    device->releaseHostQueue(hostQueue);
  ursa::adapter::release(context);
}

namespace ursa::vulkan {

ur_device_handle_t_ &deviceOf(const ur_queue_handle_t_ &queue) { return *queue.device; }

namespace {

ur_result_t create(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                   const ur_queue_properties_t *pProperties, ur_queue_handle_t *phQueue) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    URSA_POINTER(phQueue);
    URSA_CHECK(hContext->checkHas(hDevice));
    const ur_queue_flags_t flags = pProperties ? pProperties->flags : 0;
    URSA_CHECK(adapter::checkQueueFlags(flags));
    *phQueue = new ur_queue_handle_t_(hContext, hDevice, flags);
    return {};
  });
}

PointSet everything(ur_queue_handle_t_ &queue) {
  const std::lock_guard guard(queue.mutex);
  queue.all.launches.prune(); // a failure is reported once
  return queue.all;
}

Result<bool> isEmpty(ur_queue_handle_t_ &queue) { return everything(queue).isReached(); }
uint32_t references(ur_queue_handle_t_ &queue) {
  queue.device->reclaim(); // completed commands retain no references
  return queue.references.load();
}

ur_result_t finish(ur_queue_handle_t hQueue) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_CHECK(hQueue->device->checkNotLost());
    URSA_CHECK(everything(*hQueue).finish());
    hQueue->device->reclaim();
    return {};
  });
}

} // namespace

void fillQueueTable(ur_dditable_t &table) {
  table.Queue.pfnCreate = create;
  table.Queue.pfnGetInfo = adapter::getQueueInfo<ur_queue_handle_t_, isEmpty, references>;
  table.Queue.pfnRetain = adapter::retainHandle<ur_queue_handle_t_>;
  table.Queue.pfnRelease = releaseWhenIdle<ur_queue_handle_t_>;
  table.Queue.pfnFinish = finish;
  table.Queue.pfnFlush = adapter::flushNothing<ur_queue_handle_t_>;
}

} // namespace ursa::vulkan
