#include "adapters/host/graph/command_buffer.h"

#include "adapters/common/command_buffer_functions.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/graph/graph.h"
#include "adapters/host/launch/launch.h"
#include "adapters/host/program/program.h"
#include "adapters/host/queue/queue.h"
#include "adapters/host/queue/reusable_event.h"
#include "core/support/last_error.h"

namespace ursa::host {
namespace {

ur_result_t enqueueBuffer(ur_queue_handle_t hQueue, ur_exp_command_buffer_handle_t hCommandBuffer,
                          uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                          ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{hQueue, UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP,
                                       numEventsInWaitList, phEventWaitList, phEvent};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_HANDLE(hCommandBuffer);
    URSA_CHECK(adapter::Captures<Recordings>::checkNone(parameters));
    std::unique_lock lock(hCommandBuffer->mutex);
    URSA_CHECK(adapter::checkExecution<Recordings>(*hCommandBuffer, hQueue->context));
    RecordedExecution execution(parameters, hCommandBuffer->commands, hCommandBuffer->isProfiled,
                                hCommandBuffer->previous.get());
    const adapter::Ref<ur_event_handle_t_> before =
        std::exchange(hCommandBuffer->previous, execution.end());
    lock.unlock();
    execution.start();
    return {};
  });
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
  return index < slots.size() && slots[index].kind == ArgumentKind::Local;
}

WorkResult Recordings::makeLaunch(ur_device_handle_t, ur_kernel_handle_t kernel,
                                  const adapter::NdRange &range,
                                  std::span<const ur_exp_kernel_arg_properties_t> arguments) {
  URSA_TRY(const LaunchSizes sizes, launchSizes(kernel->info, range));
  return host::createLaunch(kernel, sizes, arguments);
}

void fillCommandBufferTable(ur_dditable_t &table) {
  adapter::fillCommandBufferFunctions<Recordings>(table);
  table.EnqueueExp.pfnCommandBufferExp = enqueueBuffer;
  fillCommandBufferCommands(table);
}

} // namespace ursa::host
