#include "adapters/cuda/program/program.h"

#include "adapters/common/spec_constants.h"
#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/driver/tables.h"
#include "adapters/cuda/program/code_generator.h"
#include "adapters/cuda/program/offset_forms.h"
#include "adapters/cuda/program/program_build.h"
#include "adapters/cuda/program/specialized_code.h"
#include "spirv/translator.h"

namespace ursa::cuda {

Program::Program(ur_context_handle_t hContext,
                 std::map<ur_device_handle_t, CodePointer> codeOfDevices,
                 adapter::VariableNames namesOfVariables)
    : context(hContext), codes(std::move(codeOfDevices)),
      variableNames(std::move(namesOfVariables)) {
  adapter::retain(context);
}

Program::~Program() {
  built = nullptr;
  adapter::release(context);
}

std::vector<ur_device_handle_t> Program::devices() const {
  std::vector<ur_device_handle_t> all;
  for (const auto &[device, code] : codes)
    all.push_back(device);
  return all;
}

namespace {

using adapter::DeviceList;

Result<ur_program_handle_t_ *> makeOfBinaries(ur_context_handle_t_ &context, DeviceList devices,
                                              const std::vector<adapter::Bytes> &binaries,
                                              adapter::VariableNames names) {
  std::map<ur_device_handle_t, CodePointer> codes;
  for (size_t i = 0; i < devices.size(); ++i) {
    URSA_TRY(CodePointer code, readCode(binaries[i]));
    URSA_TRY(codes[devices[i]], describeCode(std::move(code)));
  }
  return new ur_program_handle_t_(&context, std::move(codes), std::move(names));
}

Result<ur_program_handle_t_ *> makeOfIl(ur_context_handle_t_ &context, adapter::Bytes words,
                                        adapter::VariableNames names) {
  for (const NativeContext *native : context.natives)
    if (supportedIl(native->device).empty())
      return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                       "Programs in SPIR-V need the code generator beside the adapter, the program "
                       "llvm-spirv-15 and compute capability 7.0; device '{}' does not have all of "
                       "them.",
                       native->device.name);
  URSA_TRY(const CodePointer code, readSpirv(words));
  std::map<ur_device_handle_t, CodePointer> codes;
  for (const ur_device_handle_t device : context.devices())
    codes[device] = code;
  return new ur_program_handle_t_(&context, std::move(codes), std::move(names));
}

const Code *anyCode(const ur_program_handle_t_ &program) {
  return program.codes.empty() ? nullptr : program.codes.begin()->second.get();
}

struct Constants {
  static const char *name(const ur_program_handle_t_ &) { return "the program"; }
  static Result<std::optional<size_t>> sizeOf(const ur_program_handle_t_ &program, uint32_t id) {
    return constantSize(program, id);
  }
  static void set(ur_program_handle_t_ &program, adapter::ConstantValues &&values) {
    adapter::setProgramConstants(program, std::move(values));
  }
};

Result<std::span<const std::byte>> wholePtx(const Module &module) {
  if (module.offsetForms)
    return module.offsetForms->wholePtx(module.native);
  return std::span<const std::byte>(module.code->ptx);
}

std::shared_ptr<const Build> lastBuild(ur_program_handle_t_ &program) {
  const std::lock_guard guard(program.mutex);
  return program.built;
}

// Returns what a program can be created of again: the code that it was created from, or PTX with
// the constants of the last build. SPIR-V has none before it is built.
// @param built of the program, which keeps the PTX; null if there is none
Result<std::vector<std::span<const std::byte>>> binariesOf(const ur_program_handle_t_ &program,
                                                           const Build *built) {
  std::vector<std::span<const std::byte>> binaries;
  for (const auto &[device, code] : program.codes) {
    std::span<const std::byte> binary = code->bytes;
    if (code->form == CodeForm::Spirv)
      binary = {};
    if (built && !code->isForDriver())
      if (const auto module = built->modules.find(device); module != built->modules.end()) {
        URSA_TRY(binary, wholePtx(*module->second));
      }
    binaries.push_back(binary);
  }
  return binaries;
}

struct ProgramFacts {
  static std::vector<ur_device_handle_t> devices(ur_program_handle_t_ &program) {
    return program.devices();
  }
  static adapter::Bytes il(ur_program_handle_t_ &program) {
    const Code *code = anyCode(program);
    return code && code->form == CodeForm::Spirv ? adapter::Bytes(code->bytes) : adapter::Bytes();
  }
  static Result<std::vector<std::string>> kernelNames(ur_program_handle_t_ &program) {
    const Code *code = anyCode(program);
    return code ? cuda::kernelNames(*code) : std::vector<std::string>();
  }
  static Result<std::vector<size_t>> binarySizes(ur_program_handle_t_ &program) {
    const auto built = lastBuild(program);
    URSA_TRY(const auto binaries, binariesOf(program, built.get()));
    std::vector<size_t> sizes;
    sizes.reserve(binaries.size());
    for (const auto &binary : binaries)
      sizes.push_back(binary.size());
    return sizes;
  }
  static Result<size_t> binaryCount(ur_program_handle_t_ &program) { return program.codes.size(); }
  static Result<void> copyBinaries(ur_program_handle_t_ &program,
                                   std::span<unsigned char *const> destinations) {
    const auto built = lastBuild(program);
    URSA_TRY(const auto binaries, binariesOf(program, built.get()));
    size_t i = 0;
    for (const auto &binary : binaries)
      adapter::copyBinary(binary, destinations[i++]);
    return {};
  }
};

Result<adapter::VariableAddress> variableAddress(ur_program_handle_t_ &program,
                                                 ur_device_handle_t device, const char *name) {
  URSA_TRY(const Variable variable, findVariable(program, device, name));
  return adapter::VariableAddress{reinterpret_cast<void *>(variable.address), variable.size};
}

struct ProgramTraits : adapter::HandleTypes {
  static constexpr uint32_t kMaxDevices = UINT32_MAX;
  static constexpr auto checkIsFor = cuda::checkIsFor;
  static constexpr auto makeOfIl = cuda::makeOfIl;
  static constexpr auto makeOfBinaries = cuda::makeOfBinaries;
  static constexpr auto build = buildProgram;
  static constexpr auto compile = compileProgram;
  static constexpr auto link = linkPrograms;
};

} // namespace

