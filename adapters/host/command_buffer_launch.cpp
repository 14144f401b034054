#include "adapters/host/command_buffer_launch.h"

#include "adapters/host/adapter.h"
#include "adapters/host/command_buffer.h"
#include "adapters/host/context.h"
#include "adapters/host/launch.h"
#include "adapters/host/program.h"
#include "core/support/last_error.h"

#include <algorithm>

namespace ursa::host {
namespace {

using adapter::Ref;
using LaunchUpdate = ur_exp_command_buffer_update_kernel_launch_desc_t;

Result<void> checkKernel(ur_kernel_handle_t kernel, ur_context_handle_t context) {
  if (kernel->program->context != context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "Kernel '{}' and the command buffer are of different contexts.",
                     kernel->info.name);
  return {};
}

Result<std::vector<Ref<ur_kernel_handle_t_>>>
holdAlternatives(ur_exp_command_buffer_handle_t commandBuffer, ur_kernel_handle_t kernel,
                 uint32_t count, const ur_kernel_handle_t *alternatives) {
  std::vector<Ref<ur_kernel_handle_t_>> held;
  if (count != 0)
    URSA_CHECK(adapter::checkPointer(alternatives, "phKernelAlternatives"));
  for (uint32_t i = 0; i < count; ++i) {
    URSA_CHECK(adapter::checkHandle(alternatives[i], "in phKernelAlternatives"));
    if (alternatives[i] == kernel)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "Alternative {} of {} is kernel '{}' itself.",
                       i, count, kernel->info.name);
    URSA_CHECK(checkKernel(alternatives[i], commandBuffer->context));
    held.emplace_back(alternatives[i]);
  }
  return held;
}

ur_result_t appendWithArgs(
    ur_exp_command_buffer_handle_t hCommandBuffer, ur_kernel_handle_t hKernel, uint32_t workDim,
    const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
    uint32_t numArgs, const ur_exp_kernel_arg_properties_t *pArgs, uint32_t numKernelAlternatives,
    ur_kernel_handle_t *phKernelAlternatives, uint32_t numSyncPointsInWaitList,
    const ur_exp_command_buffer_sync_point_t *pSyncPointWaitList, uint32_t numEventsInWaitList,
    const ur_event_handle_t *phEventWaitList, ur_exp_command_buffer_sync_point_t *pSyncPoint,
    ur_event_handle_t *phEvent, ur_exp_command_buffer_command_handle_t *phCommand) {
  return atBoundary([&]() -> Result<void> {
    const AppendParameters parameters{.commandBuffer = hCommandBuffer,
                                      .type = UR_COMMAND_KERNEL_LAUNCH,
                                      .syncPointCount = numSyncPointsInWaitList,
                                      .syncPoints = pSyncPointWaitList,
                                      .waitCount = numEventsInWaitList,
                                      .waitList = phEventWaitList,
                                      .syncPoint = pSyncPoint,
                                      .event = phEvent,
                                      .command = phCommand};
    URSA_CHECK(checkAppend(parameters));
    URSA_HANDLE(hKernel);
    URSA_POINTER(pGlobalWorkSize);
    if (numArgs != 0)
      URSA_POINTER(pArgs);
    URSA_CHECK(checkKernel(hKernel, hCommandBuffer->context));
    URSA_TRY(auto alternatives, holdAlternatives(hCommandBuffer, hKernel, numKernelAlternatives,
                                                 phKernelAlternatives));
    URSA_TRY(const jit::LaunchSizes sizes, launchSizes(hKernel->info, workDim, pGlobalWorkOffset,
                                                       pGlobalWorkSize, pLocalWorkSize));
    URSA_TRY(auto work, makeLaunch(hKernel, sizes, numArgs, pArgs));
    if (!phCommand) {
      append(parameters, std::move(work));
      return {};
    }
    RecordedLaunch launch;
    launch.kernel = Ref<ur_kernel_handle_t_>(hKernel);
    launch.alternatives = std::move(alternatives);
    launch.workDim = workDim;
    for (uint32_t i = 0; i < numArgs; ++i)
      URSA_CHECK(launch.arguments[hKernel].set(pArgs[i]));
    if (pGlobalWorkOffset)
      std::copy_n(pGlobalWorkOffset, workDim, launch.offset.begin());
    std::copy_n(pGlobalWorkSize, workDim, launch.global.begin());
    if (pLocalWorkSize)
      std::copy_n(pLocalWorkSize, workDim, launch.local.emplace().begin());
    hCommandBuffer->launches.emplace(append(parameters, std::move(work)), std::move(launch));
    return {};
  });
}

// A kernel keeps no arguments, so that this is a launch of one that has none.
ur_result_t appendLaunch(ur_exp_command_buffer_handle_t hCommandBuffer, ur_kernel_handle_t hKernel,
                         uint32_t workDim, const size_t *pGlobalWorkOffset,
                         const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
                         uint32_t numKernelAlternatives, ur_kernel_handle_t *phKernelAlternatives,
                         uint32_t numSyncPointsInWaitList,
                         const ur_exp_command_buffer_sync_point_t *pSyncPointWaitList,
                         uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                         ur_exp_command_buffer_sync_point_t *pSyncPoint, ur_event_handle_t *phEvent,
                         ur_exp_command_buffer_command_handle_t *phCommand) {
  return appendWithArgs(hCommandBuffer, hKernel, workDim, pGlobalWorkOffset, pGlobalWorkSize,
                        pLocalWorkSize, 0, nullptr, numKernelAlternatives, phKernelAlternatives,
                        numSyncPointsInWaitList, pSyncPointWaitList, numEventsInWaitList,
                        phEventWaitList, pSyncPoint, phEvent, phCommand);
}

Result<void> checkUpdate(ur_exp_command_buffer_handle_t hCommandBuffer,
                         const LaunchUpdate &update) {
  URSA_CHECK(adapter::checkHandle(update.hCommand, "hCommand"));
  if (!hCommandBuffer->isUpdatable || !hCommandBuffer->isFinalized)
    return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                     "The command buffer is {}, so that it cannot be updated.",
                     hCommandBuffer->isUpdatable ? "not finalized" : "not updatable");
  if (update.hCommand->commandBuffer != hCommandBuffer)
    return makeError(UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_COMMAND_HANDLE_EXP,
                     "The command is of another command buffer.");
  if (!hCommandBuffer->launches.contains(update.hCommand->index))
    return makeError(UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_COMMAND_HANDLE_EXP,
                     "Command {} of the command buffer is no kernel launch.",
                     update.hCommand->index);
  if (update.hNewKernel)
    URSA_CHECK(checkKernel(update.hNewKernel, hCommandBuffer->context));
  return {};
}

