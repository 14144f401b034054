// Parameters that all enqueue functions share, their checks, and the implementation of enqueue
// functions whose work the adapter creates before it enqueues it.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/handle.h"
#include "support/last_error.h"

namespace ursa::adapter {

/// The parameters that all enqueue functions share, and what a command requires of its queue. An
/// adapter ignores what it does not support.
struct EnqueueParameters {
  ur_queue_handle_t queue = nullptr;
  ur_command_t type = UR_COMMAND_EVENTS_WAIT;
  uint32_t waitCount = 0;
  const ur_event_handle_t *waitList = nullptr;
  ur_event_handle_t *phEvent = nullptr; ///< null if the caller needs no event
  bool blocking = false;                ///< return only when the command is complete
  bool waitsForAll = false;             ///< wait for every command that is in the queue now
  bool blocksQueue = false;             ///< later commands of the queue wait for this one
  bool isTimestamp = false;             ///< record times even if the queue does not profile
  bool capturable = true;               ///< may be captured into a graph and executed repeatedly
  ur_event_handle_t signals = nullptr;  ///< reusable event to signal; null to create an event
};

/// Errors: UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST when the count and the list disagree; nullEvent
/// when an event is null. Thread safe.
Result<void> checkWaitList(uint32_t count, const ur_event_handle_t *events,
                           ur_result_t nullEvent = UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);

/// Checks that the queue is not null, and the wait list as checkWaitList does. Thread safe.
Result<void> checkEnqueue(const EnqueueParameters &parameters);

/// A WorkPointer points to the work of a command; null for none. When enqueue fails, the output
/// parameters are unchanged.
template <class Traits>
concept EnqueueTraits = HasHandleTypes<Traits> &&
    requires(const EnqueueParameters &parameters, typename Traits::WorkPointer work) {
  { Traits::enqueue(parameters, std::move(work)) } -> ResultOfNothing;
};

/// Implements an enqueue function: checks queue and wait list, creates the work and enqueues it.
/// @param create called with the queue's context; checks the command's own parameters and returns
///               the work
template <EnqueueTraits Adapter,
          Callable<Result<typename Adapter::WorkPointer>(ur_context_handle_t)> Create>
ur_result_t enqueueWork(const EnqueueParameters &parameters, Create &&create) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkEnqueue(parameters));
    const typename Adapter::Queue &queue = *parameters.queue;
    URSA_TRY(auto work, create(queue.context));
    return Adapter::enqueue(parameters, std::move(work));
  });
}

} // namespace ursa::adapter
