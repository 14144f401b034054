#include "adapters/cuda/queue/event.h"

#include "adapters/common/event_functions.h"
#include "adapters/common/reusable_events.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/graph/graph.h"
#include "adapters/cuda/queue/host_tasks.h"
#include "adapters/cuda/queue/queue.h"
#include "support/last_error.h"

#include <algorithm>

namespace ursa::cuda {

Event::Event(ur_context_handle_t hContext, ur_command_t command)
    : context(hContext), type(command) {
  adapter::retain(context);
}

Event::Event(ur_context_handle_t hContext, bool profiled)
    : context(hContext), type(UR_COMMAND_EVENTS_WAIT_WITH_BARRIER), isReusable(true),
      isProfiled(profiled) {
  adapter::retain(context);
}

Event::Event(ur_context_handle_t hContext, std::shared_ptr<const SharedEvent> sharedEvent,
             bool imported)
    : context(hContext), type(UR_COMMAND_EVENTS_WAIT_WITH_BARRIER), isReusable(!imported),
      isImported(imported), shared(std::move(sharedEvent)) {
  adapter::retain(context);
}

Event::~Event() {
  if (isReusable)
    adapter::ReusableEvents::instance().remove(this);
  if (state_.queue)
    adapter::release(state_.queue);
  state_.times = nullptr; // markers return their events to the context
  state_.done = nullptr;
  state_.after.clear();
  state_.captured = {};
  adapter::release(context);
}

Event::State Event::copyState() const {
  if (isImported)
    return {nullptr, {}, shared->marker(), nullptr, {}};
  const std::lock_guard guard(mutex_);
  return state_;
}

void Event::setFirst(State &&state) {
  if (state.queue)
    adapter::retain(state.queue);
  state_ = std::move(state);
}

void Event::set(State state) {
  if (state.queue)
    adapter::retain(state.queue);
  {
    const std::lock_guard guard(mutex_);
    std::swap(state_, state);
    mayBeInGraph_.store(state_.captured.capture != nullptr, std::memory_order_release);
  }
  if (state.queue)
    adapter::release(state.queue);
}

CommandTimes::CommandTimes(std::shared_ptr<const ClockBase> base, bool isTimestamp)
    : base_(std::move(base)) {
  profile_.enabled = true;
  profile_.isTimestamp = isTimestamp;
  profile_.mark(profile_.queued);
  profile_.submitted = profile_.queued.load();
}

void CommandTimes::submit() { profile_.mark(profile_.submitted); }
void CommandTimes::begin() { profile_.mark(profile_.started); }
void CommandTimes::end() {
  profile_.ended = std::max(adapter::profileClock(), profile_.started + 1);
}

void CommandTimes::setBegin(MarkerPointer marker) {
  const std::lock_guard guard(mutex_);
  begin_ = std::move(marker);
}

void CommandTimes::setEnd(MarkerPointer marker) {
  const std::lock_guard guard(mutex_);
  end_ = std::move(marker);
}

Result<void> CommandTimes::read() {
  const std::lock_guard readGuard(readMutex_);
  if (profile_.ended != 0)
    return {};
  MarkerPointer begin;
  MarkerPointer end;
  {
    const std::lock_guard guard(mutex_);
    begin = begin_;
    end = end_;
  }
  if (!end)
    return {};
  URSA_TRY(const bool hasEnded, end->isReached());
  if (!hasEnded)
    return {};
  URSA_TRY(const int64_t untilEnd, end->timeSince(*base_->marker));
  int64_t untilBegin = untilEnd;
  if (begin) {
    URSA_TRY(untilBegin, begin->timeSince(*base_->marker));
  }
  const auto onHost = [&](int64_t since) {
    return base_->time + base_->correction + static_cast<uint64_t>(since);
  };
  if (const uint64_t early = onHost(untilBegin); early < profile_.submitted)
    base_->raise(profile_.submitted - early);
  const uint64_t started = onHost(untilBegin);
  profile_.started = started;
  profile_.ended = std::max(onHost(untilEnd), started + 1);
  return {};
}

Result<void> CommandTimes::write(const adapter::InfoWriter &writer, ur_profiling_info_t query) {
  URSA_CHECK(read());
  return profile_.write(writer, query);
}

Result<Markers> collectWaits(uint32_t count, const ur_event_handle_t *events) {
  URSA_CHECK(adapter::checkWaitList(count, events));
  Markers waits;
  for (uint32_t i = 0; i < count; ++i) {
    URSA_CHECK(Recordings::checkWaitable(*events[i]));
    MarkerPointer done = events[i]->done();
    if (!done || done->isKnownReached())
      continue;
    URSA_CHECK(done->checkTaken());
    waits.push_back(std::move(done));
  }
  return waits;
}

namespace {

ur_event_handle_t createReusable(ur_context_handle_t context, bool isProfiled) {
  return new ur_event_handle_t_(context, isProfiled);
}

Result<ur_event_handle_t> createShared(ur_context_handle_t context, ur_device_handle_t device) {
  if (!cu().cuIpcGetEventHandle)
    return noSharedEvents();
  URSA_TRY(auto shared, SharedEvent::create(context->of(device)));
  return new ur_event_handle_t_(context, std::move(shared), /*imported=*/false);
}

bool isExecution(const ur_event_handle_t_ &event) {
  return event.type == UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP ||
         event.type == UR_COMMAND_ENQUEUE_GRAPH_EXP;
}

// A command runs, as far as the driver reports, when what it waited for is complete and it has a
// marker at its beginning; an execution of a command buffer does as soon as it has begun.
Result<ur_event_status_t> statusOf(const ur_event_handle_t_ &event) {
  return event.read([&](const Event::State &state) -> Result<ur_event_status_t> {
    if (!state.done)
      return UR_EVENT_STATUS_COMPLETE;
    if (!state.done->checkTaken())
      return UR_EVENT_STATUS_ERROR;
    URSA_TRY(const bool isDone, state.done->isReached());
    if (isDone)
      return UR_EVENT_STATUS_COMPLETE;
    if (!state.after.empty()) {
      URSA_TRY(const bool hasBegun, areReached(state.after));
      if (!hasBegun)
        return UR_EVENT_STATUS_QUEUED;
    }
    return isExecution(event) ? UR_EVENT_STATUS_RUNNING : UR_EVENT_STATUS_SUBMITTED;
  });
}

struct EventTraits {
  using Event = ur_event_handle_t_;

