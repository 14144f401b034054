#include "adapters/cuda/graph/command_buffer.h"

#include "adapters/common/command_buffer_functions.h"
#include "adapters/common/memory_work.h"
#include "adapters/common/native_command_append.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/graph/graph.h"
#include "adapters/cuda/launch/launch.h"
#include "adapters/cuda/queue/queue.h"

namespace ursa::cuda {
namespace {

Result<void> executeBuffer(const EnqueueParameters &parameters,
                           ur_exp_command_buffer_handle_t_ &buffer) {
  const ur_queue_handle_t_ &queue = *parameters.queue;
  URSA_CHECK(queue.native.checkNotLost());
  const std::lock_guard guard(buffer.mutex);
  URSA_CHECK(adapter::checkExecution<Recordings>(buffer, queue.context));
  if (buffer.device != queue.device)
    return makeError(UR_RESULT_ERROR_INVALID_DEVICE,
                     "The command buffer has commands of device '{}'; the queue is of device '{}'.",
                     buffer.device->name, queue.device->name);
  if (buffer.isUpdatable) {
    URSA_TRY(const Current current, queue.native.enter());
    URSA_CHECK(buffer.work.refresh(queue.native, buffer.commands));
  }
  return buffer.work.enqueue(parameters, buffer.commands, buffer.isProfiled);
}

} // namespace

Result<void> Recordings::checkWaitable(const ur_event_handle_t_ &event) {
  return adapter::checkOutsideGraph<Recordings>(event);
}

ur_event_handle_t Recordings::makeSignal(ur_context_handle_t context, ur_command_t type, bool) {
  return new ur_event_handle_t_(context, type);
}

bool Recordings::isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index) {
  return kernel->parameters && index < kernel->parameters->size() &&
         (*kernel->parameters)[index].kind == adapter::ParameterKind::Local;
}

bool Recordings::mayBeLocal(const ur_kernel_handle_t_ *kernel, uint32_t index) {
  return kernel->parameters && index < kernel->parameters->size() &&
         (*kernel->parameters)[index].kind == adapter::ParameterKind::LocalOrValue;
}

WorkResult Recordings::makeLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                                  const adapter::NdRange &range,
                                  std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  return cuda::createLaunch(device, kernel, range, arguments, {});
}

void Recordings::beginNative(ur_exp_command_buffer_handle_t_ &buffer) {
  buffer.nativeGraphs.push_back(nullptr);
}

// The nodes that the application added to the native handle are a graph in the graph.
WorkResult Recordings::endNative(ur_exp_command_buffer_handle_t_ &buffer) {
  CUgraph const added = buffer.nativeGraphs.back();
  buffer.nativeGraphs.pop_back();
  if (!added)
    return WorkPointer();
  URSA_TRY(std::shared_ptr<NativeGraph> graph,
           NativeGraph::adopt(buffer.context->of(buffer.device), added));
  return NativeGraph::workOf(std::move(graph));
}

void Recordings::onFinalize(ur_exp_command_buffer_handle_t_ &buffer) {
  buffer.work.make(buffer.context->of(buffer.device), buffer.commands, "command buffer");
}

void fillCommandBufferTable(ur_dditable_t &table) {
  adapter::fillCommandBufferFunctions<Recordings>(table);
  table.EnqueueExp.pfnCommandBufferExp = adapter::enqueueCommandBuffer<Recordings, executeBuffer>;
  adapter::fillMemoryAppends<Recordings, adapter::MemoryWork<Commands>>(table);
  table.CommandBufferExp.pfnAppendNativeCommandExp = adapter::appendNativeCommand<Recordings>;
}

} // namespace ursa::cuda
