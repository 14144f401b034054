#include "adapters/host/graph/graph.h"

#include "adapters/common/graph_functions.h"
#include "adapters/host/driver/adapter.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/queue/queue.h"

namespace ursa::host {

ExecutableGraph::ExecutableGraph(ur_context_handle_t hContext,
                                 std::vector<RecordedCommand> graphCommands)
    : context(hContext), commands(std::move(graphCommands)) {
  adapter::retain(context);
}

ExecutableGraph::~ExecutableGraph() { adapter::release(context); }

namespace {

Result<void> executeGraph(const EnqueueParameters &parameters,
                          ur_exp_executable_graph_handle_t_ &graph) {
  std::unique_lock lock(graph.mutex);
  RecordedExecution execution(parameters, graph.commands, /*profiled=*/false, graph.previous.get());
  const adapter::Ref<ur_event_handle_t_> before = std::exchange(graph.previous, execution.end());
  lock.unlock();
  execution.start();
  return {};
}

} // namespace

Result<ur_exp_executable_graph_handle_t>
Recordings::makeExecutable(const ur_exp_graph_handle_t_ &graph) {
  return new ur_exp_executable_graph_handle_t_(graph.context, graph.commands);
}

void fillGraphTable(ur_dditable_t &table) {
  adapter::fillGraphFunctions<Recordings>(table);
  table.EnqueueExp.pfnGraphExp = adapter::enqueueGraph<Recordings, executeGraph>;
}

} // namespace ursa::host
