// Commands that read and write variables in a program's data segment.
#include "adapters/common/variable_commands.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/memory/transfer.h"
#include "adapters/vulkan/program/program.h"
#include "adapters/vulkan/queue/queue.h"

namespace ursa::vulkan {
namespace {

struct Variables : adapter::HandleTypes {
  static Result<GlobalVariable> find(const ur_queue_handle_t_ &, ur_program_handle_t_ &program,
                                     const char *name) {
    return globalVariable(program, name);
  }

  template <ur_command_t Type, class Pointer>
  static Result<void> transfer(const EnqueueParameters &parameters,
                               const ur_program_handle_t_ &program, const GlobalVariable &variable,
                               size_t offset, size_t size, Pointer *host) {
    constexpr bool kIsRead = Type == UR_COMMAND_DEVICE_GLOBAL_VARIABLE_READ;
    const Location data = Location::of(variable.build->data(), variable.offset + offset);
    const Location memory = Commands::hostLocation(host);
    URSA_TRY(WorkPointer work, makeCopy(*program.context->device, kIsRead ? memory : data,
                                        kIsRead ? data : memory, size, {variable.build}));
    return enqueue(parameters, std::move(work));
  }
};

} // namespace

void fillVariableCommands(ur_dditable_t &table) {
  adapter::fillVariableFunctions<Variables>(table);
}

} // namespace ursa::vulkan
