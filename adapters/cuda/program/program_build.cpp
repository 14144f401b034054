#include "adapters/cuda/program/program_build.h"

#include "adapters/cuda/driver/context.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/program/program.h"
#include "adapters/cuda/program/specialized_code.h"
#include "spirv/linker.h"
#include "spirv/translator.h"

#include <algorithm>

namespace ursa::cuda {
namespace {

using adapter::DeviceList;
using ProgramList = std::span<const ur_program_handle_t>;
using DeviceCodes = std::map<ur_device_handle_t, CodePointer>;

/// The inputs of a build.
struct BuildStart {
  BuildOptions options;
  adapter::ConstantValues values;
};

BuildStart beginBuild(ur_program_handle_t_ &program, const char *pOptions) {
  const std::lock_guard guard(program.mutex);
  program.status = UR_PROGRAM_BUILD_STATUS_IN_PROGRESS;
  program.options = pOptions ? pOptions : "";
  return {BuildOptions::parse(program.options), program.values};
}

/// Records how a build or link ended. Returns whether it was a success.
bool finishBuild(ur_program_handle_t_ &program, const Result<void> &result, std::string log,
                 ur_program_binary_type_t type) {
  program.buildLog = std::move(log);
  if (!result) {
    program.status = UR_PROGRAM_BUILD_STATUS_ERROR;
    program.buildLog += fmt::format("error: {}\n", result.error().message);
    return false;
  }
  program.status = UR_PROGRAM_BUILD_STATUS_SUCCESS;
  program.type = type;
  return true;
}

std::vector<ur_device_handle_t> devicesToBuildFor(const ur_program_handle_t_ &program,
                                                  DeviceList devices) {
  return devices.empty() ? program.devices()
                         : std::vector<ur_device_handle_t>(devices.begin(), devices.end());
}

// SPIR-V stays SPIR-V until it is linked, with its constants folded; only its translation is
// checked.
Result<CodePointer> compileSpirv(const Code &code, const adapter::ConstantValues &values) {
  const std::vector<uint32_t> words = code.module->specialized(values);
  if (const auto translated = spirv::toBitcode(words); !translated)
    return translated.error();
  return readSpirv(std::as_bytes(std::span(words)));
}

Result<CodePointer> compileFor(NativeContext &native, const CodePointer &code,
                               const BuildStart &start, std::string &log) {
  if (code->form == CodeForm::Spirv)
    return compileSpirv(*code, start.values);
  CodePointer compiled = code;
  if (code->form == CodeForm::Bitcode) {
    URSA_TRY(compiled, specializedPtx(native.device, *code, start.values, start.options));
  }
  const CodePointer codes[] = {compiled};
  if (auto checked = linkCode(native, codes, start.options, /*isComplete=*/false, log); !checked)
    return checked.error();
  return compiled;
}

bool isSpirv(const Code &code) { return code.form == CodeForm::Spirv; }

Result<CodePointer> compiledPart(ur_program_handle_t_ &program, ur_device_handle_t device) {
  URSA_CHECK(checkIsFor(program, device));
  const std::lock_guard guard(program.mutex);
  const auto compiled = program.compiled.find(device);
  return compiled == program.compiled.end() ? program.codes.at(device) : compiled->second;
}

Result<void> checkCompiled(ProgramList programs) {
  for (size_t i = 0; i < programs.size(); ++i) {
    const std::lock_guard guard(programs[i]->mutex);
    if (programs[i]->type != UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "Program {} of {} that were to be linked was not compiled.", i,
                       programs.size());
  }
  return {};
}

Result<CodePointer> linkSpirv(const std::vector<CodePointer> &parts) {
  std::vector<std::vector<uint32_t>> modules;
  modules.reserve(parts.size());
  for (const CodePointer &part : parts)
    modules.push_back(part->module->specializable());
  URSA_TRY(const std::vector<uint32_t> linked, spirv::linkModules(modules));
  return readSpirv(std::as_bytes(std::span(linked)));
}

// The linked program takes facts about its kernels that CUBINs do not contain from the programs.
Result<CodePointer> linkFor(NativeContext &native, ProgramList programs,
                            const BuildOptions &options, std::string &log) {
  std::vector<CodePointer> parts;
  for (const ur_program_handle_t program : programs) {
    URSA_TRY(CodePointer part, compiledPart(*program, &native.device));
    parts.push_back(std::move(part));
  }
  const auto count = std::ranges::count_if(parts, [](const auto &part) { return isSpirv(*part); });
  if (static_cast<size_t>(count) == parts.size())
    return linkSpirv(parts);
  if (count != 0)
    return makeError(
        UR_RESULT_ERROR_PROGRAM_LINK_FAILURE,
        "{} of {} programs that were to be linked are SPIR-V; they are linked with each "
        "other only.",
        count, parts.size());
  auto linked = std::make_shared<Code>();
  linked->form = CodeForm::Cubin;
  URSA_TRY(linked->bytes, linkCode(native, parts, options, /*isComplete=*/true, log));
  for (const CodePointer &part : parts)
    linked->kernels.insert(part->kernels.begin(), part->kernels.end());
  return CodePointer(std::move(linked));
}

} // namespace

Result<void> buildProgram(ur_program_handle_t_ &program, DeviceList devices, const char *pOptions) {
  BuildStart start = beginBuild(program, pOptions);
  std::string log = start.options.notes;
  auto built = std::make_shared<Build>();
  built->values = std::move(start.values);
  built->options = std::move(start.options);
  const auto load = [&]() -> Result<void> {
    for (const ur_device_handle_t device : devicesToBuildFor(program, devices)) {
      URSA_TRY(built->modules[device],
               loadSpecialized(program.context->of(device), program.codes.at(device), built->values,
                               built->options, log));
    }
    return {};
  };
  const auto result = load();
  const std::lock_guard guard(program.mutex);
  if (finishBuild(program, result, std::move(log), UR_PROGRAM_BINARY_TYPE_EXECUTABLE))
    program.built = std::move(built);
  return result;
}

Result<void> compileProgram(ur_program_handle_t_ &program, DeviceList devices,
                            const char *pOptions) {
  const BuildStart start = beginBuild(program, pOptions);
  std::string log = start.options.notes;
  DeviceCodes compiled;
  const auto compile = [&]() -> Result<void> {
    for (const ur_device_handle_t device : devicesToBuildFor(program, devices)) {
      URSA_TRY(compiled[device],
               compileFor(program.context->of(device), program.codes.at(device), start, log));
    }
    return {};
  };
  const auto result = compile();
  const std::lock_guard guard(program.mutex);
  if (finishBuild(program, result, std::move(log), UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT)) {
    program.compiled = std::move(compiled);
    program.built = nullptr;
  }
  return result;
}

Result<void> linkPrograms(ur_context_handle_t hContext, DeviceList devices, ProgramList programs,
                          const char *pOptions, ur_program_handle_t *phProgram) {
  URSA_CHECK(checkCompiled(programs));
  const BuildOptions options = BuildOptions::parse(pOptions ? pOptions : "");
  adapter::VariableNames names;
  for (const ur_program_handle_t program : programs)
    names.insert(program->variableNames.begin(), program->variableNames.end());
  DeviceCodes codes;
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
  if (result) {
    result = buildProgram(*made, {}, pOptions);
  } else {
    const std::lock_guard guard(made->mutex);
    finishBuild(*made, result, std::move(log), UR_PROGRAM_BINARY_TYPE_NONE);
  }
  *phProgram = made.detach();
  if (!result)
    return Error{UR_RESULT_ERROR_PROGRAM_LINK_FAILURE, result.error().message};
  return {};
}

} // namespace ursa::cuda