std::optional<size_t> constantSize(const ur_program_handle_t_ &program, uint32_t id) {
  for (const auto &[device, code] : program.codes)
    if (const CodeConstant *constant = adapter::findById(code->constants, id))
      return constant->size;
  return std::nullopt;
}

Result<void> checkIsFor(const ur_program_handle_t_ &program, ur_device_handle_t device) {
  if (program.codes.contains(device))
    return {};
  URSA_CHECK(program.context->checkHas(device));
  return makeError(UR_RESULT_ERROR_INVALID_DEVICE, "The program has no code for device '{}'.",
                   device->name);
}

std::string supportedIl(const ur_device_handle_t_ &device) {
  return generatesCode(device) && !spirv::translatorPath().empty() ? "SPIR-V_1.4" : "";
}

Result<Variable> findVariable(ur_program_handle_t_ &program, ur_device_handle_t device,
                              const char *name) {
  URSA_TRY(auto built, adapter::executableOf(program, fmt::format("Variable '{}'", name)));
  const auto loaded = built->modules.find(device);
  if (loaded == built->modules.end())
    return makeError(UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE,
                     "Variable '{}' was requested on device '{}', for which the program was not "
                     "built.",
                     name, device->name);
  NativeContext &native = loaded->second->native;
  URSA_TRY(const Current current, native.enter());
  Variable variable{loaded->second};
  const auto find = [&](const std::string &inCode) -> const Variable * {
    return cu().cuModuleGetGlobal(&variable.address, &variable.size, variable.module->handle,
                                  inCode.c_str()) == CUDA_SUCCESS
               ? &variable
               : nullptr;
  };
  URSA_TRY(const Variable *const found, adapter::findVariable(program.variableNames, name, find));
  return *found;
}

void fillProgramTable(ur_dditable_t &table) {
  using Device = ur_device_handle_t_;
  using Program = ur_program_handle_t_;
  adapter::fillProgramFunctions<ProgramTraits>(table);
  table.Program.pfnSetSpecializationConstants =
      adapter::setSpecializationConstants<Program, Constants>;
  table.Program.pfnGetInfo = adapter::getProgramInfo<Program, ProgramFacts>;
  table.Program.pfnGetBuildInfo = adapter::getBuildInfo<Program, Device, checkIsFor>;
  table.Program.pfnGetGlobalVariablePointer =
      adapter::getVariablePointer<Device, Program, checkIsFor, variableAddress>;
}

} // namespace ursa::cuda
