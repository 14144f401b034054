// Reads and writes of a program's global variables.
#include "adapters/host/adapter.h"
#include "adapters/host/commands.h"
#include "adapters/host/enqueue.h"
#include "adapters/host/program.h"

#include <cstring>

namespace ursa::host {
namespace {

Result<GlobalVariable> variableRange(ur_context_handle_t context, ur_program_handle_t hProgram,
                                     const char *name, size_t count, size_t offset) {
  URSA_HANDLE(hProgram);
  URSA_POINTER(name);
  if (hProgram->context != context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The program and the queue belong to different contexts.");
  URSA_TRY(GlobalVariable variable, globalVariable(*hProgram, name));
  if (offset > variable.size || count > variable.size - offset)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "{} bytes at {} do not lie in variable '{}' of {} bytes.", count, offset, name,
                     variable.size);
  return variable;
}

// The command retains the build that the variable belongs to.
template <ur_command_t Type, class Pointer>
ur_result_t transfer(ur_queue_handle_t hQueue, ur_program_handle_t hProgram, const char *name,
                     bool blocking, size_t count, size_t offset, Pointer *pHost,
                     uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                     ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(Type, hQueue, numEventsInWaitList, phEventWaitList, phEvent, blocking),
      [&](ur_context_handle_t context) -> WorkResult {
        URSA_POINTER(pHost);
        URSA_TRY(const GlobalVariable variable,
                 variableRange(context, hProgram, name, count, offset));
        std::byte *const data = variable.address + offset;
        return createWork([=, build = variable.build] {
          if constexpr (Type == UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ)
            std::memcpy(pHost, data, count);
          else
            std::memcpy(data, pHost, count);
        });
      });
}

} // namespace

void fillVariableCommands(ur_dditable_t &table) {
  table.Enqueue.pfnDeviceGlobalVariableRead =
      transfer<UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ, void>;
  table.Enqueue.pfnDeviceGlobalVariableWrite =
      transfer<UR_COMMAND_DEVICE_GLOBAL_VARIABLE_WRITE, const void>;
}

} // namespace ursa::host
