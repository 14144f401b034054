// Kernels with specialization constants in command buffers. Their values are those of the moment
// when the launch is appended, as with launches that are enqueued.
#include "core/specialization/adapter_calls.h"
#include "core/specialization/intercepts.h"
#include "core/specialization/launch.h"
#include "core/support/last_error.h"

namespace ursa {
namespace {

// A command buffer may run long after its kernel and values are gone; natively the adapter keeps
// all that it needs, but nobody would keep the buffer.
Result<void> checkRecordable(const KernelState &kernel, const Launch &launch) {
  if (launch.values && launch.values->buffer)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "Kernel '{}' reads its specialization constants from a buffer and cannot be "
                     "recorded into a command buffer.",
                     kernel.name);
  return {};
}

// Kernels as the adapter is to see them, each kept while it is told: the caller's own array, unless
// one of them is to be replaced.
class Kernels {
public:
  Kernels() = default;
  Kernels(uint32_t count, ur_kernel_handle_t *given) : given_(given) {
    for (uint32_t i = 0; given && i < count; ++i) {
      const std::shared_ptr<KernelState> state = kernelStates().find(given[i]);
      const SharedKernel specialized = state ? specializedOf(*state) : nullptr;
      if (!specialized)
        continue;
      if (replaced_.empty())
        replaced_.assign(given, given + count);
      replaced_[i] = specialized.get();
      kept_.push_back(specialized);
    }
  }
  ur_kernel_handle_t *data() { return replaced_.empty() ? given_ : replaced_.data(); }

private:
  ur_kernel_handle_t *given_ = nullptr;
  std::vector<SharedKernel> kept_;
  std::vector<ur_kernel_handle_t> replaced_;
};

} // namespace

ur_result_t Intercept<Function::urCommandBufferAppendKernelLaunchExp>::call(
    ur_exp_command_buffer_handle_t hCommandBuffer, ur_kernel_handle_t hKernel, uint32_t workDim,
    const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
    uint32_t numKernelAlternatives, ur_kernel_handle_t *phKernelAlternatives,
    uint32_t numSyncPointsInWaitList, const ur_exp_command_buffer_sync_point_t *pSyncPointWaitList,
    uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
    ur_exp_command_buffer_sync_point_t *pSyncPoint, ur_event_handle_t *phEvent,
    ur_exp_command_buffer_command_handle_t *phCommand) {
  Kernels kernels;
  Kernels alternatives;
  const ur_result_t prepared = atBoundary([&]() -> Result<void> {
    kernels = Kernels(1, &hKernel);
    alternatives = Kernels(numKernelAlternatives, phKernelAlternatives);
    return {};
  });
  if (prepared != UR_RESULT_SUCCESS)
    return prepared;
  return passToAdapter<Function::urCommandBufferAppendKernelLaunchExp>(
      hCommandBuffer, *kernels.data(), workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize,
      numKernelAlternatives, alternatives.data(), numSyncPointsInWaitList, pSyncPointWaitList,
      numEventsInWaitList, phEventWaitList, pSyncPoint, phEvent, phCommand);
}

ur_result_t Intercept<Function::urCommandBufferAppendKernelLaunchWithArgsExp>::call(
    ur_exp_command_buffer_handle_t hCommandBuffer, ur_kernel_handle_t hKernel, uint32_t workDim,
    const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
    uint32_t numArgs, const ur_exp_kernel_arg_properties_t *pArgs, uint32_t numKernelAlternatives,
    ur_kernel_handle_t *phKernelAlternatives, uint32_t numSyncPointsInWaitList,
    const ur_exp_command_buffer_sync_point_t *pSyncPointWaitList, uint32_t numEventsInWaitList,
    const ur_event_handle_t *phEventWaitList, ur_exp_command_buffer_sync_point_t *pSyncPoint,
    ur_event_handle_t *phEvent, ur_exp_command_buffer_command_handle_t *phCommand) {
  const std::shared_ptr<KernelState> state = kernelStates().find(hKernel);
  Launch launch;
  launch.kernel = hKernel;
  launch.args = {pArgs, numArgs};
  Kernels alternatives;
  const ur_result_t prepared = atBoundary([&]() -> Result<void> {
    alternatives = Kernels(numKernelAlternatives, phKernelAlternatives);
    if (!state)
      return {};
    URSA_TRY(launch, prepareLaunch(hKernel, *state, numArgs, pArgs));
    return checkRecordable(*state, launch);
  });
  if (prepared != UR_RESULT_SUCCESS)
    return prepared;
  return passToAdapter<Function::urCommandBufferAppendKernelLaunchWithArgsExp>(
      hCommandBuffer, launch.kernel, workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize,
      launch.count(), launch.args.data(), numKernelAlternatives, alternatives.data(),
      numSyncPointsInWaitList, pSyncPointWaitList, numEventsInWaitList, phEventWaitList, pSyncPoint,
      phEvent, phCommand);
}

} // namespace ursa
