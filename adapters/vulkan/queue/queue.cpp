#include "adapters/vulkan/queue/queue.h"

#include "adapters/common/queue_functions.h"
#include "adapters/vulkan/driver/context.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/release.h"
#include "adapters/vulkan/driver/tables.h"
#include "support/last_error.h"

namespace ursa::vulkan {

Queue::Queue(ur_context_handle_t hContext, ur_device_handle_t hDevice, ur_queue_flags_t queueFlags)
    : Queue(hContext, hDevice->nextQueue(), queueFlags) {}

Queue::Queue(ur_context_handle_t hContext, HardwareQueue &native, ur_queue_flags_t queueFlags)
    : context(hContext), device(hContext->device), flags(queueFlags),
      inOrder(!(queueFlags & UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE)),
      profiling(queueFlags & UR_QUEUE_FLAG_PROFILING_ENABLE), hardware(native) {
  adapter::retain(context);
}

Queue::~Queue() {
  for (HostOperations *const each : hostQueues)
    device->releaseHostQueue(each);
  adapter::release(context);
}

ur_device_handle_t_ &deviceOf(const ur_queue_handle_t_ &queue) { return *queue.device; }

namespace {

PointSet everything(ur_queue_handle_t_ &queue) {
  const std::lock_guard guard(queue.mutex);
  queue.all.launches.prune(); // a failure is reported once
  return queue.all;
}

struct QueueTraits : adapter::HandleTypes {
  static Result<Queue *> make(Context &context, Device &device, ur_queue_flags_t flags) {
    return new Queue(&context, &device, flags);
  }
  static bool isEmpty(Queue &queue) { return everything(queue).isReached(); }
  static uint32_t references(Queue &queue) {
    queue.device->reclaim(/*mustComplete=*/true); // completed commands retain no references
    return queue.references.load();
  }
  static Result<void> finish(Queue &queue) {
    URSA_CHECK(queue.device->checkNotLost());
    URSA_CHECK(everything(queue).finish());
    queue.device->reclaim();
    return {};
  }
};

} // namespace

void fillQueueTable(ur_dditable_t &table) {
  adapter::fillQueueFunctions<QueueTraits>(table);
  table.Queue.pfnRelease = releaseWhenIdle<ur_queue_handle_t_>;
}

} // namespace ursa::vulkan
