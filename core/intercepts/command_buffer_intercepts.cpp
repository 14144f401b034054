// Kernels with specialization constants in command buffers. A recorded launch uses the values that
// were set when it was recorded, and so does each alternative kernel of the launch; an update looks
// these values up. The values live as long as the command buffer; while it executes, the adapter
// keeps their memory alive.

#include "core/dispatch/adapter_calls.h"
#include "core/intercepts/launch.h"
#include "support/last_error.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

namespace ursa::core::intercepts {
namespace {

using api::Function;
using dispatch::passToAdapter;

// A kernel of a recorded command.
struct RecordedKernel {
  ur_kernel_handle_t given = nullptr;  // handle from the application
  ur_kernel_handle_t kernel = nullptr; // handle passed to the adapter
  programs::SharedKernel specialized;  // owns `kernel` if that is a specialized kernel
  specialization::SharedValues values; // null for a kernel without an emulation buffer
  std::optional<ur_exp_kernel_arg_properties_t>
      buffer; // the implicit argument, if the kernel has one

  /// Returns whether the adapter receives anything that the application did not pass.
  bool hasConstants() const { return buffer.has_value() || specialized != nullptr; }
};

// A recorded launch with its alternative kernels. The first kernel is launched until an update
// selects an alternative.
struct RecordedLaunch {
  std::vector<RecordedKernel> kernels;
  size_t current = 0;

  bool hasConstants() const {
    return std::any_of(kernels.begin(), kernels.end(),
                       [](const RecordedKernel &kernel) { return kernel.hasConstants(); });
  }
};

struct CommandBufferState {
  std::atomic<uint32_t> references{1};

  std::mutex mutex; ///< guards the members below
  std::deque<RecordedLaunch>
      launches; ///< only those with constants; a deque keeps addresses stable
  std::map<ur_exp_command_buffer_command_handle_t, RecordedLaunch *> commands;
};

using States = StateTable<ur_exp_command_buffer_handle_t, CommandBufferState>;

// Never freed, because static destructors release command buffers.
States &commandBufferStates() {
  static States &states = *new States;
  return states;
}

Result<RecordedKernel> record(ur_kernel_handle_t given) {
  RecordedKernel recorded{given, given, {}, {}, {}};
  if (const KernelState *state = kernelStates().find(given)) {
    Launch launch;
    URSA_CHECK(launch.prepare(given, *state, 0, nullptr));
    recorded.kernel = launch.kernel();
    recorded.specialized = launch.specialized();
    if (const ur_exp_kernel_arg_properties_t *buffer = launch.buffer()) {
      recorded.buffer = *buffer;
      recorded.values = launch.values();
    }
  }
  return recorded;
}

Result<RecordedLaunch> record(ur_kernel_handle_t kernel, uint32_t count,
                              const ur_kernel_handle_t *alternatives) {
  RecordedLaunch launch;
  URSA_TRY(auto first, record(kernel));
  launch.kernels.push_back(std::move(first));
  for (uint32_t i = 0; alternatives && i < count; ++i) {
    URSA_TRY(auto alternative, record(alternatives[i]));
    launch.kernels.push_back(std::move(alternative));
  }
  return launch;
}

// One update in the form for the adapter: with the emulation buffer of the new kernel.
struct RewrittenUpdate {
  std::vector<ur_exp_command_buffer_update_memobj_arg_desc_t> memories;
  std::vector<ur_exp_command_buffer_update_pointer_arg_desc_t> pointers;
};

template <class List>
Result<void> checkIndices(const RecordedKernel &kernel, uint32_t count, const List *arguments) {
  for (uint32_t i = 0; arguments && i < count; ++i)
    if (kernel.buffer && arguments[i].argIndex == kernel.buffer->index)
      return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                       "Argument {} of the recorded kernel is its emulation buffer, which is "
                       "passed implicitly.",
                       arguments[i].argIndex);
  return {};
}

// The value of the implicit argument of native kernels. An update takes its address.
const void *const kNoBuffer = nullptr;

void addBuffer(const RecordedKernel &kernel, RewrittenUpdate &passed,
               ur_exp_command_buffer_update_kernel_launch_desc_t &update) {
  if (kernel.buffer->type == UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ) {
    if (update.pNewMemObjArgList)
      passed.memories.assign(update.pNewMemObjArgList,
                             update.pNewMemObjArgList + update.numNewMemObjArgs);
    passed.memories.push_back({UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_MEMOBJ_ARG_DESC, nullptr,
                               kernel.buffer->index, nullptr,
                               kernel.buffer->value.memObjTuple.hMem});
    update.pNewMemObjArgList = passed.memories.data();
    update.numNewMemObjArgs = static_cast<uint32_t>(passed.memories.size());
    return;
  }
  if (update.pNewPointerArgList)
    passed.pointers.assign(update.pNewPointerArgList,
                           update.pNewPointerArgList + update.numNewPointerArgs);
  passed.pointers.push_back({UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_POINTER_ARG_DESC, nullptr,
                             kernel.buffer->index, nullptr, &kNoBuffer});
  update.pNewPointerArgList = passed.pointers.data();
  update.numNewPointerArgs = static_cast<uint32_t>(passed.pointers.size());
}

// The rewritten updates of launches with constants; `current` holds the kernel that each launch
// will have.
struct RewrittenUpdates {
  std::vector<ur_exp_command_buffer_update_kernel_launch_desc_t> updates;
  std::deque<RewrittenUpdate> lists;
  std::map<RecordedLaunch *, size_t> current;
};

// Leaves a kernel that was not recorded to the adapter, which reports the error.
Result<void> rewrite(RecordedLaunch &launch, RewrittenUpdates &passed,
                     ur_exp_command_buffer_update_kernel_launch_desc_t &update) {
  const auto place = passed.current.emplace(&launch, launch.current).first;
  if (update.hNewKernel) {
    const auto found =
        std::find_if(launch.kernels.begin(), launch.kernels.end(),
                     [&](const RecordedKernel &k) { return k.given == update.hNewKernel; });
    if (found == launch.kernels.end())
      return {};
    place->second = static_cast<size_t>(found - launch.kernels.begin());
  }
  const RecordedKernel &kernel = launch.kernels[place->second];
  URSA_CHECK(checkIndices(kernel, update.numNewMemObjArgs, update.pNewMemObjArgList));
  URSA_CHECK(checkIndices(kernel, update.numNewPointerArgs, update.pNewPointerArgList));
  URSA_CHECK(checkIndices(kernel, update.numNewValueArgs, update.pNewValueArgList));
  if (!update.hNewKernel)
    return {}; // the kernel keeps its buffer
  update.hNewKernel = kernel.kernel;
  if (kernel.buffer)
    addBuffer(kernel, passed.lists.emplace_back(), update);
  return {};
}

} // namespace

