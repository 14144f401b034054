#include "adapters/cuda/graph/graph.h"

#include "adapters/common/graph_functions.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/queue/queue.h"

namespace ursa::cuda {

ExecutableGraph::ExecutableGraph(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                                 RecordedCommands graphCommands)
    : context(hContext), device(hDevice), commands(std::move(graphCommands)) {
  adapter::retain(context);
}

// Commands reference objects of the context.
ExecutableGraph::~ExecutableGraph() {
  work = {};
  commands.clear();
  adapter::release(context);
}

namespace {

Result<void> executeGraph(const EnqueueParameters &parameters,
                          ur_exp_executable_graph_handle_t_ &graph) {
  const ur_queue_handle_t_ &queue = *parameters.queue;
  if (graph.device != queue.device)
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE,
                     "The graph has commands of device '{}'; the queue is of device '{}'.",
                     graph.device->name, queue.device->name);
  URSA_CHECK(queue.native.checkNotLost());
  const std::lock_guard guard(graph.mutex);
  return graph.work.enqueue(parameters, graph.commands, /*isProfiled=*/false);
}

} // namespace

bool Recordings::mayBeInGraph(const ur_event_handle_t_ &event) { return event.mayBeInGraph(); }

adapter::CapturedPoint Recordings::capturedPointOf(const ur_event_handle_t_ &event) {
  return event.mayBeInGraph() ? event.state().captured : adapter::CapturedPoint();
}

void Recordings::signalBy(ur_event_handle_t_ &event, const adapter::CapturedPoint &point) {
  event.set({.captured = point});
}

Result<void> Recordings::checkJoins(const ur_exp_graph_handle_t_ &graph,
                                    const ur_queue_handle_t_ &queue) {
  if (queue.device != graph.device)
    return makeError(UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED,
                     "The queue is of device '{}' and cannot join the capture of a queue of device "
                     "'{}'.",
                     queue.device->name, graph.device->name);
  if (&queue.native != &graph.context->of(graph.device))
    return makeError(UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED,
                     "The queue has another CUDA context on device '{}' than the queue "
                     "whose capture it would join.",
                     queue.device->name);
  return {};
}

Result<ur_exp_executable_graph_handle_t>
Recordings::makeExecutable(const ur_exp_graph_handle_t_ &graph) {
  NativeContext &native = graph.context->of(graph.device);
  URSA_CHECK(native.checkNotLost());
  auto executable = adapter::Ref<ur_exp_executable_graph_handle_t_>::adopt(
      new ur_exp_executable_graph_handle_t_(graph.context, graph.device, graph.commands));
  executable->work.make(native, executable->commands, "captured graph");
  URSA_CHECK(native.checkNotLost());
  return executable.detach();
}

void fillGraphTable(ur_dditable_t &table) {
  adapter::fillGraphFunctions<Recordings>(table);
  table.EnqueueExp.pfnGraphExp = adapter::enqueueGraph<Recordings, executeGraph>;
}

} // namespace ursa::cuda
