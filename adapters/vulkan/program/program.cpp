#include "adapters/vulkan/program/program.h"

#include "adapters/common/program_functions.h"
#include "adapters/common/spec_constants.h"
#include "adapters/vulkan/driver/adapter.h"
#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/driver/release.h"
#include "adapters/vulkan/driver/tables.h"
#include "adapters/vulkan/program/program_binary.h"

#include <algorithm>
#include <array>

namespace ursa::vulkan {

Program::Program(ur_context_handle_t hContext, std::shared_ptr<Modules> image,
                 adapter::VariableNames namesOfVariables)
    : context(hContext), modules(std::move(image)), variableNames(std::move(namesOfVariables)) {
  adapter::retain(context);
}

Program::~Program() { adapter::release(context); }

ur_device_handle_t_ &deviceOf(const ur_program_handle_t_ &program) {
  return *program.context->device;
}

namespace {

using adapter::DeviceList;

Result<ur_program_handle_t_ *> makeOfBinary(ur_context_handle_t_ &context, DeviceList,
                                            const std::vector<adapter::Bytes> &binaries,
                                            adapter::VariableNames names) {
  URSA_TRY(ProgramBinary binary, readProgramBinary(binaries.front()));
  URSA_TRY(auto modules, Modules::make(*context.device, std::move(binary.image), binary.cacheData));
  auto program =
      std::make_unique<ur_program_handle_t_>(&context, std::move(modules), std::move(names));
  program->values = std::move(binary.values);
  return program.release();
}

Result<ur_program_handle_t_ *> refuseIl(ur_context_handle_t_ &, adapter::Bytes,
                                        const adapter::VariableNames &) {
  return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                   "This device accepts images of the target '{}', but no intermediate language.",
                   kTarget);
}

Result<void> buildProgram(ur_program_handle_t_ &program, DeviceList, const char *pOptions) {
  const std::string options = pOptions ? pOptions : "";
  ConstantValues values;
  {
    const std::lock_guard guard(program.mutex);
    values = program.values;
    program.status = UR_PROGRAM_BUILD_STATUS_IN_PROGRESS;
    program.options = options;
  }
  std::string buildLog;
  auto built =
      Executable::build(*program.context, program.modules, std::move(values), options, buildLog);
  const std::lock_guard guard(program.mutex);
  if (!built) {
    program.status = UR_PROGRAM_BUILD_STATUS_ERROR;
    program.buildLog = buildLog + fmt::format("error: {}\n", built.error().message);
    return built.error();
  }
  program.status = UR_PROGRAM_BUILD_STATUS_SUCCESS;
  program.type = UR_PROGRAM_BINARY_TYPE_EXECUTABLE;
  program.buildLog = std::move(buildLog);
  program.built = *std::move(built);
  return {};
}

// An image is already compiled and complete, so compiling only records the current values of its
// constants.
Result<void> compileProgram(ur_program_handle_t_ &program, DeviceList, const char *pOptions) {
  const std::lock_guard guard(program.mutex);
  program.compiledValues = program.values;
  program.options = pOptions ? pOptions : "";
  program.status = UR_PROGRAM_BUILD_STATUS_SUCCESS;
  program.type = UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  program.buildLog.clear();
  program.built = nullptr;
  return {};
}

Result<void> linkPrograms(ur_context_handle_t hContext, DeviceList,
                          std::span<const ur_program_handle_t> programs, const char *pOptions,
                          ur_program_handle_t *phProgram) {
  if (programs.size() > 1)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "{} programs were to be linked. An image of the target '{}' has its functions "
                     "built in and refers to no other; one at a time becomes an executable.",
                     programs.size(), kTarget);
  ur_program_handle_t const program = programs.front();
  auto linked = adapter::Ref<ur_program_handle_t_>::adopt(
      new ur_program_handle_t_(hContext, program->modules, program->variableNames));
  {
    const std::lock_guard guard(program->mutex);
    if (program->type != UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "The program that was to be linked was not compiled.");
    linked->values = program->compiledValues;
  }
  const Result<void> built = buildProgram(*linked, {}, pOptions);
  *phProgram = linked.detach(); // also after a failure, because the program has the log
  if (!built)
    return Error{UR_RESULT_ERROR_PROGRAM_LINK_FAILURE, built.error().message};
  return {};
}

Result<void> checkIsFor(const ur_program_handle_t_ &program, ur_device_handle_t device) {
  return program.context->checkHas(device);
}

