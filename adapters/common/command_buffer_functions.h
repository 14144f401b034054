// The command-buffer functions that all adapters share. Included only where an adapter fills its
// table.
#pragma once

#include "adapters/common/command_buffer.h"
#include "adapters/common/graph_capture.h"
#include "adapters/common/info.h"
#include "adapters/common/references.h"

namespace ursa::adapter {

template <CommandBufferTraits Adapter> class CommandBufferFunctions {
public:
  using Kernel = typename Adapter::Kernel;
  using Event = typename Adapter::Event;
  using Buffer = CommandBuffer<Adapter>;
  using Handle = typename Adapter::CommandBuffer;
  using CommandHandle = ur_exp_command_buffer_command_handle_t;
  using LaunchUpdate = ur_exp_command_buffer_update_kernel_launch_desc_t;

  static ur_result_t create(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                            const ur_exp_command_buffer_desc_t *pCommandBufferDesc,
                            ur_exp_command_buffer_handle_t *phCommandBuffer) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hContext);
      URSA_HANDLE(hDevice);
      URSA_POINTER(pCommandBufferDesc);
      URSA_POINTER(phCommandBuffer);
      URSA_CHECK(Adapter::checkDeviceInContext(*hContext, hDevice));
      *phCommandBuffer = new Handle(hContext, hDevice, *pCommandBufferDesc);
      return {};
    });
  }

  static ur_result_t finalize(ur_exp_command_buffer_handle_t hCommandBuffer) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hCommandBuffer);
      Buffer &buffer = *hCommandBuffer;
      const std::lock_guard guard(buffer.mutex);
      if (buffer.isFinalized)
        return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                         "The command buffer is already finalized.");
      buffer.isFinalized = true;
      if constexpr (requires { Adapter::onFinalize(*hCommandBuffer); })
        Adapter::onFinalize(*hCommandBuffer);
      return {};
    });
  }

  static ur_result_t updateSignalEvent(CommandHandle hCommand, ur_event_handle_t *phSignalEvent) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hCommand);
      URSA_POINTER(phSignalEvent);
      Buffer &buffer = *hCommand->commandBuffer;
      Ref<Event> replaced; // destroyed after the lock is released
      const std::lock_guard guard(buffer.mutex);
      URSA_CHECK(checkFinalized(buffer));
      RecordedCommand<Adapter> &command = buffer.commands[hCommand->index];
      if (!command.signals)
        return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                         "Command {} of the command buffer was appended without an event.",
                         hCommand->index);
      replaced =
          Ref<Event>::adopt(Adapter::makeSignal(buffer.context, command.type, buffer.isProfiled));
      std::swap(replaced, command.signals);
      *phSignalEvent = Ref<Event>(command.signals).detach();
      return {};
    });
  }

  static ur_result_t updateWaitEvents(CommandHandle hCommand, uint32_t numEventsInWaitList,
                                      const ur_event_handle_t *phEventWaitList) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hCommand);
      URSA_CHECK(checkRecordedWaits<Adapter>(numEventsInWaitList, phEventWaitList));
      auto events = holdEvents<Adapter>(numEventsInWaitList, phEventWaitList);
      Buffer &buffer = *hCommand->commandBuffer;
      const std::lock_guard guard(buffer.mutex);
      URSA_CHECK(checkFinalized(buffer));
      RecordedCommand<Adapter> &command = buffer.commands[hCommand->index];
      if (command.waitList.size() != numEventsInWaitList)
        return makeError(UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST,
                         "Command {} of the command buffer waits for {} events; {} were given.",
                         hCommand->index, command.waitList.size(), numEventsInWaitList);
      command.waitList.swap(events);
      return {};
    });
  }

  static ur_result_t getInfo(ur_exp_command_buffer_handle_t hCommandBuffer,
                             ur_exp_command_buffer_info_t propName, size_t propSize,
                             void *pPropValue, size_t *pPropSizeRet) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hCommandBuffer);
      const Buffer &buffer = *hCommandBuffer;
      const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
      switch (propName) {
      case UR_EXP_COMMAND_BUFFER_INFO_REFERENCE_COUNT:
        return writer.value(buffer.references.load());
      case UR_EXP_COMMAND_BUFFER_INFO_DESCRIPTOR: {
        const ur_exp_command_buffer_desc_t description = {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                          nullptr, buffer.isUpdatable,
                                                          buffer.isInOrder, buffer.isProfiled};
        return writer.value(description);
      }
      default:
        return InfoWriter::unknown("urCommandBufferGetInfoExp", propName);
      }
    });
  }

  static ur_result_t appendWithArgs(
      ur_exp_command_buffer_handle_t hCommandBuffer, ur_kernel_handle_t hKernel, uint32_t workDim,
      const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
      uint32_t numArgs, const ur_exp_kernel_arg_properties_t *pArgs, uint32_t numKernelAlternatives,
      ur_kernel_handle_t *phKernelAlternatives, uint32_t numSyncPointsInWaitList,
      const ur_exp_command_buffer_sync_point_t *pSyncPointWaitList, uint32_t numEventsInWaitList,
      const ur_event_handle_t *phEventWaitList, ur_exp_command_buffer_sync_point_t *pSyncPoint,
      ur_event_handle_t *phEvent, CommandHandle *phCommand) {
    return atBoundary([&]() -> Result<void> {
      const AppendParameters parameters{hCommandBuffer,
                                        UR_COMMAND_KERNEL_LAUNCH,
                                        numSyncPointsInWaitList,
                                        pSyncPointWaitList,
                                        numEventsInWaitList,
                                        phEventWaitList,
                                        pSyncPoint,
                                        phEvent,
                                        phCommand};
      URSA_CHECK(checkAppend<Adapter>(parameters));
      URSA_HANDLE(hKernel);
      URSA_POINTER(pGlobalWorkSize);
      if (numArgs != 0)
        URSA_POINTER(pArgs);
      Buffer &buffer = *hCommandBuffer;
      URSA_CHECK(checkKernel(hKernel, buffer));
      URSA_TRY(auto alternatives,
               holdAlternatives(buffer, hKernel, numKernelAlternatives, phKernelAlternatives));
      URSA_CHECK(checkWorkDim(Adapter::nameOf(*hKernel), workDim));
      const NdRange range{workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize};
      URSA_TRY(auto work,
               Adapter::makeLaunch(buffer.device, hKernel, range, std::span(pArgs, numArgs)));
      if (!phCommand) {
        append<Adapter>(parameters, std::move(work));
        return {};
      }
      RecordedLaunch<Adapter> launch;
      launch.device = buffer.device;
      launch.kernel = Ref<Kernel>(hKernel);
      launch.alternatives = std::move(alternatives);
      launch.shape = LaunchShape(range);
      for (uint32_t i = 0; i < numArgs; ++i)
        URSA_CHECK(launch.arguments[hKernel].set(pArgs[i]));
      buffer.launches.emplace(append<Adapter>(parameters, std::move(work)), std::move(launch));
      return {};
    });
  }

  // Kernels store no arguments, so this records a launch without arguments.
  static ur_result_t
  appendLaunch(ur_exp_command_buffer_handle_t hCommandBuffer, ur_kernel_handle_t hKernel,
               uint32_t workDim, const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize,
               const size_t *pLocalWorkSize, uint32_t numKernelAlternatives,
               ur_kernel_handle_t *phKernelAlternatives, uint32_t numSyncPointsInWaitList,
               const ur_exp_command_buffer_sync_point_t *pSyncPointWaitList,
               uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
               ur_exp_command_buffer_sync_point_t *pSyncPoint, ur_event_handle_t *phEvent,
               CommandHandle *phCommand) {
    return appendWithArgs(hCommandBuffer, hKernel, workDim, pGlobalWorkOffset, pGlobalWorkSize,
                          pLocalWorkSize, 0, nullptr, numKernelAlternatives, phKernelAlternatives,
                          numSyncPointsInWaitList, pSyncPointWaitList, numEventsInWaitList,
                          phEventWaitList, pSyncPoint, phEvent, phCommand);
  }

  static ur_result_t updateLaunches(ur_exp_command_buffer_handle_t hCommandBuffer,
                                    uint32_t numKernelUpdates,
                                    const LaunchUpdate *pUpdateKernelLaunch) {
    return atBoundary([&]() -> Result<void> {
      URSA_HANDLE(hCommandBuffer);
      URSA_POINTER(pUpdateKernelLaunch);
      if (numKernelUpdates == 0)
        return makeError(UR_RESULT_ERROR_INVALID_SIZE, "numKernelUpdates is 0.");
      Buffer &buffer = *hCommandBuffer;
      const std::lock_guard guard(buffer.mutex);
      for (uint32_t i = 0; i < numKernelUpdates; ++i)
        URSA_CHECK(checkUpdate(hCommandBuffer, pUpdateKernelLaunch[i]));
      // Changes copies first, so that either all updates apply or none. A command may be updated
      // twice.
      std::map<uint32_t, RecordedLaunch<Adapter>> changed;
      for (uint32_t i = 0; i < numKernelUpdates; ++i) {
        const uint32_t index = pUpdateKernelLaunch[i].hCommand->index;
        const auto entry = changed.emplace(index, buffer.launches.at(index)).first;
        URSA_CHECK(entry->second.change(pUpdateKernelLaunch[i]));
      }
      std::map<uint32_t, std::shared_ptr<typename Adapter::Work>> works;
      for (const auto &[index, launch] : changed) {
        URSA_TRY(works[index], launch.makeWork());
      }
      for (auto &[index, launch] : changed)
        buffer.launches.at(index) = std::move(launch);
      for (auto &[index, work] : works)
        buffer.commands[index].work = std::move(work);
      return {};
    });
  }

