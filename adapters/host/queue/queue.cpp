#include "adapters/host/queue/queue.h"

#include "adapters/common/queue_functions.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/graph/graph.h"
#include "adapters/host/queue/event.h"
#include "adapters/host/queue/scheduler.h"
#include "support/last_error.h"

#include <mutex>

namespace ursa::host {

Queue::Queue(ur_context_handle_t hContext, ur_device_handle_t hDevice, ur_queue_flags_t queueFlags)
    : context(hContext), device(hDevice), flags(queueFlags),
      inOrder(!(queueFlags & UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE)),
      profiling(queueFlags & UR_QUEUE_FLAG_PROFILING_ENABLE), pool_(hDevice->pool) {
  context->addQueue(static_cast<ur_queue_handle_t>(this)); // may throw, so it comes before retain()
  adapter::retain(context);
  adapter::retain(device);
}

Queue::~Queue() {
  adapter::Captures<Recordings>::abandon(static_cast<ur_queue_handle_t_ &>(*this));
  context->removeQueue(static_cast<ur_queue_handle_t>(this));
  adapter::release(context);
  adapter::release(device);
}

void Queue::append(ur_event_handle_t_ &event) {
  event.previousInQueue = last;
  (last ? last->nextInQueue : first) = &event;
  last = &event;
  event.orderInQueue.store(++appended, std::memory_order_relaxed);
  event.isInQueue = true;
}

void Queue::remove(ur_event_handle_t_ &event) {
  const std::lock_guard guard(lock);
  if (event.isInQueue) // not a part of recorded work, which the end marker represents in the queue
    unlink(event);
}

void Queue::unlink(ur_event_handle_t_ &event) {
  (event.previousInQueue ? event.previousInQueue->nextInQueue : first) = event.nextInQueue;
  (event.nextInQueue ? event.nextInQueue->previousInQueue : last) = event.previousInQueue;
  if (barrier == &event)
    barrier = nullptr;
}

// A command is complete before it leaves the list.
bool Queue::isEmpty() {
  const std::lock_guard guard(lock);
  for (ur_event_handle_t event = first; event; event = event->nextInQueue)
    if (!event->isComplete())
      return false;
  return true;
}

// In an in-order queue, the last command completes last.
void Queue::collectIncomplete(CommandList &commands) {
  const std::lock_guard guard(lock);
  for (ur_event_handle_t event = inOrder ? last : first; event; event = event->nextInQueue)
    if (!event->isComplete())
      commands.emplace_back(event);
}

namespace {

struct QueueFunctions : adapter::HandleTypes {
  static Result<Queue *> make(Context &context, Device &device, ur_queue_flags_t flags) {
    return new Queue(&context, &device, flags);
  }
  static bool isEmpty(Queue &queue) { return queue.isEmpty(); }
  static uint32_t references(Queue &queue) { return queue.references.load(); }
  static Result<void> finish(Queue &queue) {
    finishQueue(queue);
    return {};
  }
};

} // namespace

void fillQueueTable(ur_dditable_t &table) {
  // Commands in flight retain the queue, so the release does not wait.
  adapter::fillQueueFunctions<QueueFunctions>(table);
}

} // namespace ursa::host
