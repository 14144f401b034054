#include "adapters/host/graph/command_buffer.h"

#include "adapters/common/command_buffer_functions.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/graph/graph.h"
#include "adapters/host/launch/launch.h"
#include "adapters/host/program/program.h"
#include "adapters/host/queue/queue.h"
#include "adapters/host/queue/reusable_event.h"
#include "support/last_error.h"

namespace ursa::host {
namespace {

Result<void> executeBuffer(const EnqueueParameters &parameters,
                           ur_exp_command_buffer_handle_t_ &buffer) {
  std::unique_lock lock(buffer.mutex);
  URSA_CHECK(adapter::checkExecution<Recordings>(buffer, parameters.queue->context));
  RecordedExecution execution(parameters, buffer.commands, buffer.isProfiled,
                              buffer.previous.get());
  const adapter::Ref<ur_event_handle_t_> before = std::exchange(buffer.previous, execution.end());
  lock.unlock();
  execution.start();
  return {};
}

} // namespace

Result<void> Recordings::checkDeviceInContext(const Context &, ur_device_handle_t device) {
  return checkDevice(device);
}

Result<void> Recordings::checkWaitable(const ur_event_handle_t_ &event) {
  return host::checkWaitable(event);
}

ur_event_handle_t Recordings::makeSignal(ur_context_handle_t context, ur_command_t type,
                                         bool profiled) {
  return new ur_event_handle_t_(context, type, profiled);
}

bool Recordings::isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index) {
  const auto &slots = kernel->info.arguments;
  return index < slots.size() && slots[index].kind == format::host::ArgumentKind::Local;
}

WorkResult Recordings::makeLaunch(ur_device_handle_t, ur_kernel_handle_t kernel,
                                  const adapter::NdRange &range,
                                  std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  URSA_TRY(const format::host::LaunchSizes sizes, launchSizes(kernel->info, range));
  return host::createLaunch(kernel, sizes, arguments, /*runsOnce=*/false);
}

void fillCommandBufferTable(ur_dditable_t &table) {
  adapter::fillCommandBufferFunctions<Recordings>(table);
  table.EnqueueExp.pfnCommandBufferExp = adapter::enqueueCommandBuffer<Recordings, executeBuffer>;
  fillCommandBufferCommands(table);
}

} // namespace ursa::host