ur_result_t update(ur_exp_command_buffer_handle_t hCommandBuffer, uint32_t numKernelUpdates,
                   const LaunchUpdate *pUpdateKernelLaunch) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hCommandBuffer);
    URSA_POINTER(pUpdateKernelLaunch);
    if (numKernelUpdates == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "numKernelUpdates is 0.");
    const std::lock_guard guard(hCommandBuffer->mutex);
    for (uint32_t i = 0; i < numKernelUpdates; ++i)
      URSA_CHECK(checkUpdate(hCommandBuffer, pUpdateKernelLaunch[i]));
    // Made on the side: all are changed or none. A command may be changed twice.
    std::map<uint32_t, RecordedLaunch> changed;
    for (uint32_t i = 0; i < numKernelUpdates; ++i) {
      const uint32_t index = pUpdateKernelLaunch[i].hCommand->index;
      const auto place = changed.emplace(index, hCommandBuffer->launches.at(index)).first;
      URSA_CHECK(place->second.change(pUpdateKernelLaunch[i]));
    }
    std::map<uint32_t, std::shared_ptr<Work>> works;
    for (const auto &[index, launch] : changed) {
      URSA_TRY(works[index], launch.makeWork());
    }
    for (auto &[index, launch] : changed)
      hCommandBuffer->launches.at(index) = std::move(launch);
    for (auto &[index, work] : works)
      hCommandBuffer->commands[index].work = std::move(work);
    return {};
  });
}

} // namespace

Result<void> RecordedArguments::set(const ur_exp_kernel_arg_properties_t &argument) {
  Argument recorded{argument, {}, {}};
  if (argument.type == UR_EXP_KERNEL_ARG_TYPE_VALUE) {
    if (!argument.value.value)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                       "The value of argument {} is a null pointer.", argument.index);
    const auto *bytes = static_cast<const std::byte *>(argument.value.value);
    recorded.value.assign(bytes, bytes + argument.size);
  } else if (argument.type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ) {
    recorded.buffer = Ref<ur_mem_handle_t_>(argument.value.memObjTuple.hMem);
  }
  arguments_.insert_or_assign(argument.index, std::move(recorded));
  return {};
}

std::vector<ur_exp_kernel_arg_properties_t> RecordedArguments::list() const {
  std::vector<ur_exp_kernel_arg_properties_t> all;
  for (const auto &[index, argument] : arguments_) {
    all.push_back(argument.properties);
    if (argument.properties.type == UR_EXP_KERNEL_ARG_TYPE_VALUE)
      all.back().value.value = argument.value.data();
  }
  return all;
}

Result<void> RecordedLaunch::changeKernel(ur_kernel_handle_t newKernel) {
  if (!newKernel || newKernel == kernel.get())
    return {};
  const auto found = std::find_if(alternatives.begin(), alternatives.end(),
                                  [&](const auto &other) { return other.get() == newKernel; });
  if (found == alternatives.end())
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "Kernel '{}' is none of the {} alternatives that the launch of '{}' was "
                     "recorded with.",
                     newKernel->info.name, alternatives.size(), kernel->info.name);
  std::swap(*found, kernel); // the one that goes is an alternative from now on
  return {};
}