ur_result_t urCommandBufferCreateExp(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                                     const ur_exp_command_buffer_desc_t *pCommandBufferDesc,
                                     ur_exp_command_buffer_handle_t *phCommandBuffer) {
  if (!phCommandBuffer)
    return passToAdapter<Function::urCommandBufferCreateExp>(hContext, hDevice, pCommandBufferDesc,
                                                             phCommandBuffer);
  ur_exp_command_buffer_handle_t commandBuffer = nullptr;
  const ur_result_t created = passToAdapter<Function::urCommandBufferCreateExp>(
      hContext, hDevice, pCommandBufferDesc, &commandBuffer);
  if (created != UR_RESULT_SUCCESS)
    return created;
  // Reference counting starts here, whether or not a launch with constants follows.
  const ur_result_t tracked = atBoundary([&]() -> Result<void> {
    commandBufferStates().add(commandBuffer, std::make_shared<CommandBufferState>());
    return {};
  });
  if (tracked == UR_RESULT_SUCCESS)
    *phCommandBuffer = commandBuffer;
  else
    (void)dispatch::callAdapter<Function::urCommandBufferReleaseExp>(commandBuffer);
  return tracked;
}

ur_result_t urCommandBufferRetainExp(ur_exp_command_buffer_handle_t hCommandBuffer) {
  const ur_result_t result = passToAdapter<Function::urCommandBufferRetainExp>(hCommandBuffer);
  if (result == UR_RESULT_SUCCESS)
    commandBufferStates().retain(hCommandBuffer);
  return result;
}

ur_result_t urCommandBufferReleaseExp(ur_exp_command_buffer_handle_t hCommandBuffer) {
  const std::shared_ptr<CommandBufferState> last = commandBufferStates().release(hCommandBuffer);
  return passToAdapter<Function::urCommandBufferReleaseExp>(hCommandBuffer);
}

