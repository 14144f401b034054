// Reads and writes of a program's global variables.
#include "adapters/common/variable_commands.h"
#include "adapters/host/driver/adapter.h"
#include "adapters/host/program/program.h"
#include "adapters/host/queue/enqueue.h"

#include <cstring>

namespace ursa::host {
namespace {

struct Variables : adapter::HandleTypes {
  static Result<GlobalVariable> find(const ur_queue_handle_t_ &, ur_program_handle_t_ &program,
                                     const char *name) {
    return globalVariable(program, name);
  }

  // The command retains the build that the variable belongs to.
  template <ur_command_t Type, class Pointer>
  static Result<void> transfer(const EnqueueParameters &parameters, const ur_program_handle_t_ &,
                               const GlobalVariable &variable, size_t offset, size_t size,
                               Pointer *host) {
    std::byte *const data = variable.address + offset;
    return enqueue(parameters, createWork([=, build = variable.build] {
                     if constexpr (Type == UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ)
                       std::memcpy(host, data, size);
                     else
                       std::memcpy(data, host, size);
                   }));
  }
};

} // namespace

void fillVariableCommands(ur_dditable_t &table) {
  adapter::fillVariableFunctions<Variables>(table);
}

} // namespace ursa::host
