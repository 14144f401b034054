#include "adapters/host/enqueue.h"

#include "adapters/common/reusable_events.h"
#include "adapters/host/adapter.h"
#include "adapters/host/kernel.h"
#include "adapters/host/launch.h"
#include "adapters/host/program.h"
#include "adapters/host/queue.h"
#include "adapters/host/reusable_event.h"
#include "core/support/last_error.h"

namespace ursa::host {
namespace {

Result<void> checkProperties(const ur_kernel_launch_ext_properties_t *properties,
                             const KernelInfo &kernel, const LaunchSizes &sizes) {
  if (!properties)
    return {};
  if (properties->flags & UR_KERNEL_LAUNCH_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The launch flags {:#x} are not defined.",
                     properties->flags);
  if (properties->pNext)
    return makeError(
        UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
        "This device supports neither clusters nor work-group memory as a launch property.");
  const uint64_t groups = sizes.groupCount[0] * sizes.groupCount[1] * sizes.groupCount[2];
  if ((properties->flags & UR_KERNEL_LAUNCH_FLAG_COOPERATIVE) && groups > kMaxCooperativeGroups)
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                     "A cooperative launch of kernel '{}' has {} work-groups; at most {} is "
                     "possible.",
                     kernel.name, groups, kMaxCooperativeGroups);
  return {};
}

ur_result_t launchWithArgs(ur_queue_handle_t hQueue, ur_kernel_handle_t hKernel, uint32_t workDim,
                           const size_t *pGlobalWorkOffset, const size_t *pGlobalWorkSize,
                           const size_t *pLocalWorkSize, uint32_t numArgs,
                           const ur_exp_kernel_arg_properties_t *pArgs,
                           const ur_kernel_launch_ext_properties_t *launchPropList,
                           uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                           ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hKernel);
    URSA_POINTER(pGlobalWorkSize);
    const EnqueueParameters parameters =
        commandOf(UR_COMMAND_KERNEL_LAUNCH, hQueue, numEventsInWaitList, phEventWaitList, phEvent);
    URSA_CHECK(checkEnqueue(parameters));
    if (numArgs != 0)
      URSA_POINTER(pArgs);
    if (hKernel->program->context != hQueue->context)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "Kernel '{}' and the queue are of different contexts.", hKernel->info.name);
    const bool isCooperative =
        launchPropList && (launchPropList->flags & UR_KERNEL_LAUNCH_FLAG_COOPERATIVE);
    URSA_TRY(const LaunchSizes sizes, launchSizes(hKernel->info, workDim, pGlobalWorkOffset,
                                                  pGlobalWorkSize, pLocalWorkSize, isCooperative));
    URSA_CHECK(checkProperties(launchPropList, hKernel->info, sizes));
    URSA_TRY(auto work, createLaunch(hKernel, sizes, numArgs, pArgs));
    return enqueue(parameters, std::move(work));
  });
}

ur_result_t eventsWait(ur_queue_handle_t hQueue, uint32_t numEventsInWaitList,
                       const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{.queue = hQueue,
                                       .type = UR_COMMAND_EVENTS_WAIT,
                                       .waitCount = numEventsInWaitList,
                                       .waitList = phEventWaitList,
                                       .phEvent = phEvent,
                                       .waitsForAll = numEventsInWaitList == 0};
    URSA_CHECK(checkEnqueue(parameters));
    return enqueue(parameters, nullptr);
  });
}

// @param signals an existing event to signal, or null to create one
Result<void> barrier(ur_queue_handle_t_ &queue, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent,
                     ur_event_handle_t signals) {
  const EnqueueParameters parameters{.queue = &queue,
                                     .type = UR_COMMAND_EVENTS_WAIT_WITH_BARRIER,
                                     .waitCount = numEventsInWaitList,
                                     .waitList = phEventWaitList,
                                     .phEvent = phEvent,
                                     .waitsForAll = numEventsInWaitList == 0,
                                     .blocksQueue = true,
                                     .signals = signals};
  URSA_CHECK(checkEnqueue(parameters));
  return enqueue(parameters, nullptr);
}

} // namespace

void fillEnqueueTable(ur_dditable_t &table) {
  using Barriers = adapter::Barriers<ur_queue_handle_t_, contextOf, barrier>;
  table.EnqueueExp.pfnKernelLaunchWithArgsExp = launchWithArgs;
  table.Enqueue.pfnEventsWait = eventsWait;
  table.Enqueue.pfnEventsWaitWithBarrier = Barriers::enqueue;
  table.Enqueue.pfnEventsWaitWithBarrierExt = Barriers::enqueueExt;
  fillMemoryCommands(table);
  fillImageCommands(table);
  fillVariableCommands(table);
  fillHostCommands(table);
}

} // namespace ursa::host
