#include "adapters/host/graph.h"

#include "adapters/common/references.h"
#include "adapters/host/adapter.h"
#include "adapters/host/context.h"
#include "adapters/host/graph_capture.h"
#include "adapters/host/queue.h"
#include "core/support/last_error.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace {

uint64_t nextGraphId() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

} // namespace

ur_exp_graph_handle_t_::ur_exp_graph_handle_t_(ur_context_handle_t hContext)
    : context(hContext), id(nextGraphId()) {
  ursa::adapter::retain(context);
}

ur_exp_graph_handle_t_::~ur_exp_graph_handle_t_() { ursa::adapter::release(context); }

ur_exp_executable_graph_handle_t_::ur_exp_executable_graph_handle_t_(
    ur_context_handle_t hContext, std::vector<ursa::host::RecordedCommand> graphCommands)
    : context(hContext), commands(std::move(graphCommands)) {
  ursa::adapter::retain(context);
}

ur_exp_executable_graph_handle_t_::~ur_exp_executable_graph_handle_t_() {
  ursa::adapter::release(context);
}

namespace ursa::host {
namespace {

ur_result_t create(ur_context_handle_t hContext, ur_exp_graph_handle_t *phGraph) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phGraph);
    *phGraph = new ur_exp_graph_handle_t_(hContext);
    return {};
  });
}

ur_result_t instantiate(ur_exp_graph_handle_t hGraph,
                        ur_exp_executable_graph_handle_t *phExecGraph) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hGraph);
    URSA_POINTER(phExecGraph);
    const std::lock_guard guard(hGraph->mutex);
    if (hGraph->isBeingCaptured)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "Commands are still being captured into the graph.");
    if (hGraph->commands.empty())
      return makeError(UR_RESULT_ERROR_INVALID_ARGUMENT, "The graph has no commands.");
    *phExecGraph = new ur_exp_executable_graph_handle_t_(hGraph->context, hGraph->commands);
    return {};
  });
}

// Captures and events may hold further references; the application's handle becomes invalid.
ur_result_t destroy(ur_exp_graph_handle_t hGraph) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hGraph);
    std::vector<ur_exp_graph_handle_t_::DestructionCallback> callbacks;
    {
      const std::lock_guard guard(hGraph->mutex);
      callbacks.swap(hGraph->destructionCallbacks);
    }
    adapter::release(hGraph);
    for (const auto &callback : callbacks)
      callback.function(callback.userData);
    return {};
  });
}

ur_result_t isEmpty(ur_exp_graph_handle_t hGraph, bool *pResult) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hGraph);
    URSA_POINTER(pResult);
    const std::lock_guard guard(hGraph->mutex);
    *pResult = hGraph->commands.empty();
    return {};
  });
}

ur_result_t getId(ur_exp_graph_handle_t hGraph, uint64_t *pGraphId) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hGraph);
    URSA_POINTER(pGraphId);
    *pGraphId = hGraph->id;
    return {};
  });
}

ur_result_t setDestructionCallback(ur_exp_graph_handle_t hGraph,
                                   ur_exp_graph_destruction_callback_t pfnCallback,
                                   void *pUserData) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hGraph);
    URSA_POINTER(reinterpret_cast<const void *>(pfnCallback));
    const std::lock_guard guard(hGraph->mutex);
    hGraph->destructionCallbacks.push_back({pfnCallback, pUserData});
    return {};
  });
}

