// Events of urEventCreateExp, which barriers signal one after the other.
#include "adapters/common/reusable_events.h"
#include "adapters/opencl/command.h"
#include "adapters/opencl/tables.h"
#include "core/support/last_error.h"

namespace ursa::opencl {
namespace {

ur_result_t create(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                   const ur_exp_event_desc_t *pEventDesc, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    URSA_POINTER(pEventDesc);
    URSA_POINTER(phEvent);
    URSA_CHECK(checkDevice(*hContext, hDevice));
    URSA_CHECK(adapter::checkEventFlags(pEventDesc->flags));
    auto event = std::make_unique<ur_event_handle_t_>(
        hContext, UR_COMMAND_EVENTS_WAIT_WITH_BARRIER,
        (pEventDesc->flags & UR_EXP_EVENT_FLAG_ENABLE_PROFILING) != 0);
    adapter::ReusableEvents::instance().add(event.get());
    *phEvent = event.release();
    return {};
  });
}

// A barrier whose event is a new one, or the reusable one that was handed over.
ur_result_t eventsWaitWithBarrierExt(ur_queue_handle_t hQueue,
                                     const ur_exp_enqueue_ext_properties_t *pProperties,
                                     uint32_t numEventsInWaitList,
                                     const ur_event_handle_t *phEventWaitList,
                                     ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    // How events are waited for is the driver's matter.
    if (pProperties && (pProperties->flags & UR_EXP_ENQUEUE_EXT_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The enqueue flags {:#x} are not defined.", pProperties->flags);
    // Programs that want a new event may leave anything where it goes.
    ur_event_handle_t const given =
        phEvent && adapter::ReusableEvents::instance().contains(*phEvent) ? *phEvent : nullptr;
    if (given && given->context != hQueue->context)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "The reusable event and the queue are of different contexts.");
    ur_event_handle_t made = nullptr;
    URSA_CHECK(enqueue({hQueue, UR_COMMAND_EVENTS_WAIT_WITH_BARRIER, numEventsInWaitList,
                        phEventWaitList, phEvent ? &made : nullptr},
                       "clEnqueueBarrierWithWaitList", [](cl_command_queue queue, auto... events) {
                         return clEnqueueBarrierWithWaitList(queue, events...);
                       }));
    if (!given) {
      if (phEvent)
        *phEvent = made;
      return {};
    }
    const auto own = adapter::Ref<ur_event_handle_t_>::adopt(made);
    URSA_TRY(HeldEvent event, hold(own->id));
    if (given->reusable->isProfiled && !(hQueue->flags & UR_QUEUE_FLAG_PROFILING_ENABLE)) {
      URSA_TRY(event, enqueueTimes(*hQueue, std::move(event)));
    }
    signalBy(*given, std::move(event));
    return {};
  });
}

} // namespace

void fillReusableEvents(ur_dditable_t &table) {
  table.EventExp.pfnCreateExp = create;
  table.Enqueue.pfnEventsWaitWithBarrierExt = eventsWaitWithBarrierExt;
}

} // namespace ursa::opencl
