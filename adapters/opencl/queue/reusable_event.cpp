// The events of urEventCreateExp, which barriers signal one after the other.
#include "adapters/common/reusable_events.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/queue/command.h"
#include "support/last_error.h"

namespace ursa::opencl {
namespace {

ur_event_handle_t createReusable(ur_context_handle_t context, bool isProfiled) {
  return new ur_event_handle_t_(context, UR_COMMAND_EVENTS_WAIT_WITH_BARRIER, isProfiled);
}

// Enqueues a barrier. Its event is a new one, or the reusable one from the application.
Result<void> barrier(ur_queue_handle_t_ &queue, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent,
                     ur_event_handle_t reused) {
  ur_event_handle_t made = nullptr;
  URSA_CHECK(enqueue({.queue = &queue,
                      .type = UR_COMMAND_EVENTS_WAIT_WITH_BARRIER,
                      .waitCount = numEventsInWaitList,
                      .waitList = phEventWaitList,
                      .phEvent = phEvent ? &made : nullptr,
                      .waitsForAll = numEventsInWaitList == 0,
                      .blocksQueue = true},
                     "clEnqueueBarrierWithWaitList", [](cl_command_queue native, auto... events) {
                       return clEnqueueBarrierWithWaitList(native, events...);
                     }));
  if (!reused) {
    if (phEvent)
      *phEvent = made;
    return {};
  }
  const auto own = adapter::Ref<ur_event_handle_t_>::adopt(made);
  URSA_TRY(HeldEvent event, hold(own->id));
  if (reused->reusable->isProfiled && !(queue.flags & UR_QUEUE_FLAG_PROFILING_ENABLE)) {
    URSA_TRY(event, enqueueTimes(queue, std::move(event), own->hostWaits));
  }
  signalBy(*reused, std::move(event), own->hostWaits);
  return {};
}

ur_context_handle_t contextOf(const ur_event_handle_t_ &event) { return event.context; }

} // namespace

void fillReusableEvents(ur_dditable_t &table) {
  table.EventExp.pfnCreateExp =
      adapter::createReusableEvent<ur_context_handle_t_, ur_device_handle_t_,
                                   adapter::checkContextHas<ur_context_handle_t_>, createReusable>;
  using Barriers = adapter::Barriers<ur_queue_handle_t_, contextOf, barrier>;
  table.Enqueue.pfnEventsWaitWithBarrier = Barriers::enqueue;
  table.Enqueue.pfnEventsWaitWithBarrierExt = Barriers::enqueueExt;
}

} // namespace ursa::opencl
