// Host commands: host tasks, native commands, timestamps, and queue-ordered allocations.
#include "adapters/host/adapter.h"
#include "adapters/host/context.h"
#include "adapters/host/enqueue.h"
#include "adapters/host/graph_capture.h"
#include "adapters/host/queue.h"
#include "adapters/host/usm.h"
#include "adapters/host/usm_pool.h"
#include "core/support/last_error.h"

namespace ursa::host {
namespace {

using adapter::Ref;

ur_result_t timestampRecording(ur_queue_handle_t hQueue, bool blocking,
                               uint32_t numEventsInWaitList,
                               const ur_event_handle_t *phEventWaitList,
                               ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{.queue = hQueue,
                                       .type = UR_COMMAND_TIMESTAMP_RECORDING_EXP,
                                       .waitCount = numEventsInWaitList,
                                       .waitList = phEventWaitList,
                                       .phEvent = phEvent,
                                       .blocking = blocking,
                                       .waitsForAll = numEventsInWaitList == 0,
                                       .isTimestamp = true,
                                       .capturable = false};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_POINTER(phEvent);
    return enqueue(parameters, nullptr);
  });
}

ur_result_t hostTask(ur_queue_handle_t hQueue, ur_exp_host_task_function_t pfnHostTask, void *data,
                     const ur_exp_host_task_properties_t *pProperties, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters =
        commandOf(UR_COMMAND_HOST_TASK_EXP, hQueue, numEventsInWaitList, phEventWaitList, phEvent);
    URSA_CHECK(checkEnqueue(parameters));
    URSA_POINTER(reinterpret_cast<const void *>(pfnHostTask));
    if (pProperties && (pProperties->flags & UR_EXP_HOST_TASK_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The host task flags {:#x} are not defined.", pProperties->flags);
    auto work = createWork([=] { pfnHostTask(data); });
    work->callsApplication = true;
    return enqueue(parameters, std::move(work));
  });
}

// There is no driver below this adapter, so the native queue is this queue. Commands that the
// function submits run after the wait list; the native command is complete when they are.
ur_result_t nativeCommand(ur_queue_handle_t hQueue,
                          ur_exp_enqueue_native_command_function_t pfnNativeEnqueue, void *data,
                          uint32_t numMemsInMemList, const ur_mem_handle_t *phMemList,
                          const ur_exp_enqueue_native_command_properties_t *pProperties,
                          uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                          ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters before{.queue = hQueue,
                                   .type = UR_COMMAND_EVENTS_WAIT_WITH_BARRIER,
                                   .waitCount = numEventsInWaitList,
                                   .waitList = phEventWaitList,
                                   .blocksQueue = true};
    const EnqueueParameters after{.queue = hQueue,
                                  .type = UR_COMMAND_ENQUEUE_NATIVE_EXP,
                                  .phEvent = phEvent,
                                  .waitsForAll = true};
    URSA_CHECK(checkEnqueue(before));
    URSA_POINTER(reinterpret_cast<const void *>(pfnNativeEnqueue));
    if (pProperties && (pProperties->flags & UR_EXP_ENQUEUE_NATIVE_COMMAND_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The native command flags {:#x} are not defined.", pProperties->flags);
    if (numMemsInMemList != 0)
      URSA_POINTER(phMemList);
    for (uint32_t i = 0; i < numMemsInMemList; ++i)
      URSA_CHECK(adapter::checkHandle(phMemList[i], "phMemList[i]"));
    if (numEventsInWaitList != 0)
      URSA_CHECK(enqueue(before, nullptr));
    pfnNativeEnqueue(hQueue, data);
    return enqueue(after, nullptr);
  });
}

// Allocates immediately; the command itself has no work.
template <ur_command_t Command, ur_usm_type_t Type>
ur_result_t allocate(ur_queue_handle_t hQueue, ur_usm_pool_handle_t pPool, const size_t size,
                     const ur_exp_async_usm_alloc_properties_t *pProperties,
                     uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                     void **ppMem, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    EnqueueParameters parameters =
        commandOf(Command, hQueue, numEventsInWaitList, phEventWaitList, phEvent);
    parameters.capturable = false;
    URSA_CHECK(checkEnqueue(parameters));
    URSA_CHECK(checkNotCaptured(parameters));
    URSA_POINTER(ppMem);
    if (pProperties && (pProperties->flags & UR_EXP_ASYNC_USM_ALLOC_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The allocation flags {:#x} are not defined.", pProperties->flags);
    ur_context_handle_t_ &context = *hQueue->context;
    URSA_TRY(
        void *const memory,
        adapter::allocateUsm<Usm>(
            context, {.type = Type, .pool = pPool ? pPool : context.defaultPool(), .size = size}));
    if (auto enqueued = enqueue(parameters, nullptr); !enqueued) {
      (void)Usm::freeNow(context, memory);
      return enqueued;
    }
    *ppMem = memory;
    return {};
  });
}

ur_result_t freeMemory(ur_queue_handle_t hQueue, ur_usm_pool_handle_t, void *pMem,
                       uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                       ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    EnqueueParameters parameters = commandOf(UR_COMMAND_ENQUEUE_USM_FREE_EXP, hQueue,
                                             numEventsInWaitList, phEventWaitList, phEvent);
    parameters.capturable = false;
    URSA_CHECK(checkEnqueue(parameters));
    URSA_POINTER(pMem);
    const auto allocation = hQueue->context->findAllocation(pMem);
    if (!allocation || allocation->base != pMem)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "{} is not the beginning of an allocation of the context.", pMem);
    // A second free of the same memory finds no allocation and succeeds.
    return enqueue(parameters,
                   createWork([pMem, context = Ref<ur_context_handle_t_>(hQueue->context)] {
                     (void)Usm::freeNow(*context, pMem);
                   }));
  });
}

} // namespace

void fillHostCommands(ur_dditable_t &table) {
  table.EnqueueExp.pfnTimestampRecordingExp = timestampRecording;
  table.EnqueueExp.pfnHostTaskExp = hostTask;
  table.EnqueueExp.pfnNativeCommandExp = nativeCommand;
  table.EnqueueExp.pfnUSMDeviceAllocExp =
      allocate<UR_COMMAND_ENQUEUE_USM_DEVICE_ALLOC_EXP, UR_USM_TYPE_DEVICE>;
  table.EnqueueExp.pfnUSMSharedAllocExp =
      allocate<UR_COMMAND_ENQUEUE_USM_SHARED_ALLOC_EXP, UR_USM_TYPE_SHARED>;
  table.EnqueueExp.pfnUSMHostAllocExp =
      allocate<UR_COMMAND_ENQUEUE_USM_HOST_ALLOC_EXP, UR_USM_TYPE_HOST>;
  table.EnqueueExp.pfnUSMFreeExp = freeMemory;
}

} // namespace ursa::host
