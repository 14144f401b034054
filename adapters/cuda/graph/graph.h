// Graphs of the application: commands that queues captured, and executable copies of them.
#pragma once

#include "adapters/common/graph_capture.h"
#include "adapters/cuda/graph/recorded_work.h"

namespace ursa::cuda {

using Captures = adapter::Captures<Recordings>;

} // namespace ursa::cuda

struct ur_exp_graph_handle_t_ : ursa::adapter::Graph<ursa::cuda::Recordings> {
  using Graph::Graph;
};

namespace ursa::cuda {

struct ExecutableGraph : adapter::HandleBase {
  ExecutableGraph(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                  RecordedCommands graphCommands);
  ~ExecutableGraph();

  const ur_context_handle_t context; ///< a reference is held
  const ur_device_handle_t device;
  RecordedCommands commands; ///< not changed

  std::mutex mutex;  ///< guards the member below
  RecordedWork work; ///< of the commands
};

} // namespace ursa::cuda

struct ur_exp_executable_graph_handle_t_ : ursa::cuda::ExecutableGraph {
  using ExecutableGraph::ExecutableGraph;
};
