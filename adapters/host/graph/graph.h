// Graphs: the commands that queues captured, and executable copies of them.
#pragma once

#include "adapters/common/graph_capture.h"
#include "adapters/host/graph/recorded_work.h"

#include <mutex>

struct ur_exp_graph_handle_t_ : ursa::adapter::Graph<ursa::host::Recordings> {
  using Graph::Graph;
};

namespace ursa::host {

struct ExecutableGraph : adapter::HandleBase {
  ExecutableGraph(ur_context_handle_t hContext, std::vector<RecordedCommand> graphCommands);
  ~ExecutableGraph();

  const ur_context_handle_t context; ///< a reference is held
  const std::vector<RecordedCommand> commands;

  std::mutex mutex;                          ///< guards previous
  adapter::Ref<ur_event_handle_t_> previous; ///< the last execution; executions do not overlap
};

void fillGraphTable(ur_dditable_t &table);

} // namespace ursa::host

struct ur_exp_executable_graph_handle_t_ : ursa::host::ExecutableGraph {
  using ExecutableGraph::ExecutableGraph;
};
