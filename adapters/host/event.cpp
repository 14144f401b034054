#include "adapters/host/event.h"

#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "adapters/common/reusable_events.h"
#include "adapters/host/adapter.h"
#include "adapters/host/queue.h"
#include "adapters/host/reusable_event.h"
#include "adapters/host/scheduler.h"
#include "core/support/last_error.h"

ur_event_handle_t_::ur_event_handle_t_(ur_queue_handle_t hQueue, ur_command_t commandType,
                                       std::unique_ptr<ursa::host::Work> commandWork)
    : queue(hQueue), type(commandType), work(std::move(commandWork)) {
  ursa::adapter::retain(queue);
  profile.enabled = queue->profiling;
  if (work) {
    units = work->units;
    unitsPerChunk = work->unitsPerChunk;
  }
}

ur_event_handle_t_::ur_event_handle_t_(ur_context_handle_t hContext, ur_command_t commandType,
                                       bool profiled)
    : reusable(std::make_unique<ursa::host::ReusableSignal>(hContext, profiled)), queue(nullptr),
      type(commandType) {
  status.store(UR_EVENT_STATUS_COMPLETE);
}

ur_event_handle_t_::~ur_event_handle_t_() {
  if (reusable)
    ursa::adapter::ReusableEvents::instance().remove(this);
  else
    ursa::adapter::release(queue);
}

namespace ursa::host {
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

ur_result_t getInfo(ur_event_handle_t hEvent, ur_event_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_EVENT_INFO_COMMAND_QUEUE: {
      URSA_TRY(const auto command, queriedCommand(*hEvent));
      return writer.value<ur_queue_handle_t>(command ? command->queue : nullptr);
    }
    case UR_EVENT_INFO_CONTEXT:
      return writer.value(contextOf(*hEvent));
    case UR_EVENT_INFO_COMMAND_TYPE:
      return writer.value(hEvent->type);
    case UR_EVENT_INFO_COMMAND_EXECUTION_STATUS: {
      URSA_TRY(const auto command, queriedCommand(*hEvent));
      return writer.value(statusOf(command ? *command : *hEvent));
    }
    case UR_EVENT_INFO_REFERENCE_COUNT:
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
    URSA_TRY(const auto command, queriedCommand(*hEvent));
    if (!command)
      return makeError(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE,
                       "No command has signalled the reusable event yet.");
    if (!command->profile.enabled)
      return makeError(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE,
                       "The event's queue was created without UR_QUEUE_FLAG_PROFILING_ENABLE.");
    const bool isOfBeginning =
        propName == UR_PROFILING_INFO_COMMAND_SUBMIT || propName == UR_PROFILING_INFO_COMMAND_START;
    if (isOfBeginning && command->beginMarker)
      return command->beginMarker->profile.write(writer, propName);
    return command->profile.write(writer, propName);
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
    for (uint32_t i = 0; i < numEvents; ++i)
      URSA_CHECK(checkWaitable(*phEventWaitList[i]));
    return waitForEvents(numEvents, phEventWaitList);
  });
}

ur_result_t onStatus(ur_event_handle_t hEvent, ur_execution_info_t execStatus,
                     ur_event_callback_t pfnNotify, void *pUserData) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    URSA_POINTER(reinterpret_cast<const void *>(pfnNotify));
    if (execStatus == UR_EXECUTION_INFO_QUEUED)
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
                       "A callback for the status 'queued' cannot be set: the command is queued "
                       "before its event exists.");
    if (execStatus < UR_EXECUTION_INFO_COMPLETE || execStatus > UR_EXECUTION_INFO_QUEUED)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "There is no execution status {}.",
                       static_cast<int>(execStatus));
    if (execStatus == UR_EXECUTION_INFO_QUEUED)
      return makeError(
          UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
          "An event's command is queued before anybody has the event: there is nothing "
          "to call back for.");
    URSA_CHECK(checkWaitable(*hEvent));
    setCallback(*hEvent, {execStatus, pfnNotify, pUserData});
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
  table.Event.pfnSetCallback = onStatus;
  fillReusableEventTable(table);
}

} // namespace ursa::host
