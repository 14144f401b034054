// Commands that read and write global variables of programs.
#include "adapters/common/variable_commands.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/memory/transfer.h"
#include "adapters/cuda/program/program.h"
#include "adapters/cuda/queue/queue.h"

namespace ursa::cuda {
namespace {

struct Variables : adapter::HandleTypes {
  static Result<Variable> find(const ur_queue_handle_t_ &queue, ur_program_handle_t_ &program,
                               const char *name) {
    return findVariable(program, queue.device, name);
  }

  template <ur_command_t Type, class Pointer>
  static Result<void> transfer(const EnqueueParameters &parameters, const ur_program_handle_t_ &,
                               const Variable &variable, size_t offset, size_t size,
                               Pointer *host) {
    constexpr bool kIsRead = Type == UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ;
    const Rows data{{variable.address + offset}, size, size};
    const Rows memory{Commands::hostLocation(host), size, size};
    URSA_TRY(const WorkPointer work, makeCopy(variable.module->native, kIsRead ? memory : data,
                                              kIsRead ? data : memory, {size}, {variable.module}));
    return enqueue(parameters, work);
  }
};

} // namespace

void fillVariableCommands(ur_dditable_t &table) {
  adapter::fillVariableFunctions<Variables>(table);
}

} // namespace ursa::cuda
