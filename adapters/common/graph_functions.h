// The graph functions that all adapters share: objects, descriptions and captures. Included only
// where an adapter fills its table. The adapter provides the enqueue function.
#pragma once

#include "adapters/common/graph_capture.h"
#include "adapters/common/references.h"

namespace ursa::adapter {

template <GraphTraits Adapter> struct GraphFunctions {
  using Graph = typename Adapter::Graph;

  static ur_result_t create(ur_context_handle_t hContext, ur_exp_graph_handle_t *phGraph) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_POINTER(phGraph);
      *phGraph = new Graph(hContext);
      return {};
    });
  }

  static ur_result_t instantiate(ur_exp_graph_handle_t hGraph,
                                 ur_exp_executable_graph_handle_t *phExecGraph) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hGraph);
      URSA_POINTER(phExecGraph);
      Graph &graph = *hGraph;
      const std::lock_guard guard(graph.mutex);
      if (graph.isBeingCaptured)
        return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                         "Commands are still being captured into the graph.");
      if (graph.commands.empty())
        return makeError(UR_RESULT_ERROR_INVALID_ARGUMENT, "The graph has no commands.");
      URSA_TRY(*phExecGraph, Adapter::makeExecutable(graph));
      return {};
    });
  }

  // Captures and events may hold further references; the application's handle becomes invalid.
  static ur_result_t destroy(ur_exp_graph_handle_t hGraph) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hGraph);
      Graph &graph = *hGraph;
      std::vector<typename Graph::DestructionCallback> callbacks;
      {
        const std::lock_guard guard(graph.mutex);
        callbacks.swap(graph.destructionCallbacks);
      }
      release(&graph);
      for (const auto &callback : callbacks)
        callback.function(callback.userData);
      return {};
    });
  }

  static ur_result_t isEmpty(ur_exp_graph_handle_t hGraph, bool *pResult) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hGraph);
      URSA_POINTER(pResult);
      Graph &graph = *hGraph;
      const std::lock_guard guard(graph.mutex);
      *pResult = graph.commands.empty();
      return {};
    });
  }

  static ur_result_t getId(ur_exp_graph_handle_t hGraph, uint64_t *pGraphId) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hGraph);
      URSA_POINTER(pGraphId);
      const Graph &graph = *hGraph;
      *pGraphId = graph.id;
      return {};
    });
  }

  static ur_result_t setDestructionCallback(ur_exp_graph_handle_t hGraph,
                                            ur_exp_graph_destruction_callback_t pfnCallback,
                                            void *pUserData) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hGraph);
      URSA_POINTER(reinterpret_cast<const void *>(pfnCallback));
      Graph &graph = *hGraph;
      const std::lock_guard guard(graph.mutex);
      graph.destructionCallbacks.push_back({pfnCallback, pUserData});
      return {};
    });
  }

  static ur_result_t dump(ur_exp_graph_handle_t hGraph, const char *filePath) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hGraph);
      URSA_POINTER(filePath);
      Graph &graph = *hGraph;
      std::vector<GraphLine> lines;
      {
        const std::lock_guard guard(graph.mutex);
        for (const RecordedCommand<Adapter> &command : graph.commands)
          lines.push_back({command.type, command.after});
      }
      return writeGraph(filePath, graph.id, lines);
    });
  }
};

/// Implements pfnGraphExp.
/// @tparam Execute gets parameters with a queue and a valid wait list, and a graph of the queue's
///                 context
template <GraphTraits Adapter,
          Callable<Result<void>(const EnqueueParameters &,
                                typename Adapter::ExecutableGraph &)> auto Execute>
ur_result_t enqueueGraph(ur_queue_handle_t hQueue, ur_exp_executable_graph_handle_t hGraph,
                         uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                         ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{hQueue, UR_COMMAND_ENQUEUE_GRAPH_EXP, numEventsInWaitList,
                                       phEventWaitList, phEvent};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_HANDLE(hGraph);
    URSA_CHECK(Captures<Adapter>::checkNone(parameters));
    typename Adapter::ExecutableGraph &graph = *hGraph;
    const typename Adapter::Queue &queue = *hQueue;
    if (graph.context != queue.context)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "The graph belongs to another context than the queue.");
    return Execute(parameters, graph);
  });
}

template <GraphTraits Adapter> void fillGraphFunctions(ur_dditable_t &table) {
  using Functions = GraphFunctions<Adapter>;
  table.GraphExp.pfnCreateExp = Functions::create;
  table.GraphExp.pfnInstantiateGraphExp = Functions::instantiate;
  table.GraphExp.pfnDestroyExp = Functions::destroy;
  // A running execution retains everything that it needs.
  table.GraphExp.pfnExecutableGraphDestroyExp = releaseHandle<typename Adapter::ExecutableGraph>;
  table.GraphExp.pfnIsEmptyExp = Functions::isEmpty;
  table.GraphExp.pfnGetIdExp = Functions::getId;
  table.GraphExp.pfnSetDestructionCallbackExp = Functions::setDestructionCallback;
  table.GraphExp.pfnDumpContentsExp = Functions::dump;

  using Captures = CaptureFunctions<Adapter>;
  table.QueueExp.pfnBeginGraphCaptureExp = Captures::begin;
  table.QueueExp.pfnBeginCaptureIntoGraphExp = Captures::beginInto;
  table.QueueExp.pfnEndGraphCaptureExp = Captures::end;
  table.QueueExp.pfnIsGraphCaptureEnabledExp = Captures::isEnabled;
  table.QueueExp.pfnGetGraphExp = Captures::getGraph;
}

} // namespace ursa::adapter
