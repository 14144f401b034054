// Program queries and specialization constants.
#include "adapters/common/program_functions.h"
#include "adapters/common/spec_constants.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/jit/link_images.h"
#include "adapters/host/program/program.h"
#include "support/last_error.h"

#include <algorithm>
#include <array>

namespace ursa::host {
namespace {

using ProgramImage = Program::Image;

struct Constants {
  static const char *name(const ur_program_handle_t_ &) { return "the program"; }
  static Result<std::optional<size_t>> sizeOf(const ur_program_handle_t_ &program, uint32_t id) {
    const auto *slot = adapter::findById(program.summary.constants, id);
    return slot ? std::optional<size_t>(slot->size) : std::nullopt;
  }
  static void set(ur_program_handle_t_ &program, adapter::ConstantValues values) {
    adapter::setProgramConstants(program, std::move(values));
  }
};

// Returns the binary of a build, with the constants of that build folded.
Result<ProgramImage> binaryOf(ur_program_handle_t_ &program) {
  ProgramImage image;
  format::host::ConstantValues values;
  {
    const std::lock_guard guard(program.mutex);
    const bool isFinished = program.isIl() || program.summary.constants.empty() || !program.built;
    if (isFinished || program.binary)
      return isFinished ? program.image : program.binary;
    image = program.image;
    values = program.compiledValues;
  }
  const jit::LinkInput whole{*image, std::move(values)};
  URSA_TRY(std::vector<std::byte> bytes, jit::linkImages(std::span(&whole, 1)));
  auto made = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  const std::lock_guard guard(program.mutex);
  if (program.image == image)
    program.binary = made;
  return ProgramImage(made);
}

struct ProgramFacts {
  // The other devices of the context run it as well.
  static std::array<ur_device_handle_t, 1> devices(ur_program_handle_t_ &program) {
    return {program.context->devices.front().get()};
  }
  static adapter::Bytes il(ur_program_handle_t_ &program) { return program.il; }
  static Result<std::vector<std::string>> kernelNames(ur_program_handle_t_ &program) {
    return program.summary.kernels;
  }
  static Result<std::vector<size_t>> binarySizes(ur_program_handle_t_ &program) {
    URSA_TRY(const ProgramImage image, binaryOf(program));
    return std::vector<size_t>{image ? image->size() : 0};
  }
  static Result<size_t> binaryCount(ur_program_handle_t_ &) { return size_t{1}; }
  static Result<void> copyBinaries(ur_program_handle_t_ &program,
                                   std::span<unsigned char *const> destinations) {
    URSA_TRY(const ProgramImage image, binaryOf(program));
    if (image)
      adapter::copyBinary(*image, destinations.front());
    return {};
  }
};

// Only kernels have an address: that of the function that runs their work-groups. Other functions
// may be inlined into their callers.
Result<void *> kernelAddress(ur_program_handle_t_ &program, const char *name) {
  URSA_TRY(const auto build, executableOf(program, fmt::format("The address of '{}'", name)));
  const format::host::KernelInfo *kernel = build->kernel(name);
  if (!kernel)
    return makeError(UR_RESULT_ERROR_INVALID_KERNEL_NAME, "The program has no kernel '{}'.", name);
  return reinterpret_cast<void *>(kernel->entry);
}

Result<adapter::VariableAddress> variableAddress(ur_program_handle_t_ &program, ur_device_handle_t,
                                                 const char *name) {
  URSA_TRY(const GlobalVariable variable, globalVariable(program, name));
  return adapter::VariableAddress{variable.address, variable.size};
}

} // namespace

Result<GlobalVariable> globalVariable(ur_program_handle_t_ &program, const char *name) {
  URSA_TRY(auto build, executableOf(program, fmt::format("Variable '{}'", name)));
  URSA_TRY(const format::host::VariableInfo *const variable,
           adapter::findVariable(program.variableNames, name, [&](const std::string &inCode) {
             return build->variable(inCode);
           }));
  return GlobalVariable{std::move(build), variable->address, variable->size};
}

void fillProgramQueries(ur_dditable_t &table) {
  using Device = ur_device_handle_t_;
  using Program = ur_program_handle_t_;
  table.Program.pfnGetInfo = adapter::getProgramInfo<Program, ProgramFacts>;
  table.Program.pfnGetBuildInfo = adapter::getBuildInfo<Program, Device, checkIsFor>;
  table.Program.pfnSetSpecializationConstants =
      adapter::setSpecializationConstants<Program, Constants>;
  table.Program.pfnGetFunctionPointer =
      adapter::getFunctionPointer<Device, Program, checkIsFor, kernelAddress>;
  table.Program.pfnGetGlobalVariablePointer =
      adapter::getVariablePointer<Device, Program, checkIsFor, variableAddress>;
}

} // namespace ursa::host
