// The scheduler tracks dependencies between commands and completes them. The worker pool decides
// which thread runs a command.
#pragma once

#include "adapters/common/enqueue.h"
#include "adapters/host/queue/event.h"

namespace ursa::host {

using adapter::EnqueueParameters;

/// Enqueues a command, or captures it into the graph that the queue or a wait event belongs to;
/// adapter::checkEnqueue must have succeeded. @param work null for a command that does nothing but
/// wait.
Result<void> enqueue(const EnqueueParameters &parameters, std::unique_ptr<Work> work);

/// Runs short work (Work::isShort) in the calling thread and returns its event, unless something
/// has to complete before or the command would be captured. While it runs, later commands of the
/// queue wait for it. Fails only if the work fails, and the command is blocking or has no event.
/// @return whether it ran; if not, nothing has changed, and the command can be enqueued
Result<bool> runAtOnce(const EnqueueParameters &parameters, Work &work);

/// Returns when every command that is in the queue now is complete.
void finishQueue(ur_queue_handle_t_ &queue);

/// Waits for events. Fails if one of their commands failed.
Result<void> waitForEvents(uint32_t count, const ur_event_handle_t *events);

/// Registers a callback for a status; calls it immediately if the event has reached that status.
void setCallback(ur_event_handle_t_ &event, const Event::Callback &callback);

/// @name For recorded work (recorded_work.h), which creates all commands before it adds
/// dependencies
/// @{ Makes `later` wait for `earlier`, unless `earlier` is complete.
void addDependency(ur_event_handle_t_ &later, ur_event_handle_t_ &earlier);
/// Makes a command wait for the events of a list.
void addDependencies(ur_event_handle_t_ &later, uint32_t count, const ur_event_handle_t *events);
/// Enqueues work that begins with `first` and completes with `last`: `first` waits for what the
/// queue requires, and later commands of the queue wait for `last`.
void joinQueue(const EnqueueParameters &parameters, ur_event_handle_t_ &first,
               ur_event_handle_t_ &last);
/// Releases the dependency that the enqueue itself holds, after all other dependencies were added:
/// from now on the command may run.
void releaseDependency(ur_event_handle_t_ &event);
/// @}

/// @name For the pool
/// @{
void commandStarts(ur_event_handle_t_ &event);
/// Completes a command whose work is done and releases its dependents; completes or submits those
/// that become ready.
void finishCommand(ur_event_handle_t_ &event);
/// Returns whether the order of a queue makes `earlier` complete before `later`.
bool comesBeforeInQueue(const ur_event_handle_t_ &earlier, const ur_event_handle_t_ &later);
/// Returns whether `later` is known to wait for `earlier`, directly or indirectly. The search is
/// limited to a few commands, so false may also mean unknown.
bool dependsOn(const ur_event_handle_t_ &later, ur_event_handle_t_ &earlier);
/// @}

} // namespace ursa::host
