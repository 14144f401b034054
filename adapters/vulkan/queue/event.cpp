#include "adapters/vulkan/queue/event.h"

#include "adapters/common/event_functions.h"
#include "adapters/common/reusable_events.h"
#include "adapters/vulkan/driver/context.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/queue/queue.h"
#include "support/last_error.h"

namespace ursa::vulkan {

Event::Event(ur_context_handle_t hContext, ur_queue_handle_t hQueue, ur_command_t command)
    : context(hContext), type(command) {
  adapter::retain(context);
  state_.queue = hQueue;
  if (hQueue)
    adapter::retain(hQueue);
}

Event::Event(ur_context_handle_t hContext, bool profiled)
    : context(hContext), type(UR_COMMAND_EVENTS_WAIT_WITH_BARRIER), isReusable(true),
      isProfiled(profiled) {
  adapter::retain(context);
}

Event::~Event() {
  if (isReusable)
    adapter::ReusableEvents::instance().remove(this);
  if (state_.queue)
    adapter::release(state_.queue);
  adapter::release(context);
}

void Event::set(State state) {
  if (state.queue)
    adapter::retain(state.queue);
  {
    const std::lock_guard guard(mutex_);
    std::swap(state_, state);
  }
  if (state.queue)
    adapter::release(state.queue);
}

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

struct EventTraits {
  using Event = ur_event_handle_t_;

  static ur_context_handle_t context(ur_event_handle_t_ &event) { return event.context; }
  static ur_queue_handle_t queue(ur_event_handle_t_ &event) { return event.state().queue; }

  static Result<ur_event_status_t> status(ur_event_handle_t_ &event) {
    URSA_CHECK(event.context->device->checkNotLost());
    return statusOf(event);
  }

  static uint32_t references(ur_event_handle_t_ &event) {
    event.context->device->reclaim(
        /*mustComplete=*/true); // completed commands retain no references
    return event.references.load();
  }

  static Result<void> writeTime(ur_event_handle_t_ &event, const adapter::InfoWriter &writer,
                                ur_profiling_info_t query) {
    URSA_CHECK(event.context->device->checkNotLost());
    const auto state = event.state();
    if (!state.profile)
      return event.isReusable ? adapter::neverSignalledError() : adapter::notProfiledError();
    ur_device_handle_t_ &device = *event.context->device;
    const bool waitsForItself =
        device.toggles.has(format::Toggle::DeferTimestamps) && Worker::isRunningJob();
    if (state.done.isReached() && !waitsForItself)
      device.reclaim(/*mustComplete=*/true); // this reads the device's timestamps
    if (waitsForItself && state.profile->ended.load() == 0)
      return makeError(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE,
                       "The driver of '{}' reads times when the device is idle, for which it would "
                       "wait for the host task or callback that asks for them.",
                       device.properties.deviceName);
    URSA_CHECK(event.context->device->checkNotLost());
    return state.profile->write(writer, query);
  }

  static Result<void> wait(uint32_t count, const ur_event_handle_t *events) {
    for (uint32_t i = 0; i < count; ++i) {
      URSA_CHECK(events[i]->context->device->checkNotLost());
      URSA_CHECK(events[i]->state().done.wait());
    }
    for (uint32_t i = 0; i < count; ++i)
      URSA_CHECK(events[i]->state().done.launches.check());
    events[0]->context->device->reclaim();
    return {};
  }

  // Commands are submitted at once and the driver does not report when they begin: "running" is
  // signalled when the command is known to have run.
  static Result<void> setCallback(ur_event_handle_t_ &event, ur_execution_info_t status,
                                  ur_event_callback_t function, void *userData) {
    const auto call = [=, held = adapter::Ref<ur_event_handle_t_>(&event)] {
      function(held.get(), status, userData);
    };
    event.context->device->callWhenReached(
        status == UR_EXECUTION_INFO_SUBMITTED ? PointSet() : event.state().done, call);
    return {};
  }
};

} // namespace

void fillEventTable(ur_dditable_t &table) {
  adapter::fillEventFunctions<EventTraits>(table);
  table.EventExp.pfnCreateExp =
      adapter::createReusableEvent<ur_context_handle_t_, ur_device_handle_t_,
                                   adapter::checkContextHas<ur_context_handle_t_>, createReusable>;
}

} // namespace ursa::vulkan
