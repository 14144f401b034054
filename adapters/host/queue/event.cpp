#include "adapters/host/queue/event.h"

#include "adapters/common/event_functions.h"
#include "adapters/common/reusable_events.h"
#include "adapters/host/driver/adapter.h"
#include "adapters/host/queue/queue.h"
#include "adapters/host/queue/recycled_blocks.h"
#include "adapters/host/queue/reusable_event.h"
#include "adapters/host/queue/scheduler.h"
#include "support/last_error.h"

namespace ursa::host {

Event::Event(ur_queue_handle_t hQueue, ur_command_t commandType, std::unique_ptr<Work> commandWork)
    : queue(hQueue), type(commandType), work(std::move(commandWork)) {
  adapter::retain(queue);
  profile.enabled = queue->profiling;
  if (work) {
    units = work->units;
    unitsPerChunk = work->unitsPerChunk;
  }
}

Event::Event(ur_context_handle_t hContext, ur_command_t commandType, bool profiled)
    : reusable(std::make_unique<ReusableSignal>(hContext, profiled)), queue(nullptr),
      type(commandType) {
  status.store(UR_EVENT_STATUS_COMPLETE);
}

Event::~Event() {
  if (reusable)
    adapter::ReusableEvents::instance().remove(this);
  else
    adapter::release(queue);
}

void *Event::operator new(size_t size) { return eventBlocks().allocate(size); }

void Event::operator delete(void *event) noexcept {
  eventBlocks().release(event, sizeof(ur_event_handle_t_));
}

RecycledBlocks &eventBlocks() {
  static constinit RecycledBlocks blocks(sizeof(ur_event_handle_t_));
  return blocks;
}

namespace {

using adapter::Ref;

// Returns the command that a query refers to. For a reusable event this is the command that signals
// it at present, null if there is none. Fails for an event inside a graph, whose command runs
// repeatedly.
Result<Ref<ur_event_handle_t_>> queriedCommand(ur_event_handle_t_ &event) {
  URSA_CHECK(checkWaitable(event));
  return commandOf(event);
}

// An execution of recorded commands counts as running when its begin marker is complete.
ur_event_status_t statusOf(const ur_event_handle_t_ &command) {
  if (command.isComplete() || !command.beginMarker)
    return static_cast<ur_event_status_t>(command.status.load());
  return command.beginMarker->isComplete()
             ? UR_EVENT_STATUS_RUNNING
             : static_cast<ur_event_status_t>(command.beginMarker->status.load());
}

struct EventTraits {
  using Event = ur_event_handle_t_;

  static ur_context_handle_t context(ur_event_handle_t_ &event) { return contextOf(event); }

  static Result<ur_queue_handle_t> queue(ur_event_handle_t_ &event) {
    URSA_TRY(const auto command, queriedCommand(event));
    return command ? command->queue : nullptr;
  }

  static Result<ur_event_status_t> status(ur_event_handle_t_ &event) {
    URSA_TRY(const auto command, queriedCommand(event));
    return statusOf(command ? *command : event);
  }

  static uint32_t references(ur_event_handle_t_ &event) { return event.references.load(); }

  static Result<void> writeTime(ur_event_handle_t_ &event, const adapter::InfoWriter &writer,
                                ur_profiling_info_t query) {
    URSA_TRY(const auto command, queriedCommand(event));
    if (!command)
      return adapter::neverSignalledError();
    if (!command->profile.enabled)
      return adapter::notProfiledError();
    const bool isOfBeginning =
        query == UR_PROFILING_INFO_COMMAND_SUBMIT || query == UR_PROFILING_INFO_COMMAND_START;
    if (isOfBeginning && command->beginMarker)
      return command->beginMarker->profile.write(writer, query);
    return command->profile.write(writer, query);
  }

  static Result<void> wait(uint32_t count, const ur_event_handle_t *events) {
    for (uint32_t i = 0; i < count; ++i)
      URSA_CHECK(checkWaitable(*events[i]));
    return waitForEvents(count, events);
  }

  static Result<void> setCallback(ur_event_handle_t_ &event, ur_execution_info_t status,
                                  ur_event_callback_t function, void *userData) {
    URSA_CHECK(checkWaitable(event));
    host::setCallback(event, {status, function, userData});
    return {};
  }
};

} // namespace

void fillEventTable(ur_dditable_t &table) {
  adapter::fillEventFunctions<EventTraits>(table);
  fillReusableEventTable(table);
}

} // namespace ursa::host
