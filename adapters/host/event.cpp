#include "adapters/host/event.h"

#include "adapters/common/info.h"
#include "adapters/host/adapter.h"
#include "adapters/host/queue.h"
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

ur_event_handle_t_::~ur_event_handle_t_() { ursa::adapter::release(queue); }

namespace ursa::host {
namespace {

ur_result_t getInfo(ur_event_handle_t hEvent, ur_event_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_EVENT_INFO_COMMAND_QUEUE:
      return writer.value(hEvent->queue);
    case UR_EVENT_INFO_CONTEXT:
      return writer.value(hEvent->queue->context);
    case UR_EVENT_INFO_COMMAND_TYPE:
      return writer.value(hEvent->type);
    case UR_EVENT_INFO_COMMAND_EXECUTION_STATUS:
      return writer.value(static_cast<ur_event_status_t>(hEvent->status.load()));
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
    if (!hEvent->profile.enabled)
      return makeError(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE,
                       "The event's queue was made without UR_QUEUE_FLAG_PROFILING_ENABLE.");
    return hEvent->profile.write(writer, propName);
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
    return waitForEvents(numEvents, phEventWaitList);
  });
}

ur_result_t retainEvent(ur_event_handle_t hEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    adapter::retain(hEvent);
    return {};
  });
}

ur_result_t releaseEvent(ur_event_handle_t hEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    adapter::release(hEvent);
    return {};
  });
}

ur_result_t onStatus(ur_event_handle_t hEvent, ur_execution_info_t execStatus,
                     ur_event_callback_t pfnNotify, void *pUserData) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hEvent);
    URSA_POINTER(reinterpret_cast<const void *>(pfnNotify));
    if (execStatus == UR_EXECUTION_INFO_QUEUED)
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
                       "A command is queued before its event is there to set a callback for it.");
    if (execStatus < UR_EXECUTION_INFO_COMPLETE || execStatus > UR_EXECUTION_INFO_QUEUED)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "There is no execution status {}.",
                       static_cast<int>(execStatus));
    setCallback(*hEvent, {execStatus, pfnNotify, pUserData});
    return {};
  });
}

} // namespace

void fillEventTable(ur_dditable_t &table) {
  table.Event.pfnGetInfo = getInfo;
  table.Event.pfnGetProfilingInfo = getProfilingInfo;
  table.Event.pfnWait = wait;
  table.Event.pfnRetain = retainEvent;
  table.Event.pfnRelease = releaseEvent;
  table.Event.pfnSetCallback = onStatus;
}

} // namespace ursa::host
