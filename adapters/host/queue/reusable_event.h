// Reusable events outlive single commands. Commands signal them one after the other; a wait for one
// waits for the command that was last enqueued to signal it. Command buffers return them for their
// commands, urEventCreateExp creates them for applications, and inside a capture they refer to a
// command of the graph.
#pragma once

#include "adapters/common/graph.h"
#include "adapters/host/queue/event.h"

namespace ursa::host {

/// State that only reusable events have.
struct ReusableSignal {
  ReusableSignal(ur_context_handle_t hContext, bool isProfiled);
  ~ReusableSignal();

  const ur_context_handle_t context; ///< a reference is held
  const bool profiled;               ///< records the times of commands that signal it

  SpinLock lock; ///< guards the members below
  adapter::Ref<ur_event_handle_t_> command;
  std::shared_ptr<adapter::Capture> capture; ///< not null: command `index` of its graph signals it
  uint32_t index = 0;
};

using adapter::CapturedPoint;

ur_context_handle_t contextOf(const ur_event_handle_t_ &event);

/// Returns the command of an event: the event itself, or for a reusable event the command that was
/// last enqueued to signal it. Null if there is none, which counts as complete.
adapter::Ref<ur_event_handle_t_> commandOf(ur_event_handle_t_ &event);

/// Returns the position of an event inside a graph.
CapturedPoint capturedPointOf(const ur_event_handle_t_ &event);

/// Fails for an event inside a graph.
Result<void> checkWaitable(const ur_event_handle_t_ &event);

/// @name For reusable events: commands that are enqueued from now on wait for that command only.
/// @{
void signalBy(ur_event_handle_t_ &event, ur_event_handle_t_ &command);
void signalBy(ur_event_handle_t_ &event, const CapturedPoint &point);
/// @}

void fillReusableEventTable(ur_dditable_t &table);

} // namespace ursa::host