const ImageVariable *imageVariable(const Image &image, std::string_view name) {
  if (image.data)
    for (const ImageVariable &variable : image.data->variables)
      if (variable.name == name)
        return &variable;
  return nullptr;
}

struct ProgramConstants {
  static const char *name(const ur_program_handle_t_ &) { return "the program"; }
  static Result<std::optional<size_t>> sizeOf(const ur_program_handle_t_ &program, uint32_t id) {
    return constantSize(program.modules->image(), id);
  }
  static void set(ur_program_handle_t_ &program, ConstantValues values) {
    adapter::setProgramConstants(program, std::move(values));
  }
};

struct ProgramFacts {
  static std::array<ur_device_handle_t, 1> devices(ur_program_handle_t_ &program) {
    return {program.context->device};
  }
  static adapter::Bytes il(ur_program_handle_t_ &) { return {}; }
  static Result<std::vector<std::string>> kernelNames(ur_program_handle_t_ &program) {
    std::vector<std::string> names;
    for (const ImageKernel &kernel : program.modules->image().kernels)
      names.push_back(kernel.name);
    return names;
  }
  // Keeps the binary: the driver's cache may grow before it is copied.
  static Result<std::vector<size_t>> binarySizes(ur_program_handle_t_ &program) {
    ProgramBinary binary;
    binary.image = program.modules->bytes();
    binary.cacheData = program.modules->cacheData();
    const std::lock_guard guard(program.mutex);
    binary.values = program.values;
    program.binary = writeProgramBinary(binary);
    return std::vector<size_t>{program.binary.size()};
  }
  static Result<size_t> binaryCount(ur_program_handle_t_ &) { return size_t{1}; }
  static Result<void> copyBinaries(ur_program_handle_t_ &program,
                                   std::span<unsigned char *const> destinations) {
    const std::lock_guard guard(program.mutex);
    adapter::copyBinary(program.binary, destinations.front());
    return {};
  }
};

Result<adapter::VariableAddress> variableAddress(ur_program_handle_t_ &program, ur_device_handle_t,
                                                 const char *name) {
  URSA_TRY(const GlobalVariable variable, globalVariable(program, name));
  return adapter::VariableAddress{
      reinterpret_cast<void *>(variable.build->dataAddress() + variable.offset), variable.size};
}

struct ProgramTraits : adapter::HandleTypes {
  static constexpr uint32_t kMaxDevices = 1;
  static constexpr auto checkIsFor = vulkan::checkIsFor;
  static constexpr auto makeOfIl = refuseIl;
  static constexpr auto makeOfBinaries = makeOfBinary;
  static constexpr auto build = buildProgram;
  static constexpr auto compile = compileProgram;
  static constexpr auto link = linkPrograms;
};

} // namespace

// Finds a constant in any kernel; an image has one value for each id.
std::optional<size_t> constantSize(const Image &image, uint32_t id) {
  for (const ImageKernel &kernel : image.kernels)
    if (const ImageConstant *constant = adapter::findById(kernel.constants, id))
      return constant->size;
  // A constant that no module uses any more may be set, without effect.
  for (const ImageConstant &constant : image.constants)
    if (constant.id == id)
      return constant.size;
  return std::nullopt;
}

Result<GlobalVariable> globalVariable(ur_program_handle_t_ &program, const char *name) {
  URSA_TRY(auto build, executableOf(program, fmt::format("Variable '{}'", name)));
  URSA_TRY(const ImageVariable *const variable,
           adapter::findVariable(program.variableNames, name, [&](const std::string &inCode) {
             return imageVariable(build->image(), inCode);
           }));
  return GlobalVariable{std::move(build), variable->offset, variable->size};
}

void fillProgramTable(ur_dditable_t &table) {
  using Device = ur_device_handle_t_;
  using Program = ur_program_handle_t_;
  adapter::fillProgramFunctions<ProgramTraits>(table);
  table.Program.pfnRelease = releaseWhenIdle<Program>;
  table.Program.pfnGetInfo = adapter::getProgramInfo<Program, ProgramFacts>;
  table.Program.pfnGetBuildInfo = adapter::getBuildInfo<Program, Device, checkIsFor>;
  table.Program.pfnSetSpecializationConstants =
      adapter::setSpecializationConstants<Program, ProgramConstants>;
  table.Program.pfnGetGlobalVariablePointer =
      adapter::getVariablePointer<Device, Program, checkIsFor, variableAddress>;
}

} // namespace ursa::vulkan