private:
  static Result<void> checkFinalized(const Buffer &buffer) {
    if (!buffer.isFinalized)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "The command's command buffer is not finalized.");
    return {};
  }

  static Result<void> checkKernel(const Kernel *kernel, const Buffer &buffer) {
    if (kernel->program->context != buffer.context)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "Kernel '{}' and the command buffer are of different contexts.",
                       Adapter::nameOf(*kernel));
    return {};
  }

  static Result<std::vector<Ref<Kernel>>> holdAlternatives(const Buffer &buffer,
                                                           ur_kernel_handle_t kernel,
                                                           uint32_t count,
                                                           const ur_kernel_handle_t *alternatives) {
    std::vector<Ref<Kernel>> held;
    if (count != 0)
      URSA_CHECK(checkPointer(alternatives, "phKernelAlternatives"));
    for (uint32_t i = 0; i < count; ++i) {
      URSA_CHECK(checkHandle(alternatives[i], "in phKernelAlternatives"));
      if (alternatives[i] == kernel)
        return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                         "Alternative {} of {} is kernel '{}' itself.", i, count,
                         Adapter::nameOf(*kernel));
      URSA_CHECK(checkKernel(alternatives[i], buffer));
      held.emplace_back(alternatives[i]);
    }
    return held;
  }

  static Result<void> checkUpdate(ur_exp_command_buffer_handle_t hCommandBuffer,
                                  const LaunchUpdate &update) {
    const Buffer &buffer = *hCommandBuffer;
    URSA_CHECK(checkHandle(update.hCommand, "hCommand"));
    if (!buffer.isUpdatable || !buffer.isFinalized)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "The command buffer is {}, so that it cannot be updated.",
                       buffer.isUpdatable ? "not finalized" : "not updatable");
    if (update.hCommand->commandBuffer != hCommandBuffer)
      return makeError(UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_COMMAND_HANDLE_EXP,
                       "The command is of another command buffer.");
    if (!buffer.launches.contains(update.hCommand->index))
      return makeError(UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_COMMAND_HANDLE_EXP,
                       "Command {} of the command buffer is not a kernel launch.",
                       update.hCommand->index);
    if (update.hNewKernel)
      URSA_CHECK(checkKernel(update.hNewKernel, buffer));
    return {};
  }
};

