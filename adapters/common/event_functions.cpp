#include "adapters/common/event_functions.h"

namespace ursa::adapter {

Result<void> checkCallbackStatus(ur_execution_info_t status) {
  if (status == UR_EXECUTION_INFO_QUEUED)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
                     "A callback for UR_EXECUTION_INFO_QUEUED cannot be set, because a command is "
                     "queued before its event exists.");
  if (status < UR_EXECUTION_INFO_COMPLETE || status > UR_EXECUTION_INFO_QUEUED)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The execution status {} is not defined.",
                     static_cast<int>(status));
  return {};
}

Result<void> checkEvents(uint32_t numEvents, const ur_event_handle_t *phEventWaitList) {
  URSA_POINTER(phEventWaitList);
  if (numEvents == 0)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "numEvents is 0.");
  for (uint32_t i = 0; i < numEvents; ++i)
    if (!phEventWaitList[i])
      return makeError(UR_RESULT_ERROR_INVALID_EVENT, "Event {} of {} is null.", i, numEvents);
  return {};
}

Error notProfiledError() {
  return makeError(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE,
                   "The event's queue was created without UR_QUEUE_FLAG_PROFILING_ENABLE.");
}

Error neverSignalledError() {
  return makeError(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE,
                   "No command with recorded times has signalled the reusable event yet.");
}

} // namespace ursa::adapter