  /// Returns what status() does, if the driver is asked at most, and has no error.
  static std::optional<ur_event_status_t> usualStatus(const ur_event_handle_t_ &event) noexcept {
    const Event::State *const state = event.finalState();
    if (!state || isExecution(event))
      return std::nullopt;
    if (!state->done)
      return UR_EVENT_STATUS_COMPLETE;
    if (const auto answer = state->done->ask(); answer != Marker::Answer::NotReached)
      return answer == Marker::Answer::Reached ? std::optional(UR_EVENT_STATUS_COMPLETE)
                                               : std::nullopt;
    for (const MarkerPointer &marker : state->after)
      if (const auto answer = marker->ask(); answer != Marker::Answer::Reached)
        return answer == Marker::Answer::NotReached ? std::optional(UR_EVENT_STATUS_QUEUED)
                                                    : std::nullopt;
    return UR_EVENT_STATUS_SUBMITTED;
  }

  static ur_context_handle_t context(ur_event_handle_t_ &event) { return event.context; }
  static Result<ur_queue_handle_t> queue(ur_event_handle_t_ &event) {
    URSA_CHECK(Recordings::checkWaitable(event));
    return event.state().queue;
  }
  static Result<ur_event_status_t> status(ur_event_handle_t_ &event) {
    if (event.mayBeInGraph()) [[unlikely]]
      URSA_CHECK(Recordings::checkWaitable(event));
    auto status = statusOf(event);
    if (!status && status.error().code == UR_RESULT_ERROR_DEVICE_LOST)
      return UR_EVENT_STATUS_ERROR;
    return status;
  }
  static uint32_t references(ur_event_handle_t_ &event) { return event.references.load(); }

  static Result<void> writeTime(ur_event_handle_t_ &event, const adapter::InfoWriter &writer,
                                ur_profiling_info_t query) {
    URSA_CHECK(Recordings::checkWaitable(event));
    const auto state = event.state();
    if (!state.times)
      return event.isReusable ? adapter::neverSignalledError() : adapter::notProfiledError();
    return state.times->write(writer, query);
  }

  static Result<void> wait(uint32_t count, const ur_event_handle_t *events) {
    for (uint32_t i = 0; i < count; ++i)
      URSA_CHECK(Recordings::checkWaitable(*events[i]));
    for (uint32_t i = 0; i < count; ++i)
      if (const MarkerPointer done = events[i]->done()) {
        URSA_CHECK(done->wait());
        if (const Marker *const point = done->inStream(); point && point->stream)
          point->context.reclaim(*point->stream);
      }
    return {};
  }

  // "Running" is signalled when the command is known to have run.
  static Result<void> setCallback(ur_event_handle_t_ &event, ur_execution_info_t status,
                                  ur_event_callback_t function, void *userData) {
    URSA_CHECK(Recordings::checkWaitable(event));
    MarkerPointer done = status == UR_EXECUTION_INFO_SUBMITTED ? nullptr : event.done();
    auto task = std::make_unique<Task>();
    task->work = [=, held = adapter::Ref<ur_event_handle_t_>(&event)] {
      if (done)
        (void)done->waitAsleep(); // of a lost context, the callback queries the status
      function(held.get(), status, userData);
    };
    hostTasks().run(std::move(task));
    return {};
  }
};

} // namespace

void fillEventTable(ur_dditable_t &table) {
  adapter::fillEventFunctions<EventTraits>(table);
  table.EventExp.pfnCreateExp =
      adapter::createReusableEvent<ur_context_handle_t_, ur_device_handle_t_,
                                   adapter::checkContextHas<ur_context_handle_t_>, createReusable,
                                   createShared>;
}

} // namespace ursa::cuda