ur_result_t urCommandBufferAppendKernelLaunchWithArgsExp(
    ur_exp_command_buffer_handle_t hCommandBuffer, ur_kernel_handle_t hKernel, uint32_t workDim,
    const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
    uint32_t numArgs, const ur_exp_kernel_arg_properties_t *pArgs, uint32_t numKernelAlternatives,
    ur_kernel_handle_t *phKernelAlternatives, uint32_t numSyncPointsInWaitList,
    const ur_exp_command_buffer_sync_point_t *pSyncPointWaitList, uint32_t numEventsInWaitList,
    const ur_event_handle_t *phEventWaitList, ur_exp_command_buffer_sync_point_t *pSyncPoint,
    ur_event_handle_t *phEvent, ur_exp_command_buffer_command_handle_t *phCommand) {
  const auto pass = [&](ur_kernel_handle_t kernel, uint32_t count,
                        const ur_exp_kernel_arg_properties_t *args,
                        ur_kernel_handle_t *alternatives) {
    return passToAdapter<Function::urCommandBufferAppendKernelLaunchWithArgsExp>(
        hCommandBuffer, kernel, workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize, count,
        args, numKernelAlternatives, alternatives, numSyncPointsInWaitList, pSyncPointWaitList,
        numEventsInWaitList, phEventWaitList, pSyncPoint, phEvent, phCommand);
  };
  CommandBufferState *const state = commandBufferStates().find(hCommandBuffer);
  if (!state)
    return pass(hKernel, numArgs, pArgs, phKernelAlternatives);
  ur_result_t passed = UR_RESULT_SUCCESS;
  const ur_result_t result = atBoundary([&]() -> Result<void> {
    URSA_TRY(RecordedLaunch launch, record(hKernel, numKernelAlternatives, phKernelAlternatives));
    if (!launch.hasConstants()) {
      passed = pass(hKernel, numArgs, pArgs, phKernelAlternatives);
      return {};
    }
    const RecordedKernel &first = launch.kernels.front();
    std::vector<ur_exp_kernel_arg_properties_t> args;
    if (pArgs)
      args.assign(pArgs, pArgs + numArgs);
    else if (numArgs > 0)
      return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                       "The parameter 'pArgs' is null; the kernel was to get {} arguments.",
                       numArgs);
    if (first.buffer) {
      for (const ur_exp_kernel_arg_properties_t &arg : args)
        if (arg.index == first.buffer->index)
          return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                           "Argument {} of the recorded kernel is its emulation buffer, which "
                           "is passed implicitly.",
                           arg.index);
      args.push_back(*first.buffer);
    }
    std::vector<ur_kernel_handle_t> alternatives;
    for (size_t i = 1; i < launch.kernels.size(); ++i)
      alternatives.push_back(launch.kernels[i].kernel);

    const std::lock_guard lock(state->mutex);
    RecordedLaunch &recorded = state->launches.emplace_back(launch);
    passed = pass(first.kernel, static_cast<uint32_t>(args.size()), args.data(),
                  alternatives.empty() ? phKernelAlternatives : alternatives.data());
    if (passed != UR_RESULT_SUCCESS)
      state->launches.pop_back();
    else if (phCommand)
      state->commands.emplace(*phCommand, &recorded);
    return {};
  });
  return result == UR_RESULT_SUCCESS ? passed : result;
}

// Kernels retain no arguments here, so the emulation buffer is the only one to pass.
ur_result_t urCommandBufferAppendKernelLaunchExp(
    ur_exp_command_buffer_handle_t hCommandBuffer, ur_kernel_handle_t hKernel, uint32_t workDim,
    const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
    uint32_t numKernelAlternatives, ur_kernel_handle_t *phKernelAlternatives,
    uint32_t numSyncPointsInWaitList, const ur_exp_command_buffer_sync_point_t *pSyncPointWaitList,
    uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
    ur_exp_command_buffer_sync_point_t *pSyncPoint, ur_event_handle_t *phEvent,
    ur_exp_command_buffer_command_handle_t *phCommand) {
  if (!kernelStates().find(hKernel))
    return passToAdapter<Function::urCommandBufferAppendKernelLaunchExp>(
        hCommandBuffer, hKernel, workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize,
        numKernelAlternatives, phKernelAlternatives, numSyncPointsInWaitList, pSyncPointWaitList,
        numEventsInWaitList, phEventWaitList, pSyncPoint, phEvent, phCommand);
  return intercepts::urCommandBufferAppendKernelLaunchWithArgsExp(
      hCommandBuffer, hKernel, workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize, 0,
      nullptr, numKernelAlternatives, phKernelAlternatives, numSyncPointsInWaitList,
      pSyncPointWaitList, numEventsInWaitList, phEventWaitList, pSyncPoint, phEvent, phCommand);
}

ur_result_t urCommandBufferUpdateKernelLaunchExp(
    ur_exp_command_buffer_handle_t hCommandBuffer, uint32_t numKernelUpdates,
    const ur_exp_command_buffer_update_kernel_launch_desc_t *pUpdateKernelLaunch) {
  CommandBufferState *const state = commandBufferStates().find(hCommandBuffer);
  const auto pass = [&](const ur_exp_command_buffer_update_kernel_launch_desc_t *updates) {
    return passToAdapter<Function::urCommandBufferUpdateKernelLaunchExp>(hCommandBuffer,
                                                                         numKernelUpdates, updates);
  };
  if (!state || !pUpdateKernelLaunch)
    return pass(pUpdateKernelLaunch);
  ur_result_t passedResult = UR_RESULT_SUCCESS;
  const ur_result_t result = atBoundary([&]() -> Result<void> {
    RewrittenUpdates passed;
    passed.updates.assign(pUpdateKernelLaunch, pUpdateKernelLaunch + numKernelUpdates);
    const std::lock_guard lock(state->mutex);
    for (auto &update : passed.updates)
      if (const auto found = state->commands.find(update.hCommand); found != state->commands.end())
        URSA_CHECK(rewrite(*found->second, passed, update));
    passedResult = pass(passed.updates.data());
    if (passedResult == UR_RESULT_SUCCESS)
      for (const auto &[launch, current] : passed.current)
        launch->current = current;
    return {};
  });
  return result == UR_RESULT_SUCCESS ? passedResult : result;
}

} // namespace ursa::core::intercepts
