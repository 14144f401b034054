// Capture: the commands of a queue are added to a graph and do not run. A queue that captures
// nothing joins a capture (forks from it) with the first command that waits for an event of the
// capture.
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
  const bool isNew; ///< the graph was created for the capture; ending it returns the graph to the
                    ///< application
  std::atomic<bool> active{true}; ///< changed under the graph's mutex
  /// For each command, whether it was enqueued to the queue that began the capture. Guarded by the
  /// graph's mutex.
  std::vector<bool> isOfFirstQueue;
};

/// One queue's part in a capture. The graph's mutex guards all members except the first two.
struct QueueCapture {
  const std::shared_ptr<Capture> capture;
  const bool isFirst;              ///< the queue began the capture and must end it
  std::vector<uint32_t> commands;  ///< commands of this queue
  std::optional<uint32_t> barrier; ///< later commands of an unordered queue wait for this one
};

/// Returns whether captureCommand must be called.
bool mayBeCaptured(const EnqueueParameters &parameters);

/// Adds a command to a graph if the queue or an event in the wait list is being captured. @return
/// whether the command was added; if not, nothing has changed. Errors:
/// UR_RESULT_ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT, UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT for an event
/// of a capture that ended, UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED.
Result<bool> captureCommand(const EnqueueParameters &parameters, std::unique_ptr<Work> &work);

/// Fails if the command would be captured. For commands that graphs do not support.
Result<void> checkNotCaptured(const EnqueueParameters &parameters);

/// Ends the capture that a queue began when the queue is destroyed.
void abandonCapture(ur_queue_handle_t_ &queue);

void fillCaptureTable(ur_dditable_t &table);

} // namespace ursa::host
