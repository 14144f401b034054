// The enqueue functions whose commands only wait, or do their work on the host: waits, barriers,
// timestamps, host tasks, native commands and allocations in the order of a queue.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/enqueue.h"
#include "adapters/common/usm_functions.h"

namespace ursa::adapter {

/// Checks the parameters of a host task. Errors: UR_RESULT_ERROR_INVALID_NULL_POINTER,
/// UR_RESULT_ERROR_INVALID_ENUMERATION. Thread safe.
/// @param properties null for none
Result<void> checkHostTask(ur_exp_host_task_function_t function,
                           const ur_exp_host_task_properties_t *properties);

/// Checks the parameters of a native command. Errors: UR_RESULT_ERROR_INVALID_NULL_POINTER,
/// UR_RESULT_ERROR_INVALID_NULL_HANDLE, UR_RESULT_ERROR_INVALID_ENUMERATION. Thread safe.
/// @param properties null for none
Result<void> checkNativeCommand(ur_exp_enqueue_native_command_function_t function,
                                uint32_t memoryCount, const ur_mem_handle_t *memories,
                                const ur_exp_enqueue_native_command_properties_t *properties);

/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION. Thread safe.
/// @param properties null for none
Result<void> checkQueueAllocation(const ur_exp_async_usm_alloc_properties_t *properties);

/// enqueueWait enqueues a command without work; its parameters tell what it waits for.
/// enqueueHostTask enqueues a command that calls the function on the host; the last argument tells
/// whether that is the application's. Optional: callNative(queue, function) -> Result<void>, which
/// calls the function, which gives work to the driver.
template <class Traits>
concept HostCommandTraits = HasHandleTypes<Traits> &&
    requires(const EnqueueParameters &parameters, void (*function)(), bool callsApplication) {
  { Traits::enqueueWait(parameters) } -> ResultOfNothing;
  { Traits::enqueueHostTask(parameters, function, callsApplication) } -> ResultOfNothing;
};

/// For allocations in the order of a queue. deviceOf returns null for memory of no device. freeNow
/// frees memory that no command uses any more.
template <class Traits>
concept QueueAllocationTraits = HostCommandTraits<Traits> && UsmTraits<typename Traits::Usm> &&
    requires(typename Traits::Context &context, const typename Traits::Queue &queue,
             ur_usm_type_t type, void *address) {
  { Traits::deviceOf(queue, type) } -> std::convertible_to<ur_device_handle_t>;
  { Traits::ownsAllocation(context, address) } -> std::convertible_to<bool>;
  { Traits::freeNow(context, address) } -> ResultOfNothing;
};

template <HostCommandTraits Adapter> struct HostCommands {
  using Context = typename Adapter::Context;
  using Queue = typename Adapter::Queue;

  static ur_result_t eventsWait(ur_queue_handle_t hQueue, uint32_t numEventsInWaitList,
                                const ur_event_handle_t *phEventWaitList,
                                ur_event_handle_t *phEvent) {
    return atBoundary([&]() -> Result<void> {
      const EnqueueParameters parameters{.queue = hQueue,
                                         .type = UR_COMMAND_EVENTS_WAIT,
                                         .waitCount = numEventsInWaitList,
                                         .waitList = phEventWaitList,
                                         .phEvent = phEvent,
                                         .waitsForAll = numEventsInWaitList == 0};
      URSA_CHECK(checkEnqueue(parameters));
      return Adapter::enqueueWait(parameters);
    });
  }

  /// The function that Barriers calls.
  /// @param signals the reusable event to signal; null to create an event
  static Result<void> barrier(Queue &queue, uint32_t numEventsInWaitList,
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
    return Adapter::enqueueWait(parameters);
  }

  static ur_result_t timestampRecording(ur_queue_handle_t hQueue, bool blocking,
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
      return Adapter::enqueueWait(parameters);
    });
  }

  static ur_result_t hostTask(ur_queue_handle_t hQueue, ur_exp_host_task_function_t pfnHostTask,
                              void *data, const ur_exp_host_task_properties_t *pProperties,
                              uint32_t numEventsInWaitList,
                              const ur_event_handle_t *phEventWaitList,
                              ur_event_handle_t *phEvent) {
    return atBoundary([&]() -> Result<void> {
      const EnqueueParameters parameters{hQueue, UR_COMMAND_HOST_TASK_EXP, numEventsInWaitList,
                                         phEventWaitList, phEvent};
      URSA_CHECK(checkEnqueue(parameters));
      URSA_CHECK(checkHostTask(pfnHostTask, pProperties));
      return Adapter::enqueueHostTask(
          parameters, [=] { pfnHostTask(data); }, /*callsApplication=*/true);
    });
  }

  // The commands that the function enqueues come after the wait list; the native command is
  // complete when all commands of the queue so far are.
  static ur_result_t
  nativeCommand(ur_queue_handle_t hQueue, ur_exp_enqueue_native_command_function_t pfnNativeEnqueue,
                void *data, uint32_t numMemsInMemList, const ur_mem_handle_t *phMemList,
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
      URSA_CHECK(checkNativeCommand(pfnNativeEnqueue, numMemsInMemList, phMemList, pProperties));
      if (numEventsInWaitList != 0)
        URSA_CHECK(Adapter::enqueueWait(before));
      if constexpr (requires { Adapter::callNative(*hQueue, [] {}); })
        URSA_CHECK(Adapter::callNative(*hQueue, [=] { pfnNativeEnqueue(hQueue, data); }));
      else
        pfnNativeEnqueue(hQueue, data);
      return Adapter::enqueueWait(after);
    });
  }

  // Allocates immediately; the command has no work.
  template <ur_command_t Command, ur_usm_type_t Type>
  static ur_result_t
  allocate(ur_queue_handle_t hQueue, ur_usm_pool_handle_t pPool, const size_t size,
           const ur_exp_async_usm_alloc_properties_t *pProperties, uint32_t numEventsInWaitList,
           const ur_event_handle_t *phEventWaitList, void **ppMem,
           ur_event_handle_t *phEvent) requires QueueAllocationTraits<Adapter> {
    return atBoundary([&]() -> Result<void> {
      const EnqueueParameters parameters{.queue = hQueue,
                                         .type = Command,
                                         .waitCount = numEventsInWaitList,
                                         .waitList = phEventWaitList,
                                         .phEvent = phEvent,
                                         .capturable = false};
      URSA_CHECK(checkEnqueue(parameters));
      URSA_POINTER(ppMem);
      URSA_CHECK(checkQueueAllocation(pProperties));
      const Queue &queue = *hQueue;
      Context &context = *queue.context;
      URSA_TRY(void *const memory, allocateUsm<typename Adapter::Usm>(
                                       context, {.type = Type,
                                                 .device = Adapter::deviceOf(queue, Type),
                                                 .pool = pPool ? pPool : context.defaultPool(),
                                                 .size = size}));
      if (auto enqueued = Adapter::enqueueWait(parameters); !enqueued) {
        (void)Adapter::freeNow(context, memory);
        return enqueued;
      }
      *ppMem = memory;
      return {};
    });
  }

  // A second command that frees the same memory finds no allocation and succeeds.
  static ur_result_t
  freeMemory(ur_queue_handle_t hQueue, ur_usm_pool_handle_t, void *pMem,
             uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
             ur_event_handle_t *phEvent) requires QueueAllocationTraits<Adapter> {
    return atBoundary([&]() -> Result<void> {
      const EnqueueParameters parameters{.queue = hQueue,
                                         .type = UR_COMMAND_ENQUEUE_USM_FREE_EXP,
                                         .waitCount = numEventsInWaitList,
                                         .waitList = phEventWaitList,
                                         .phEvent = phEvent,
                                         .capturable = false};
      URSA_CHECK(checkEnqueue(parameters));
      URSA_POINTER(pMem);
      const Queue &queue = *hQueue;
      if (!Adapter::ownsAllocation(*queue.context, pMem))
        return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                         "{} is not the beginning of an allocation of the context.", pMem);
      return Adapter::enqueueHostTask(
          parameters,
          [pMem, context = Ref<Context>(queue.context)] { (void)Adapter::freeNow(*context, pMem); },
          /*callsApplication=*/false);
    });
  }
};

