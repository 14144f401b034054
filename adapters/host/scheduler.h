// The order of commands: what waits for what, what happens when a command completes. Which thread
// runs it is the pool's matter.
#pragma once

#include "adapters/host/event.h"

namespace ursa::host {

/// What all enqueue functions have in common.
struct EnqueueParameters {
  ur_queue_handle_t queue = nullptr;
  ur_command_t type = UR_COMMAND_EVENTS_WAIT;
  uint32_t waitCount = 0;
  const ur_event_handle_t *waitList = nullptr;
  ur_event_handle_t *phEvent = nullptr;
  bool blocking = false;               ///< return when the command is complete
  bool waitsForAll = false;            ///< wait for every command that is in the queue now
  bool blocksQueue = false;            ///< commands enqueued later wait for this one
  bool isTimestamp = false;            ///< keep times whether or not the queue does
  bool capturable = true;              ///< makes sense in a graph, which runs it again and again
  ur_event_handle_t signals = nullptr; ///< reusable event to signal, in place of phEvent
};

/// Checks queue and wait list. Nothing has happened yet when this fails.
Result<void> checkEnqueue(const EnqueueParameters &parameters);

/// Enqueues a command, or captures it into the graph that the queue or a wait event belongs to;
/// checkEnqueue must have succeeded. @param work null for a command that does nothing but wait.
Result<void> enqueue(const EnqueueParameters &parameters, std::unique_ptr<Work> work);

/// Returns when every command that is in the queue now is complete.
void finishQueue(ur_queue_handle_t_ &queue);

/// Waits for events; an error when a command failed.
Result<void> waitForEvents(uint32_t count, const ur_event_handle_t *events);

/// Calls back at the given status, at once when the event has come that far already.
void setCallback(ur_event_handle_t_ &event, const ur_event_handle_t_::Callback &callback);

/// @name For recorded work (recorded_work.h), whose commands are made first and linked afterwards
/// @{
/// Makes `later` wait for `earlier`, unless that is complete.
void addDependency(ur_event_handle_t_ &later, ur_event_handle_t_ &earlier);
/// Makes a command wait for the events of a list.
void addDependencies(ur_event_handle_t_ &later, uint32_t count, const ur_event_handle_t *events);
/// Puts work into the queue that begins with one command and is complete with another: the first
/// waits for what the queue demands, later commands for the second.
void joinQueue(const EnqueueParameters &parameters, ur_event_handle_t_ &first,
               ur_event_handle_t_ &last);
/// A command is linked with all that it waits for: from now on it may run.
void letRun(ur_event_handle_t_ &event);
/// @}

/// @name For the pool
/// @{
void commandStarts(ur_event_handle_t_ &event);
/// Completes a command whose work is done, and everything that thereby becomes complete or ready.
void finishCommand(ur_event_handle_t_ &event);
/// Whether the order of a queue makes `earlier` complete before `later`.
bool comesBeforeInQueue(const ur_event_handle_t_ &earlier, const ur_event_handle_t_ &later);
/// Whether `later` is known to wait for `earlier`, directly or through other commands. The search
/// is cut off after a few commands: false does not mean that it does not.
bool dependsOn(const ur_event_handle_t_ &later, ur_event_handle_t_ &earlier);
/// @}

} // namespace ursa::host