const char *nameOf(ur_command_t type) {
  switch (type) {
  case UR_COMMAND_KERNEL_LAUNCH:
    return "kernel launch";
  case UR_COMMAND_EVENTS_WAIT:
    return "wait";
  case UR_COMMAND_EVENTS_WAIT_WITH_BARRIER:
    return "barrier";
  case UR_COMMAND_MEM_BUFFER_READ:
    return "buffer read";
  case UR_COMMAND_MEM_BUFFER_WRITE:
    return "buffer write";
  case UR_COMMAND_MEM_BUFFER_READ_RECT:
    return "buffer read of a region";
  case UR_COMMAND_MEM_BUFFER_WRITE_RECT:
    return "buffer write of a region";
  case UR_COMMAND_MEM_BUFFER_COPY:
    return "buffer copy";
  case UR_COMMAND_MEM_BUFFER_COPY_RECT:
    return "buffer copy of a region";
  case UR_COMMAND_MEM_BUFFER_FILL:
    return "buffer fill";
  case UR_COMMAND_MEM_BUFFER_MAP:
    return "buffer map";
  case UR_COMMAND_MEM_UNMAP:
    return "buffer unmap";
  case UR_COMMAND_USM_FILL:
    return "USM fill";
  case UR_COMMAND_USM_MEMCPY:
    return "USM copy";
  case UR_COMMAND_USM_FILL_2D:
    return "USM fill of rows";
  case UR_COMMAND_USM_MEMCPY_2D:
    return "USM copy of rows";
  case UR_COMMAND_USM_PREFETCH:
    return "USM prefetch";
  case UR_COMMAND_USM_ADVISE:
    return "USM advice";
  case UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ:
    return "variable read";
  case UR_COMMAND_DEVICE_GLOBAL_VARIABLE_WRITE:
    return "variable write";
  case UR_COMMAND_HOST_TASK_EXP:
    return "host task";
  case UR_COMMAND_ENQUEUE_NATIVE_EXP:
    return "native command";
  default:
    return "command";
  }
}

// Returns the graph in the DOT language of Graphviz.
std::string dotTextOf(const ur_exp_graph_handle_t_ &graph) {
  std::string text = fmt::format("digraph graph_{} {{\n", graph.id);
  for (size_t i = 0; i < graph.commands.size(); ++i) {
    text += fmt::format("  c{} [label=\"{}: {}\"];\n", i, i, nameOf(graph.commands[i].type));
    for (const uint32_t earlier : graph.commands[i].after)
      text += fmt::format("  c{} -> c{};\n", earlier, i);
  }
  return text + "}\n";
}

ur_result_t dump(ur_exp_graph_handle_t hGraph, const char *filePath) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hGraph);
    URSA_POINTER(filePath);
    std::string text;
    {
      const std::lock_guard guard(hGraph->mutex);
      text = dotTextOf(*hGraph);
    }
    errno = 0;
    std::ofstream file(filePath, std::ios::trunc);
    file << text << std::flush;
    if (!file)
      return makeError(UR_RESULT_ERROR_UNKNOWN, "The graph could not be written to '{}': {}.",
                       filePath, std::strerror(errno));
    return {};
  });
}

ur_result_t enqueueGraph(ur_queue_handle_t hQueue, ur_exp_executable_graph_handle_t hGraph,
                         uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                         ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{hQueue, UR_COMMAND_ENQUEUE_GRAPH_EXP, numEventsInWaitList,
                                       phEventWaitList, phEvent};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_HANDLE(hGraph);
    URSA_CHECK(checkNotCaptured(parameters));
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

void fillGraphTable(ur_dditable_t &table) {
  table.GraphExp.pfnCreateExp = create;
  table.GraphExp.pfnInstantiateGraphExp = instantiate;
  table.GraphExp.pfnDestroyExp = destroy;
  // A running execution retains everything that it needs.
  table.GraphExp.pfnExecutableGraphDestroyExp =
      adapter::releaseHandle<ur_exp_executable_graph_handle_t_>;
  table.GraphExp.pfnIsEmptyExp = isEmpty;
  table.GraphExp.pfnGetIdExp = getId;
  table.GraphExp.pfnSetDestructionCallbackExp = setDestructionCallback;
  table.GraphExp.pfnDumpContentsExp = dump;
  table.EnqueueExp.pfnGraphExp = enqueueGraph;
}

} // namespace ursa::host
