// Capture: the commands of a queue go into a graph instead of being run. A queue that captures
// nothing joins a capture (forks from it) with the first command that waits for an event of it.
//
// Lock order: the graph's mutex before the queue's lock; an event's lock is taken last.
#pragma once

#include "adapters/host/graph.h"

#include <optional>

namespace ursa::host {

/// From urQueueBegin*Capture* to urQueueEndGraphCaptureExp.
struct Capture {
  Capture(adapter::Ref<ur_exp_graph_handle_t_> into, bool isGraphNew)
      : graph(std::move(into)), isNew(isGraphNew) {}

  const adapter::Ref<ur_exp_graph_handle_t_> graph;
  const bool isNew; ///< the graph was made for the capture; its end gives it to the application
  std::atomic<bool> active{true}; ///< changed under the graph's mutex
  /// Of each command, whether the queue that began the capture gave it. Guarded by the graph's
  /// mutex.
  std::vector<bool> isOfFirstQueue;
};

/// One queue's part in a capture. All but the first two guarded by the graph's mutex.
struct QueueCapture {
  const std::shared_ptr<Capture> capture;
  const bool isFirst;              ///< the queue began the capture, and ends it
  std::vector<uint32_t> commands;  ///< that the queue gave
  std::optional<uint32_t> barrier; ///< later commands of an unordered queue wait for this one
};

/// Whether captureCommand has to be asked.
bool mayBeCaptured(const EnqueueParameters &parameters);

/// Takes a command into a graph, if the queue or an event that the command waits for is being
/// captured. @return whether it was taken; if not, nothing has happened. Errors:
/// UR_RESULT_ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT, UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT for an event
/// of a capture that ended, UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED.
Result<bool> captureCommand(const EnqueueParameters &parameters, std::unique_ptr<Work> &work);

/// For commands that no graph takes: an error when this one would have to go into one.
Result<void> refuseCapture(const EnqueueParameters &parameters);

/// Ends the capture that a queue began, when the queue itself ends.
void abandonCapture(ur_queue_handle_t_ &queue);

void fillCaptureTable(ur_dditable_t &table);

} // namespace ursa::host
