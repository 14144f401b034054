// The body of the exported function that launches a kernel.

#include "core/dispatch/branchless.h"
#include "core/intercepts/state.h"

namespace ursa::core::entry_points {
namespace {

// The slow path: a launch that a layer or core/intercepts handles, or that has no queue.
ur_result_t launchSlowPath(ur_queue_handle_t hQueue, ur_kernel_handle_t hKernel, uint32_t workDim,
                           const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize,
                           const size_t *pLocalWorkSize, uint32_t numArgs,
                           const ur_exp_kernel_arg_properties_t *pArgs,
                           const ur_kernel_launch_ext_properties_t *launchPropList,
                           uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                           ur_event_handle_t *phEvent) {
  using Watched = dispatch::LayeredCall<api::Function::urEnqueueKernelLaunchWithArgsExp>;
  if (dispatch::isNullOrLayered(hQueue))
    return Watched::call(hQueue, hKernel, workDim, pGlobalWorkOffset, pGlobalWorkSize,
                         pLocalWorkSize, numArgs, pArgs, launchPropList, numEventsInWaitList,
                         phEventWaitList, phEvent);
  return intercepts::urEnqueueKernelLaunchWithArgsExp(
      hQueue, hKernel, workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize, numArgs, pArgs,
      launchPropList, numEventsInWaitList, phEventWaitList, phEvent);
}

ur_result_t refuseLaunch(ur_queue_handle_t, ur_kernel_handle_t, uint32_t, const size_t *,
                         const size_t *, const size_t *, uint32_t,
                         const ur_exp_kernel_arg_properties_t *,
                         const ur_kernel_launch_ext_properties_t *, uint32_t,
                         const ur_event_handle_t *, ur_event_handle_t *) {
  return dispatch::refuseMissingFunction(api::Function::urEnqueueKernelLaunchWithArgsExp);
}

} // namespace

// Kernel launches are the hottest calls, and have many arguments.
ur_result_t urEnqueueKernelLaunchWithArgsExp(
    ur_queue_handle_t hQueue, ur_kernel_handle_t hKernel, uint32_t workDim,
    const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize, const size_t *pLocalWorkSize,
    uint32_t numArgs, const ur_exp_kernel_arg_properties_t *pArgs,
    const ur_kernel_launch_ext_properties_t *launchPropList, uint32_t numEventsInWaitList,
    const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  using States = StateTable<ur_kernel_handle_t, intercepts::KernelState>;
  const bool hasStates = States::count.load(std::memory_order_relaxed) != 0;
  const bool isSlow = dispatch::isNullOrLayered(hQueue) | hasStates; // || would be a branch
  return dispatch::passBranchless<api::Function::urEnqueueKernelLaunchWithArgsExp, launchSlowPath,
                                  refuseLaunch>(
      isSlow, hQueue, hKernel, workDim, pGlobalWorkOffset, pGlobalWorkSize, pLocalWorkSize, numArgs,
      pArgs, launchPropList, numEventsInWaitList, phEventWaitList, phEvent);
}

} // namespace ursa::core::entry_points
