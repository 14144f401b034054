// Commands that run on the host or affect only the host: host tasks, native commands, timestamps,
// and allocations in the order of a queue.
#include "adapters/common/references.h"
#include "adapters/opencl/command.h"
#include "adapters/opencl/host_tasks.h"
#include "adapters/opencl/tables.h"
#include "adapters/opencl/usm.h"
#include "adapters/opencl/usm_pool.h"
#include "core/support/last_error.h"

namespace ursa::opencl {
namespace {

using adapter::Ref;

// Called when the driver's queue reaches the task, or failed before it.
void CL_CALLBACK onReady(cl_event, cl_int status, void *user) {
  std::unique_ptr<HostTask> task(static_cast<HostTask *>(user));
  if (status < 0)
    clSetUserEventStatus(task->done.get(), status);
  else
    HostTasks::instance().run(std::move(task));
}

// Enqueues a marker, a user event and another marker. The first marker completes when the task can
// run, the task completes the user event, and the second marker blocks later commands until then.
Result<void> enqueueTask(const Command &command, std::function<void()> work) {
  ur_queue_handle_t_ &queue = *command.queue;
  WaitList waits;
  URSA_CHECK(waits.take(command.waitCount, command.waitList, *queue.context));
  auto task = std::make_unique<HostTask>();
  task->work = std::move(work);
  URSA_TRY(task->done, userEvent(*queue.context));
  // A marker with an empty wait list would wait for all earlier commands.
  HeldEvent nothing;
  const bool isFree = waits.size() == 0 && queue.isUnordered();
  if (isFree) {
    URSA_TRY(nothing, completeEvent(*queue.context));
  }
  const cl_event first = nothing.get();
  URSA_TRY(const HeldEvent done, hold(task->done.get())); // the task is freed when it is complete
  const cl_event last = done.get();
  queue.recordCommand();
  std::unique_lock lock(queue.taskMutex);
  URSA_TRY(const HeldEvent turn, isFree ? enqueueMarker(queue.id, 1, &first)
                                        : enqueueMarker(queue.id, waits.size(), waits.data()));
  URSA_TRY(HeldEvent end, enqueueMarker(queue.id, 1, &last));
  lock.unlock();
  const auto set = checkCl(clSetEventCallback(turn.get(), CL_COMPLETE, onReady, task.get()),
                           "clSetEventCallback");
  if (!set) {
    clSetUserEventStatus(done.get(), CL_COMPLETE); // unblocks the queue
    return set;
  }
  (void)task.release();
  clFlush(queue.id);
  if (command.phEvent)
    *command.phEvent = new ur_event_handle_t_(queue.context, &queue, command.type, end.release());
  return {};
}

ur_result_t hostTask(ur_queue_handle_t hQueue, ur_exp_host_task_function_t pfnHostTask, void *data,
                     const ur_exp_host_task_properties_t *pProperties, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_POINTER(reinterpret_cast<const void *>(pfnHostTask));
    if (pProperties && (pProperties->flags & UR_EXP_HOST_TASK_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The host task flags {:#x} are not defined.", pProperties->flags);
    return enqueueTask(
        {hQueue, UR_COMMAND_HOST_TASK_EXP, numEventsInWaitList, phEventWaitList, phEvent},
        [=] { pfnHostTask(data); });
  });
}

// The commands that the function enqueues come after the wait list; the command is complete when
// all commands of the queue so far are complete.
ur_result_t nativeCommand(ur_queue_handle_t hQueue,
                          ur_exp_enqueue_native_command_function_t pfnNativeEnqueue, void *data,
                          uint32_t numMemsInMemList, const ur_mem_handle_t *phMemList,
                          const ur_exp_enqueue_native_command_properties_t *pProperties,
                          uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                          ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_POINTER(reinterpret_cast<const void *>(pfnNativeEnqueue));
    if (pProperties && (pProperties->flags & UR_EXP_ENQUEUE_NATIVE_COMMAND_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The native command flags {:#x} are not defined.", pProperties->flags);
    if (numMemsInMemList != 0)
      URSA_POINTER(phMemList);
    for (uint32_t i = 0; i < numMemsInMemList; ++i)
      URSA_CHECK(adapter::checkHandle(phMemList[i], "phMemList[i]"));
    if (numEventsInWaitList != 0 || phEventWaitList)
      URSA_CHECK(enqueue({hQueue, UR_COMMAND_EVENTS_WAIT_WITH_BARRIER, numEventsInWaitList,
                          phEventWaitList, nullptr},
                         "clEnqueueBarrierWithWaitList",
                         [](cl_command_queue queue, auto... events) {
                           return clEnqueueBarrierWithWaitList(queue, events...);
                         }));
    pfnNativeEnqueue(hQueue, data);
    return enqueue({hQueue, UR_COMMAND_ENQUEUE_NATIVE_EXP, 0, nullptr, phEvent},
                   "clEnqueueMarkerWithWaitList", [](cl_command_queue queue, auto... events) {
                     return clEnqueueMarkerWithWaitList(queue, events...);
                   });
  });
}

ur_result_t timestampRecording(ur_queue_handle_t hQueue, bool blocking,
                               uint32_t numEventsInWaitList,
                               const ur_event_handle_t *phEventWaitList,
                               ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_POINTER(phEvent);
    WaitList waits;
    URSA_CHECK(waits.take(numEventsInWaitList, phEventWaitList, *hQueue->context));
    hQueue->recordCommand();
    const bool keepsTimes = hQueue->flags & UR_QUEUE_FLAG_PROFILING_ENABLE;
    URSA_TRY(HeldEvent event,
             keepsTimes && waits.size() != 0
                 ? enqueueTimestamp(*hQueue->context, hQueue->id, waits.size(), waits.data())
                 : enqueueMarker(hQueue->id, waits.size(), waits.data()));
    if (!keepsTimes) {
      URSA_TRY(event, enqueueTimes(*hQueue, std::move(event)));
    }
    const cl_event native = event.get();
    if (blocking)
      URSA_CHECK(checkCl(clWaitForEvents(1, &native), "clWaitForEvents"));
    *phEvent = new ur_event_handle_t_(hQueue->context, hQueue, UR_COMMAND_TIMESTAMP_RECORDING_EXP,
                                      event.release());
    return {};
  });
}

// Allocates immediately, so the command itself does nothing.
template <ur_command_t Type, ur_usm_type_t Kind>
ur_result_t allocate(ur_queue_handle_t hQueue, ur_usm_pool_handle_t pPool, const size_t size,
                     const ur_exp_async_usm_alloc_properties_t *pProperties,
                     uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                     void **ppMem, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_POINTER(ppMem);
    if (pProperties && (pProperties->flags & UR_EXP_ASYNC_USM_ALLOC_FLAGS_MASK))
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The allocation flags {:#x} are not defined.", pProperties->flags);
    ur_context_handle_t_ &context = *hQueue->context;
    URSA_TRY(void *const memory,
             adapter::allocateUsm<Usm>(
                 context, {.type = Kind,
                           .device = Kind == UR_USM_TYPE_HOST ? nullptr : hQueue->device,
                           .pool = pPool ? pPool : context.defaultPool(),
                           .size = size}));
    const auto enqueued =
        enqueue({hQueue, Type, numEventsInWaitList, phEventWaitList, phEvent},
                "clEnqueueMarkerWithWaitList", [](cl_command_queue queue, auto... events) {
                  return clEnqueueMarkerWithWaitList(queue, events...);
                });
    if (!enqueued) {
      freeUsmNow(context, memory);
      return enqueued;
    }
    *ppMem = memory;
    return {};
  });
}

// If the application frees memory twice, the second command finds no allocation and succeeds.
ur_result_t freeMemory(ur_queue_handle_t hQueue, ur_usm_pool_handle_t, void *pMem,
                       uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                       ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_POINTER(pMem);
    if (!hQueue->context->allocations.beginsAt(pMem))
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "{} is not the beginning of an allocation of the context.", pMem);
    return enqueueTask(
        {hQueue, UR_COMMAND_ENQUEUE_USM_FREE_EXP, numEventsInWaitList, phEventWaitList, phEvent},
        [pMem, context = Ref<ur_context_handle_t_>(hQueue->context)] {
          freeUsmNow(*context, pMem);
        });
  });
}

} // namespace

// The driver's queue that records profiling times is not the application's.
Result<HeldEvent> enqueueTimes(const ur_queue_handle_t_ &queue, HeldEvent reached) {
  URSA_CHECK(checkCl(clFlush(queue.id), "clFlush"));
  URSA_TRY(cl_command_queue target, queue.context->profilingQueue(queue.device));
  const cl_event before = reached.get();
  URSA_TRY(HeldEvent event, enqueueTimestamp(*queue.context, target, 1, &before));
  URSA_CHECK(checkCl(clFlush(target), "clFlush"));
  const cl_event native = event.get();
  URSA_TRY(const HeldEvent passed, enqueueMarker(queue.id, 1, &native));
  return event;
}

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

} // namespace ursa::opencl
