#include "adapters/common/enqueue.h"

namespace ursa::adapter {

Result<void> checkWaitList(uint32_t count, const ur_event_handle_t *events, ur_result_t nullEvent) {
  if ((count == 0) != (events == nullptr))
    return makeError(UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST,
                     "numEventsInWaitList is {}, but phEventWaitList is {}.", count,
                     events ? "not null" : "null");
  for (uint32_t i = 0; i < count; ++i)
    if (!events[i])
      return makeError(nullEvent, "Event {} of {} in the wait list is null.", i, count);
  return {};
}

Result<void> checkEnqueue(const EnqueueParameters &parameters) {
  URSA_CHECK(checkHandle(parameters.queue, "hQueue"));
  return checkWaitList(parameters.waitCount, parameters.waitList);
}

} // namespace ursa::adapter