Result<void> RecordedLaunch::changeSizes(const LaunchUpdate &update) {
  const bool namesSizes =
      update.pNewGlobalWorkOffset || update.pNewGlobalWorkSize || update.pNewLocalWorkSize;
  if (update.newWorkDim > 3 || (update.newWorkDim == 0 && namesSizes))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "A launch has 1 to 3 dimensions; kernel '{}' was given sizes of {}.",
                     kernel->info.name, update.newWorkDim);
  const bool isOtherDim = update.newWorkDim != 0 && update.newWorkDim != workDim;
  if (isOtherDim && (!update.pNewGlobalWorkOffset || !update.pNewGlobalWorkSize))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "The launch of kernel '{}' changes from {} to {} dimensions, and has no new "
                     "global {}.",
                     kernel->info.name, workDim, update.newWorkDim,
                     update.pNewGlobalWorkSize ? "offset" : "size");
  if (update.newWorkDim != 0)
    workDim = update.newWorkDim;
  if (update.pNewGlobalWorkOffset)
    std::copy_n(update.pNewGlobalWorkOffset, workDim, offset.begin());
  if (update.pNewGlobalWorkSize)
    std::copy_n(update.pNewGlobalWorkSize, workDim, global.begin());
  if (update.pNewLocalWorkSize)
    std::copy_n(update.pNewLocalWorkSize, workDim, local.emplace().begin());
  else if (update.pNewGlobalWorkSize)
    local.reset();
  return {};
}

Result<void> RecordedLaunch::changeArguments(const LaunchUpdate &update) {
  RecordedArguments &own = arguments[kernel.get()];
  const auto argument = [](uint32_t index, ur_exp_kernel_arg_type_t type, size_t size) {
    ur_exp_kernel_arg_properties_t properties = {};
    properties.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
    properties.type = type;
    properties.index = index;
    properties.size = size;
    return properties;
  };
  if (update.numNewMemObjArgs != 0)
    URSA_CHECK(adapter::checkPointer(update.pNewMemObjArgList, "pNewMemObjArgList"));
  for (uint32_t i = 0; i < update.numNewMemObjArgs; ++i) {
    const auto &given = update.pNewMemObjArgList[i];
    auto set = argument(given.argIndex, UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ, sizeof(ur_mem_handle_t));
    set.value.memObjTuple.hMem = given.hNewMemObjArg; // every access is the same to this device
    URSA_CHECK(own.set(set));
  }
  if (update.numNewPointerArgs != 0)
    URSA_CHECK(adapter::checkPointer(update.pNewPointerArgList, "pNewPointerArgList"));
  for (uint32_t i = 0; i < update.numNewPointerArgs; ++i) {
    const auto &given = update.pNewPointerArgList[i];
    auto set = argument(given.argIndex, UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(void *));
    // Where the pointer is, not the pointer.
    if (given.pNewPointerArg)
      set.value.pointer = *static_cast<const void *const *>(given.pNewPointerArg);
    URSA_CHECK(own.set(set));
  }
  if (update.numNewValueArgs != 0)
    URSA_CHECK(adapter::checkPointer(update.pNewValueArgList, "pNewValueArgList"));
  for (uint32_t i = 0; i < update.numNewValueArgs; ++i) {
    const auto &given = update.pNewValueArgList[i];
    const auto &slots = kernel->info.arguments;
    const bool isLocal =
        given.argIndex < slots.size() && slots[given.argIndex].kind == jit::ArgumentKind::Local;
    auto set = argument(given.argIndex,
                        isLocal ? UR_EXP_KERNEL_ARG_TYPE_LOCAL : UR_EXP_KERNEL_ARG_TYPE_VALUE,
                        given.argSize);
    set.value.value = given.pNewValueArg;
    URSA_CHECK(own.set(set));
  }
  return {};
}

Result<void> RecordedLaunch::change(const LaunchUpdate &update) {
  URSA_CHECK(changeKernel(update.hNewKernel));
  URSA_CHECK(changeSizes(update));
  return changeArguments(update);
}

Result<std::unique_ptr<Work>> RecordedLaunch::makeWork() const {
  URSA_TRY(const jit::LaunchSizes sizes,
           launchSizes(kernel->info, workDim, offset.data(), global.data(),
                       local ? local->data() : nullptr));
  const auto own = arguments.find(kernel.get());
  const auto list =
      own == arguments.end() ? std::vector<ur_exp_kernel_arg_properties_t>() : own->second.list();
  return makeLaunch(kernel.get(), sizes, static_cast<uint32_t>(list.size()), list.data());
}

void fillCommandBufferLaunches(ur_dditable_t &table) {
  table.CommandBufferExp.pfnAppendKernelLaunchExp = appendLaunch;
  table.CommandBufferExp.pfnAppendKernelLaunchWithArgsExp = appendWithArgs;
  table.CommandBufferExp.pfnUpdateKernelLaunchExp = update;
}

} // namespace ursa::host
