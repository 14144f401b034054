#include "adapters/host/command_buffer.h"

#include "adapters/common/info.h"
#include "adapters/common/references.h"
#include "adapters/host/adapter.h"
#include "adapters/host/context.h"
#include "adapters/host/device.h"
#include "adapters/host/graph_capture.h"
#include "adapters/host/queue.h"
#include "adapters/host/reusable_event.h"
#include "core/support/last_error.h"

ur_exp_command_buffer_handle_t_::ur_exp_command_buffer_handle_t_(
    ur_context_handle_t hContext, const ur_exp_command_buffer_desc_t &description)
    : context(hContext), isUpdatable(description.isUpdatable), isInOrder(description.isInOrder),
      isProfiled(description.enableProfiling) {
  ursa::adapter::retain(context);
}

ur_exp_command_buffer_handle_t_::~ur_exp_command_buffer_handle_t_() {
  ursa::adapter::release(context);
}

namespace ursa::host {
namespace {

using adapter::InfoWriter;
using adapter::Ref;

ur_result_t create(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                   const ur_exp_command_buffer_desc_t *pCommandBufferDesc,
                   ur_exp_command_buffer_handle_t *phCommandBuffer) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hDevice);
    URSA_POINTER(pCommandBufferDesc);
    URSA_POINTER(phCommandBuffer);
    URSA_CHECK(checkDevice(hDevice));
    *phCommandBuffer = new ur_exp_command_buffer_handle_t_(hContext, *pCommandBufferDesc);
    return {};
  });
}

ur_result_t finalize(ur_exp_command_buffer_handle_t hCommandBuffer) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hCommandBuffer);
    const std::lock_guard guard(hCommandBuffer->mutex);
    if (hCommandBuffer->isFinalized)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "The command buffer was finalized before.");
    hCommandBuffer->isFinalized = true;
    return {};
  });
}

ur_result_t enqueueBuffer(ur_queue_handle_t hQueue, ur_exp_command_buffer_handle_t hCommandBuffer,
                          uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                          ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{.queue = hQueue,
                                       .type = UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP,
                                       .waitCount = numEventsInWaitList,
                                       .waitList = phEventWaitList,
                                       .phEvent = phEvent};
    URSA_HANDLE(hQueue);
    URSA_HANDLE(hCommandBuffer);
    URSA_CHECK(checkEnqueue(parameters));
    URSA_CHECK(refuseCapture(parameters));
    if (hCommandBuffer->context != hQueue->context)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "The command buffer is of another context than the queue.");
    std::unique_lock lock(hCommandBuffer->mutex);
    if (!hCommandBuffer->isFinalized)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "The command buffer was enqueued before it was finalized.");
    RecordedExecution execution(parameters, hCommandBuffer->commands, hCommandBuffer->isProfiled,
                                hCommandBuffer->previous.get());
    const Ref<ur_event_handle_t_> before = std::exchange(hCommandBuffer->previous, execution.end());
    lock.unlock();
    execution.start();
    return {};
  });
}

Result<void> checkCommand(ur_exp_command_buffer_command_handle_t hCommand) {
  URSA_HANDLE(hCommand);
  if (!hCommand->commandBuffer->isFinalized)
    return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                     "The command's command buffer is not finalized.");
  return {};
}

ur_result_t updateSignalEvent(ur_exp_command_buffer_command_handle_t hCommand,
                              ur_event_handle_t *phSignalEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hCommand);
    URSA_POINTER(phSignalEvent);
    ur_exp_command_buffer_handle_t_ &buffer = *hCommand->commandBuffer;
    Ref<ur_event_handle_t_> replaced; // goes without the lock
    const std::lock_guard guard(buffer.mutex);
    URSA_CHECK(checkCommand(hCommand));
    RecordedCommand &command = buffer.commands[hCommand->index];
    if (!command.signals)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "Command {} of the command buffer was appended without an event.",
                       hCommand->index);
    replaced = Ref<ur_event_handle_t_>::adopt(
        new ur_event_handle_t_(buffer.context, command.type, buffer.isProfiled));
    std::swap(replaced, command.signals);
    adapter::retain(command.signals.get());
    *phSignalEvent = command.signals.get();
    return {};
  });
}

Result<void> checkWaitList(uint32_t count, const ur_event_handle_t *events) {
  if ((count == 0) != (events == nullptr))
    return makeError(UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST,
                     "numEventsInWaitList is {}, and phEventWaitList is {}.", count,
                     events ? "not null" : "null");
  for (uint32_t i = 0; i < count; ++i) {
    if (!events[i])
      return makeError(UR_RESULT_ERROR_INVALID_EVENT, "Event {} of {} in the wait list is null.", i,
                       count);
    URSA_CHECK(checkWaitable(*events[i]));
  }
  return {};
}

std::vector<Ref<ur_event_handle_t_>> holdEvents(uint32_t count, const ur_event_handle_t *events) {
  std::vector<Ref<ur_event_handle_t_>> held;
  held.reserve(count);
  for (uint32_t i = 0; i < count; ++i)
    held.emplace_back(events[i]);
  return held;
}