/// Implements pfnCommandBufferExp.
/// @tparam Execute gets parameters with a queue and a valid wait list
template <CommandBufferTraits Adapter,
          Callable<Result<void>(const EnqueueParameters &, typename Adapter::CommandBuffer &)> auto
              Execute>
ur_result_t
enqueueCommandBuffer(ur_queue_handle_t hQueue, ur_exp_command_buffer_handle_t hCommandBuffer,
                     uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                     ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{hQueue, UR_COMMAND_ENQUEUE_COMMAND_BUFFER_EXP,
                                       numEventsInWaitList, phEventWaitList, phEvent};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_HANDLE(hCommandBuffer);
    if constexpr (GraphTraits<Adapter>)
      URSA_CHECK(Captures<Adapter>::checkNone(parameters));
    return Execute(parameters, *hCommandBuffer);
  });
}

template <CommandBufferTraits Adapter> void fillCommandBufferFunctions(ur_dditable_t &table) {
  using Functions = CommandBufferFunctions<Adapter>;
  auto &entries = table.CommandBufferExp;
  entries.pfnCreateExp = Functions::create;
  entries.pfnRetainExp = retainHandle<typename Functions::Handle>;
  entries.pfnReleaseExp =
      releaseHandle<typename Functions::Handle>; // executions hold references to what they run
  entries.pfnFinalizeExp = Functions::finalize;
  entries.pfnUpdateSignalEventExp = Functions::updateSignalEvent;
  entries.pfnUpdateWaitEventsExp = Functions::updateWaitEvents;
  entries.pfnGetInfoExp = Functions::getInfo;
  entries.pfnAppendKernelLaunchExp = Functions::appendLaunch;
  entries.pfnAppendKernelLaunchWithArgsExp = Functions::appendWithArgs;
  entries.pfnUpdateKernelLaunchExp = Functions::updateLaunches;
}

} // namespace ursa::adapter
