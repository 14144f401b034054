#include "adapters/cuda/program.h"

#include "adapters/cuda/context.h"
#include "adapters/cuda/device.h"
#include "adapters/cuda/tables.h"

ur_program_handle_t_::ur_program_handle_t_(
    ur_context_handle_t hContext,
    std::map<ur_device_handle_t, ursa::cuda::CodePointer> codeOfDevices,
    ursa::adapter::VariableNames namesOfVariables)
    : context(hContext), codes(std::move(codeOfDevices)),
      variableNames(std::move(namesOfVariables)) {
  ursa::adapter::retain(context);
}

ur_program_handle_t_::~ur_program_handle_t_() {
  built = nullptr;
  ursa::adapter::release(context);
}

std::vector<ur_device_handle_t> ur_program_handle_t_::devices() const {
  std::vector<ur_device_handle_t> all;
  for (const auto &[device, code] : codes)
    all.push_back(device);
  return all;
}

namespace ursa::cuda {
namespace {

using adapter::DeviceList;

Result<ur_program_handle_t_ *> makeOfBinaries(ur_context_handle_t_ &context, DeviceList devices,
                                              const std::vector<adapter::Bytes> &binaries,
                                              adapter::VariableNames names) {
  std::map<ur_device_handle_t, CodePointer> codes;
  for (size_t i = 0; i < devices.size(); ++i) {
    URSA_TRY(codes[devices[i]], readCode(binaries[i]));
  }
  return new ur_program_handle_t_(&context, std::move(codes), std::move(names));
}

Result<void> checkHas(const ur_context_handle_t_ &context, ur_device_handle_t device) {
  return context.checkHas(device);
}

Result<void> checkIsFor(const ur_program_handle_t_ &program, ur_device_handle_t device) {
  if (program.codes.contains(device))
    return {};
  URSA_CHECK(program.context->checkHas(device));
  return makeError(UR_RESULT_ERROR_INVALID_DEVICE, "The program has no code for device '{}'.",
                   device->name);
}

Result<ur_program_handle_t_ *> refuseIl(ur_context_handle_t_ &context, adapter::Bytes,
                                        const adapter::VariableNames &) {
  return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                   "Device '{}' accepts PTX and objects, but no intermediate language.",
                   context.first().device.name);
}

/// Records how a build or link ended.
void finishBuild(ur_program_handle_t_ &program, const Result<void> &result, std::string log,
                 ur_program_binary_type_t type, std::shared_ptr<const Build> built) {
  const std::lock_guard guard(program.mutex);
  program.buildLog = std::move(log);
  if (!result) {
    program.status = UR_PROGRAM_BUILD_STATUS_ERROR;
    program.buildLog += fmt::format("error: {}\n", result.error().message);
    return;
  }
  program.status = UR_PROGRAM_BUILD_STATUS_SUCCESS;
  program.type = type;
  program.built = std::move(built);
}

std::vector<ur_device_handle_t> devicesToBuildFor(const ur_program_handle_t_ &program,
                                                  DeviceList devices) {
  return devices.empty() ? program.devices()
                         : std::vector<ur_device_handle_t>(devices.begin(), devices.end());
}

BuildOptions beginBuild(ur_program_handle_t_ &program, const char *pOptions) {
  const std::lock_guard guard(program.mutex);
  program.status = UR_PROGRAM_BUILD_STATUS_IN_PROGRESS;
  program.options = pOptions ? pOptions : "";
  return BuildOptions::parse(program.options);
}

Result<void> build(ur_program_handle_t_ &program, DeviceList devices, const char *pOptions) {
  const BuildOptions options = beginBuild(program, pOptions);
  std::string log = options.notes;
  auto built = std::make_shared<Build>();
  const auto load = [&]() -> Result<void> {
    for (const ur_device_handle_t device : devicesToBuildFor(program, devices)) {
      URSA_TRY(built->modules[device],
               loadModule(program.context->of(device), program.codes.at(device), options, log));
    }
    return {};
  };
  const auto result = load();
  finishBuild(program, result, std::move(log), UR_PROGRAM_BINARY_TYPE_EXECUTABLE, std::move(built));
  return result;
}

// References to other programs are resolved when the program is linked, so that compiling only
// checks the code.
Result<void> compile(ur_program_handle_t_ &program, DeviceList devices, const char *pOptions) {
  const BuildOptions options = beginBuild(program, pOptions);
  std::string log = options.notes;
  const auto check = [&]() -> Result<void> {
    for (const ur_device_handle_t device : devicesToBuildFor(program, devices)) {
      const CodePointer codes[] = {program.codes.at(device)};
      if (auto checked = linkCode(program.context->of(device), codes, options,
                                  /*isComplete=*/false, log);
          !checked)
        return checked.error();
    }
    return {};
  };
  const auto result = check();
  finishBuild(program, result, std::move(log), UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, nullptr);
  return result;
}

Result<void> checkCompiled(std::span<const ur_program_handle_t> programs) {
  for (size_t i = 0; i < programs.size(); ++i) {
    const std::lock_guard guard(programs[i]->mutex);
    if (programs[i]->type != UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "Program {} of {} that were to be linked was not compiled.", i,
                       programs.size());
  }
  return {};
}

// What objects do not tell of their kernels, the linked program takes from the programs.
Result<CodePointer> linkFor(NativeContext &native, std::span<const ur_program_handle_t> programs,
                            const BuildOptions &options, std::string &log) {
  std::vector<CodePointer> parts;
  for (const ur_program_handle_t program : programs) {
    URSA_CHECK(checkIsFor(*program, &native.device));
    parts.push_back(program->codes.at(&native.device));
  }
  auto linked = std::make_shared<Code>();
  linked->form = CodeForm::Cubin;
  URSA_TRY(linked->bytes, linkCode(native, parts, options, /*isComplete=*/true, log));
  for (const CodePointer &part : parts)
    linked->kernels.insert(part->kernels.begin(), part->kernels.end());
  return CodePointer(std::move(linked));
}

Result<void> link(ur_context_handle_t hContext, DeviceList devices,
                  std::span<const ur_program_handle_t> programs, const char *pOptions,
                  ur_program_handle_t *phProgram) {
  URSA_CHECK(checkCompiled(programs));
  const BuildOptions options = BuildOptions::parse(pOptions ? pOptions : "");
  adapter::VariableNames names;
  for (const ur_program_handle_t program : programs)
    names.insert(program->variableNames.begin(), program->variableNames.end());
  std::map<ur_device_handle_t, CodePointer> codes;
  std::string log = options.notes;
  Result<void> result;
  for (const ur_device_handle_t device : devicesToBuildFor(*programs.front(), devices)) {
    auto linked = linkFor(hContext->of(device), programs, options, log);
    if (!linked) {
      result = linked.error();
      codes[device] = std::make_shared<const Code>();
      break;
    }
    codes[device] = *std::move(linked);
  }
  auto made = adapter::Ref<ur_program_handle_t_>::adopt(
      new ur_program_handle_t_(hContext, std::move(codes), std::move(names)));
  if (result)
    result = build(*made, {}, pOptions);
  else
    finishBuild(*made, result, std::move(log), UR_PROGRAM_BINARY_TYPE_NONE, nullptr);
  *phProgram = made.detach(); // also after a failure, because the program has the log
  if (!result)
    return Error{UR_RESULT_ERROR_PROGRAM_LINK_FAILURE, result.error().message};
  return {};
}

struct ProgramFacts {
  static std::vector<ur_device_handle_t> devices(ur_program_handle_t_ &program) {
    return program.devices();
  }
  static adapter::Bytes il(ur_program_handle_t_ &) { return {}; }
  static Result<std::vector<std::string>> kernelNames(ur_program_handle_t_ &program) {
    return program.codes.empty() ? std::vector<std::string>()
                                 : cuda::kernelNames(*program.codes.begin()->second);
  }
  static Result<std::vector<size_t>> binarySizes(ur_program_handle_t_ &program) {
    std::vector<size_t> sizes;
    for (const auto &[device, code] : program.codes)
      sizes.push_back(code->bytes.size());
    return sizes;
  }
  static Result<size_t> binaryCount(ur_program_handle_t_ &program) { return program.codes.size(); }
  static Result<void> copyBinaries(ur_program_handle_t_ &program,
                                   std::span<unsigned char *const> places) {
    size_t i = 0;
    for (const auto &[device, code] : program.codes)
      adapter::copyBinary(code->bytes, places[i++]);
    return {};
  }
};

Result<adapter::VariableAddress> variableAddress(ur_program_handle_t_ &program,
                                                 ur_device_handle_t device, const char *name) {
  URSA_TRY(const Variable variable, findVariable(program, device, name));
  return adapter::VariableAddress{reinterpret_cast<void *>(variable.address), variable.size};
}

struct ProgramTraits {
  using Context = ur_context_handle_t_;
  using Program = ur_program_handle_t_;
  static constexpr uint32_t kMaxDevices = UINT32_MAX;
  static constexpr auto checkHas = cuda::checkHas;
  static constexpr auto checkIsFor = cuda::checkIsFor;
  static constexpr auto makeOfIl = refuseIl;
  static constexpr auto makeOfBinaries = cuda::makeOfBinaries;
  static constexpr auto build = cuda::build;
  static constexpr auto compile = cuda::compile;
  static constexpr auto link = cuda::link;
};

} // namespace

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
  table.Program.pfnGetInfo = adapter::getProgramInfo<Program, ProgramFacts>;
  table.Program.pfnGetBuildInfo = adapter::getBuildInfo<Program, Device, checkIsFor>;
  table.Program.pfnGetGlobalVariablePointer =
      adapter::getVariablePointer<Device, Program, checkIsFor, variableAddress>;
}

} // namespace ursa::cuda