ur_result_t updateWaitEvents(ur_exp_command_buffer_command_handle_t hCommand,
                             uint32_t numEventsInWaitList,
                             const ur_event_handle_t *phEventWaitList) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hCommand);
    URSA_CHECK(checkWaitList(numEventsInWaitList, phEventWaitList));
    auto events = holdEvents(numEventsInWaitList, phEventWaitList);
    ur_exp_command_buffer_handle_t_ &buffer = *hCommand->commandBuffer;
    const std::lock_guard guard(buffer.mutex);
    URSA_CHECK(checkCommand(hCommand));
    RecordedCommand &command = buffer.commands[hCommand->index];
    if (command.waitList.size() != numEventsInWaitList)
      return makeError(UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST,
                       "Command {} of the command buffer waits for {} events; {} were given.",
                       hCommand->index, command.waitList.size(), numEventsInWaitList);
    command.waitList = std::move(events);
    return {};
  });
}

ur_result_t getInfo(ur_exp_command_buffer_handle_t hCommandBuffer,
                    ur_exp_command_buffer_info_t propName, size_t propSize, void *pPropValue,
                    size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hCommandBuffer);
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_EXP_COMMAND_BUFFER_INFO_REFERENCE_COUNT:
      return writer.value(hCommandBuffer->references.load());
    case UR_EXP_COMMAND_BUFFER_INFO_DESCRIPTOR: {
      const ur_exp_command_buffer_desc_t description = {
          UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr, hCommandBuffer->isUpdatable,
          hCommandBuffer->isInOrder, hCommandBuffer->isProfiled};
      return writer.value(description);
    }
    default:
      return InfoWriter::unknown("urCommandBufferGetInfoExp", propName);
    }
  });
}

} // namespace

Result<void> checkAppend(const AppendParameters &parameters) {
  if (!parameters.commandBuffer)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "The handle hCommandBuffer is null.");
  const ur_exp_command_buffer_handle_t_ &buffer = *parameters.commandBuffer;
  if (buffer.isFinalized)
    return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                     "A command was to be appended to a command buffer that is finalized.");
  if (parameters.command && !buffer.isUpdatable)
    return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                     "A command handle was asked for; the command buffer is not updatable.");
  if ((parameters.syncPointCount == 0) != (parameters.syncPoints == nullptr))
    return makeError(UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_SYNC_POINT_WAIT_LIST_EXP,
                     "numSyncPointsInWaitList is {}, and pSyncPointWaitList is {}.",
                     parameters.syncPointCount, parameters.syncPoints ? "not null" : "null");
  for (uint32_t i = 0; i < parameters.syncPointCount; ++i)
    if (parameters.syncPoints[i] >= buffer.commands.size())
      return makeError(UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_SYNC_POINT_EXP,
                       "The command buffer has no sync point {}; it has {} commands.",
                       parameters.syncPoints[i], buffer.commands.size());
  return checkWaitList(parameters.waitCount, parameters.waitList);
}

uint32_t append(const AppendParameters &parameters, std::shared_ptr<Work> work) {
  ur_exp_command_buffer_handle_t_ &buffer = *parameters.commandBuffer;
  const auto index = static_cast<uint32_t>(buffer.commands.size());
  RecordedCommand command{.type = parameters.type, .work = std::move(work)};
  command.after.assign(parameters.syncPoints, parameters.syncPoints + parameters.syncPointCount);
  if (buffer.isInOrder && index > 0)
    command.after.push_back(index - 1);
  else if (buffer.floor)
    command.after.push_back(*buffer.floor);
  command.waitList = holdEvents(parameters.waitCount, parameters.waitList);
  if (parameters.event)
    command.signals = Ref<ur_event_handle_t_>::adopt(
        new ur_event_handle_t_(buffer.context, parameters.type, buffer.isProfiled));
  if (parameters.command)
    *parameters.command = &buffer.handles.emplace_back(&buffer, index);
  if (parameters.event)
    *parameters.event = Ref<ur_event_handle_t_>(command.signals).detach();
  if (parameters.syncPoint)
    *parameters.syncPoint = index;
  buffer.commands.push_back(std::move(command));
  return index;
}

void fillCommandBufferTable(ur_dditable_t &table) {
  table.CommandBufferExp.pfnCreateExp = create;
  table.CommandBufferExp.pfnRetainExp = adapter::retainHandle<ur_exp_command_buffer_handle_t_>;
  // Executions hold what they run.
  table.CommandBufferExp.pfnReleaseExp = adapter::releaseHandle<ur_exp_command_buffer_handle_t_>;
  table.CommandBufferExp.pfnFinalizeExp = finalize;
  table.CommandBufferExp.pfnUpdateSignalEventExp = updateSignalEvent;
  table.CommandBufferExp.pfnUpdateWaitEventsExp = updateWaitEvents;
  table.CommandBufferExp.pfnGetInfoExp = getInfo;
  table.EnqueueExp.pfnCommandBufferExp = enqueueBuffer;
  fillCommandBufferCommands(table);
  fillCommandBufferLaunches(table);
}

} // namespace ursa::host
