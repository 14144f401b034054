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

ur_result_t enqueueGraph(ur_queue_handle_t hQueue, ur_exp_executable_graph_handle_t hGraph,
                         uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                         ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{hQueue, UR_COMMAND_ENQUEUE_GRAPH_EXP, numEventsInWaitList,
                                       phEventWaitList, phEvent};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_HANDLE(hGraph);
    URSA_CHECK(adapter::Captures<Recordings>::checkNone(parameters));
    if (hGraph->context != hQueue->context)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "The graph belongs to another context than the queue.");
    std::unique_lock lock(hGraph->mutex);
    RecordedExecution execution(parameters, hGraph->commands, /*profiled=*/false,
                                hGraph->previous.get());
    const adapter::Ref<ur_event_handle_t_> before =
        std::exchange(hGraph->previous, execution.end());
    lock.unlock();
    execution.start();
    return {};
  });
}

} // namespace

Result<ur_exp_executable_graph_handle_t>
Recordings::makeExecutable(const ur_exp_graph_handle_t_ &graph) {
  return new ur_exp_executable_graph_handle_t_(graph.context, graph.commands);
}

void fillGraphTable(ur_dditable_t &table) {
  adapter::fillGraphFunctions<Recordings>(table);
  table.EnqueueExp.pfnGraphExp = enqueueGraph;
}

} // namespace ursa::host
