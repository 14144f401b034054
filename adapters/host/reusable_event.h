// Reusable events: they outlive single commands. Commands signal them one after the other, and
// whoever waits for one waits for the command that was last enqueued to signal it. Command buffers
// hand them out for their commands, urEventCreateExp makes them for applications, and inside a
// capture they stand for a command of the graph.
#pragma once

#include "adapters/host/event.h"

namespace ursa::host {

struct Capture;

/// The part of an event that only reusable ones have.
struct ReusableSignal {
  ReusableSignal(ur_context_handle_t hContext, bool isProfiled);
  ~ReusableSignal();

  const ur_context_handle_t context; ///< a reference is held
  const bool profiled;               ///< commands that signal it keep their times

  SpinLock lock; ///< guards the rest
  adapter::Ref<ur_event_handle_t_> command;
  std::shared_ptr<Capture> capture; ///< not null: command `index` of its graph signals it
  uint32_t index = 0;
};

/// A command inside a graph that is being captured, or was.
struct CapturedPoint {
  std::shared_ptr<Capture> capture; ///< null: the event is none of a graph
  uint32_t index = 0;
};

ur_context_handle_t contextOf(const ur_event_handle_t_ &event);

/// The command that an event stands for: itself, unless it is reusable; then the one that was last
/// enqueued to signal it, null when there is none, which counts as complete.
adapter::Ref<ur_event_handle_t_> commandOf(ur_event_handle_t_ &event);

/// Where in a graph an event is.
CapturedPoint capturedPointOf(const ur_event_handle_t_ &event);

/// UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT: only commands that are captured into the graph can wait
/// for an event inside it.
Error insideGraph();
Result<void> checkWaitable(const ur_event_handle_t_ &event);

/// @name Of reusable events: makes commands enqueued from now on wait for that command, and no
/// other.
/// @{
void signalBy(ur_event_handle_t_ &event, ur_event_handle_t_ &command);
void signalBy(ur_event_handle_t_ &event, const CapturedPoint &point);
/// @}

void fillReusableEventTable(ur_dditable_t &table);

} // namespace ursa::host
