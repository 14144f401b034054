#include "adapters/vulkan/event.h"

#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "adapters/common/reusable_events.h"
#include "adapters/vulkan/context.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/queue.h"
#include "adapters/vulkan/tables.h"
#include "core/support/last_error.h"

ur_event_handle_t_::ur_event_handle_t_(ur_context_handle_t hContext, ur_queue_handle_t hQueue,
                                       ur_command_t command)
    : context(hContext), type(command) {
  ursa::adapter::retain(context);
  state_.queue = hQueue;
  if (hQueue)
    ursa::adapter::retain(hQueue);
}

ur_event_handle_t_::ur_event_handle_t_(ur_context_handle_t hContext, bool profiled)
    : context(hContext), type(UR_COMMAND_EVENTS_WAIT_WITH_BARRIER), isReusable(true),
      isProfiled(profiled) {
  ursa::adapter::retain(context);
}

ur_event_handle_t_::~ur_event_handle_t_() {
  if (isReusable)
    ursa::adapter::ReusableEvents::instance().remove(this);
  if (state_.queue)
    ursa::adapter::release(state_.queue);
  ursa::adapter::release(context);
}

void ur_event_handle_t_::set(State state) {
  if (state.queue)
    ursa::adapter::retain(state.queue);
  {
    const std::lock_guard guard(mutex_);
    std::swap(state_, state);
  }
  if (state.queue)
    ursa::adapter::release(state.queue);
}

namespace ursa::vulkan {

Result<PointSet> collectWaits(uint32_t count, const ur_event_handle_t *events,
                              ur_device_handle_t_ &device) {
  URSA_CHECK(adapter::checkWaitList(count, events));
  PointSet own;
  PointSet others;
  for (uint32_t i = 0; i < count; ++i)
    (events[i]->context->device == &device ? own : others).add(events[i]->state().done);
  if (!others.isReached())
    own.add(device.hostOperations->post(std::move(others), [] {}));
  return own;
}

namespace {

Result<void> checkDevice(const ur_context_handle_t_ &context, ur_device_handle_t device) {
  return context.checkHas(device);
}

ur_event_handle_t createReusable(ur_context_handle_t context, bool isProfiled) {
  return new ur_event_handle_t_(context, isProfiled);
}

// An execution of a command buffer runs as soon as it has begun. The driver does not report when
// other commands begin.
ur_event_status_t statusOf(const ur_event_handle_t_ &event) {
  const auto state = event.state();
  if (state.done.isReached())
    return state.done.launches.hasFailed() ? UR_EVENT_STATUS_ERROR : UR_EVENT_STATUS_COMPLETE;
  if (!state.begin.isReached())
    return UR_EVENT_STATUS_QUEUED;
  return event.type == UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP ? UR_EVENT_STATUS_RUNNING
                                                             : UR_EVENT_STATUS_SUBMITTED;
}

ur_result_t getInfo(ur_event_handle_t hEvent, ur_event_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_EVENT_INFO_COMMAND_QUEUE:
      return writer.value(hEvent->state().queue);
    case UR_EVENT_INFO_CONTEXT:
      return writer.value(hEvent->context);
    case UR_EVENT_INFO_COMMAND_TYPE:
      return writer.value(hEvent->type);
    case UR_EVENT_INFO_COMMAND_EXECUTION_STATUS:
      URSA_CHECK(hEvent->context->device->checkNotLost());
      return writer.value(statusOf(*hEvent));
    case UR_EVENT_INFO_REFERENCE_COUNT:
      hEvent->context->device->reclaim(); // completed commands retain no references
      return writer.value(hEvent->references.load());
    default:
      return adapter::InfoWriter::unknown("urEventGetInfo", propName);
    }
  });
}

ur_result_t getProfilingInfo(ur_event_handle_t hEvent, ur_profiling_info_t propName,
                             size_t propSize, void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    URSA_CHECK(hEvent->context->device->checkNotLost());
    const auto state = hEvent->state();
    if (!state.profile)
      return makeError(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE, "{}",
                       hEvent->isReusable
                           ? "No command with recorded times has signalled the reusable event."
                           : "The event's queue was made without UR_QUEUE_FLAG_PROFILING_ENABLE.");
    if (state.done.isReached())
      hEvent->context->device->reclaim(); // this reads the device's timestamps
    return state.profile->write(writer, propName);
  });
}

ur_result_t wait(uint32_t numEvents, const ur_event_handle_t *phEventWaitList) {
  return atBoundary([&]() -> Result<void> {
    URSA_POINTER(phEventWaitList);
    if (numEvents == 0)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "numEvents is 0.");
    for (uint32_t i = 0; i < numEvents; ++i)
      if (!phEventWaitList[i])
        return makeError(UR_RESULT_ERROR_INVALID_EVENT, "Event {} of {} is null.", i, numEvents);
    for (uint32_t i = 0; i < numEvents; ++i) {
      URSA_CHECK(phEventWaitList[i]->context->device->checkNotLost());
      URSA_CHECK(phEventWaitList[i]->state().done.wait());
    }
    for (uint32_t i = 0; i < numEvents; ++i)
      URSA_CHECK(phEventWaitList[i]->state().done.launches.check());
    phEventWaitList[0]->context->device->reclaim();
    return {};
  });
}

// Commands are submitted at once and the driver does not report when they begin: "running" is
// signalled when the command is known to have run.
ur_result_t setCallback(ur_event_handle_t hEvent, ur_execution_info_t execStatus,
                        ur_event_callback_t pfnNotify, void *pUserData) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    URSA_POINTER(reinterpret_cast<const void *>(pfnNotify));
    if (execStatus == UR_EXECUTION_INFO_QUEUED)
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
                       "A callback for UR_EXECUTION_INFO_QUEUED cannot be set, because a command "
                       "is queued before its event exists.");
    if (execStatus < UR_EXECUTION_INFO_COMPLETE || execStatus > UR_EXECUTION_INFO_QUEUED)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The execution status {} is not defined.", static_cast<int>(execStatus));
    auto done = hEvent->state().done;
    if (execStatus == UR_EXECUTION_INFO_SUBMITTED || done.isReached()) {
      pfnNotify(hEvent, execStatus, pUserData);
      return {};
    }
    ur_device_handle_t const device = hEvent->context->device;
    device->watcher.post(std::move(done), [=, event = adapter::Ref<ur_event_handle_t_>(hEvent)] {
      device->reclaim();
      pfnNotify(event.get(), execStatus, pUserData);
    });
    return {};
  });
}

} // namespace

void fillEventTable(ur_dditable_t &table) {
  table.Event.pfnGetInfo = getInfo;
  table.Event.pfnGetProfilingInfo = getProfilingInfo;
  table.Event.pfnWait = wait;
  table.Event.pfnRetain = adapter::retainHandle<ur_event_handle_t_>;
  table.Event.pfnRelease = adapter::releaseHandle<ur_event_handle_t_>;
  table.Event.pfnSetCallback = setCallback;
  table.EventExp.pfnCreateExp =
      adapter::createReusableEvent<ur_context_handle_t_, ur_device_handle_t_, checkDevice,
                                   createReusable>;
}

} // namespace ursa::vulkan
