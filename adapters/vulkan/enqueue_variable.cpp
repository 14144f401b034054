// Commands that read and write variables in a program's data segment.
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/program.h"
#include "adapters/vulkan/queue.h"
#include "adapters/vulkan/tables.h"
#include "adapters/vulkan/transfer.h"

namespace ursa::vulkan {
namespace {

template <ur_command_t Type, class Pointer>
ur_result_t transfer(ur_queue_handle_t hQueue, ur_program_handle_t hProgram, const char *name,
                     bool blocking, size_t count, size_t offset, Pointer *pHost,
                     uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                     ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(Type, hQueue, numEventsInWaitList, phEventWaitList, phEvent, blocking),
      [&](ur_context_handle_t context) -> WorkResult {
        URSA_POINTER(pHost);
        URSA_HANDLE(hProgram);
        URSA_POINTER(name);
        if (hProgram->context != context)
          return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                           "The program and the queue are of different contexts.");
        URSA_TRY(const GlobalVariable variable, globalVariable(*hProgram, name));
        if (offset > variable.size || count > variable.size - offset)
          return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                           "{} bytes at {} do not lie in variable '{}' of {} bytes.", count, offset,
                           name, variable.size);
        const Place data = Place::of(variable.build->data(), variable.offset + offset);
        const Place host = Place::ofHost(const_cast<void *>(static_cast<const void *>(pHost)));
        if constexpr (Type == UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ)
          return makeCopy(*context->device, host, data, count, {variable.build});
        else
          return makeCopy(*context->device, data, host, count, {variable.build});
      });
}

} // namespace

void fillVariableCommands(ur_dditable_t &table) {
  table.Enqueue.pfnDeviceGlobalVariableRead =
      transfer<UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ, void>;
  table.Enqueue.pfnDeviceGlobalVariableWrite =
      transfer<UR_COMMAND_DEVICE_GLOBAL_VARIABLE_WRITE, const void>;
}

} // namespace ursa::vulkan