/// Fills in waits, timestamps and host tasks.
template <HostCommandTraits Adapter> void fillHostTasks(ur_dditable_t &table) {
  using Functions = HostCommands<Adapter>;
  table.Enqueue.pfnEventsWait = Functions::eventsWait;
  table.EnqueueExp.pfnTimestampRecordingExp = Functions::timestampRecording;
  table.EnqueueExp.pfnHostTaskExp = Functions::hostTask;
}

/// Fills in native commands, and allocations in the order of a queue.
template <QueueAllocationTraits Adapter> void fillQueueAllocations(ur_dditable_t &table) {
  using Functions = HostCommands<Adapter>;
  auto &entries = table.EnqueueExp;
  entries.pfnNativeCommandExp = Functions::nativeCommand;
  entries.pfnUSMDeviceAllocExp =
      Functions::template allocate<UR_COMMAND_ENQUEUE_USM_DEVICE_ALLOC_EXP, UR_USM_TYPE_DEVICE>;
  entries.pfnUSMSharedAllocExp =
      Functions::template allocate<UR_COMMAND_ENQUEUE_USM_SHARED_ALLOC_EXP, UR_USM_TYPE_SHARED>;
  entries.pfnUSMHostAllocExp =
      Functions::template allocate<UR_COMMAND_ENQUEUE_USM_HOST_ALLOC_EXP, UR_USM_TYPE_HOST>;
  entries.pfnUSMFreeExp = Functions::freeMemory;
}

} // namespace ursa::adapter
