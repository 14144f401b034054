// The enqueue functions that read and write a program's global variables.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/enqueue.h"

#include <string_view>

namespace ursa::adapter {

/// Errors: UR_RESULT_ERROR_INVALID_VALUE unless the range lies in the variable. Thread safe.
Result<void> checkVariableRange(std::string_view name, size_t variableSize, size_t offset,
                                size_t size);

/// find returns a variable, which has the member size. transfer enqueues a command that reads or
/// writes a part of the variable, as its template parameter says.
template <class Traits>
concept VariableTraits = HasHandleTypes<Traits> &&
    requires(typename Traits::Queue &queue, typename Traits::Program &program, const char *name) {
  { Traits::find(queue, program, name)->size } -> std::convertible_to<size_t>;
} && requires(const EnqueueParameters &parameters, typename Traits::Queue &queue,
              typename Traits::Program &program, const char *name, size_t bytes, void *memory,
              const void *source) {
  {
    Traits::template transfer<UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ>(
        parameters, program, *Traits::find(queue, program, name), /*offset=*/bytes,
        /*size=*/bytes, memory)
    } -> ResultOfNothing;
  {
    Traits::template transfer<UR_COMMAND_DEVICE_GLOBAL_VARIABLE_WRITE>(
        parameters, program, *Traits::find(queue, program, name), /*offset=*/bytes,
        /*size=*/bytes, source)
    } -> ResultOfNothing;
};

template <VariableTraits Adapter> struct VariableCommands {
  template <ur_command_t Type, class Pointer>
  static ur_result_t call(ur_queue_handle_t hQueue, ur_program_handle_t hProgram, const char *name,
                          bool blocking, size_t count, size_t offset, Pointer *pHost,
                          uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                          ur_event_handle_t *phEvent) {
    return atBoundary([&]() -> Result<void> {
      const EnqueueParameters parameters{hQueue,          Type,    numEventsInWaitList,
                                         phEventWaitList, phEvent, blocking};
      URSA_CHECK(checkEnqueue(parameters));
      URSA_HANDLE(hProgram);
      URSA_POINTER(name);
      URSA_POINTER(pHost);
      typename Adapter::Queue &queue = *hQueue;
      typename Adapter::Program &program = *hProgram;
      if (program.context != queue.context)
        return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                         "The program and the queue are of different contexts.");
      URSA_TRY(const auto variable, Adapter::find(queue, program, name));
      URSA_CHECK(checkVariableRange(name, variable.size, offset, count));
      return Adapter::template transfer<Type>(parameters, program, variable, offset, count, pHost);
    });
  }
};

/// Fills in the functions that read and write variables.
template <VariableTraits Adapter> void fillVariableFunctions(ur_dditable_t &table) {
  using Functions = VariableCommands<Adapter>;
  table.Enqueue.pfnDeviceGlobalVariableRead =
      Functions::template call<UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ, void>;
  table.Enqueue.pfnDeviceGlobalVariableWrite =
      Functions::template call<UR_COMMAND_DEVICE_GLOBAL_VARIABLE_WRITE, const void>;
}

} // namespace ursa::adapter
