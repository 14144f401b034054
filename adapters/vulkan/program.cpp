#include "adapters/vulkan/program.h"

#include "adapters/common/info.h"
#include "adapters/common/program_functions.h"
#include "adapters/common/spec_constants.h"
#include "adapters/vulkan/adapter.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/program_binary.h"
#include "adapters/vulkan/release.h"
#include "adapters/vulkan/tables.h"

#include <algorithm>
#include <cstring>

ur_program_handle_t_::ur_program_handle_t_(ur_context_handle_t hContext,
                                           std::shared_ptr<ursa::vulkan::Modules> image,
                                           ursa::adapter::VariableNames namesOfVariables)
    : context(hContext), modules(std::move(image)), variableNames(std::move(namesOfVariables)) {
  ursa::adapter::retain(context);
}

ur_program_handle_t_::~ur_program_handle_t_() { ursa::adapter::release(context); }

namespace ursa::vulkan {

ur_device_handle_t_ &deviceOf(const ur_program_handle_t_ &program) {
  return *program.context->device;
}

namespace {

using adapter::InfoWriter;

Result<ur_program_handle_t_ *> makeOfBinary(ur_context_handle_t_ &context,
                                            std::span<const std::byte> bytes,
                                            adapter::VariableNames names) {
  URSA_TRY(ProgramBinary binary, readProgramBinary(bytes));
  URSA_TRY(auto modules, Modules::make(*context.device, std::move(binary.image), binary.cacheData));
  auto program =
      std::make_unique<ur_program_handle_t_>(&context, std::move(modules), std::move(names));
  program->values = std::move(binary.values);
  return program.release();
}

Result<void> checkHas(const ur_context_handle_t_ &context, ur_device_handle_t device) {
  return context.checkHas(device);
}

ur_result_t createWithIl(ur_context_handle_t hContext, const void *pIL, size_t,
                         const ur_program_properties_t *, ur_program_handle_t *phProgram) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pIL);
    URSA_POINTER(phProgram);
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "This device accepts images of the target '{}', but no intermediate language.",
                     kTarget);
  });
}

Result<void> buildProgram(ur_program_handle_t_ &program, const char *pOptions) {
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
Result<void> compileProgram(ur_program_handle_t_ &program, const char *pOptions) {
  const std::lock_guard guard(program.mutex);
  program.compiledValues = program.values;
  program.options = pOptions ? pOptions : "";
  program.status = UR_PROGRAM_BUILD_STATUS_SUCCESS;
  program.type = UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  program.buildLog.clear();
  program.built = nullptr;
  return {};
}

Result<void> linkPrograms(ur_context_handle_t hContext, uint32_t count,
                          const ur_program_handle_t *phPrograms, const char *pOptions,
                          ur_program_handle_t *phProgram) {
  URSA_HANDLE(hContext);
  URSA_POINTER(phPrograms);
  URSA_POINTER(phProgram);
  if (count == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "count is 0.");
  if (count > 1)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "{} programs were to be linked. An image of the target '{}' has its functions "
                     "built in and refers to no other; one at a time becomes an executable.",
                     count, kTarget);
  ur_program_handle_t const program = phPrograms[0];
  URSA_CHECK(adapter::checkHandle(program, "phPrograms[0]"));
  if (program->context != hContext)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT, "The program belongs to another context.");
  auto linked = adapter::Ref<ur_program_handle_t_>::adopt(
      new ur_program_handle_t_(hContext, program->modules, program->variableNames));
  {
    const std::lock_guard guard(program->mutex);
    if (program->type != UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "The program that was to be linked was not compiled.");
    linked->values = program->compiledValues;
  }
  const Result<void> built = buildProgram(*linked, pOptions);
  *phProgram = linked.detach(); // also after a failure, because the program has the log
  if (!built)
    return Error{UR_RESULT_ERROR_PROGRAM_LINK_FAILURE, built.error().message};
  return {};
}

Result<void> checkIsFor(const ur_program_handle_t_ &program, ur_device_handle_t device) {
  return program.context->checkHas(device);
}

ur_result_t link(ur_context_handle_t hContext, uint32_t count,
                 const ur_program_handle_t *phPrograms, const char *pOptions,
                 ur_program_handle_t *phProgram) {
  return atBoundary([&] { return linkPrograms(hContext, count, phPrograms, pOptions, phProgram); });
}

ur_result_t linkExp(ur_context_handle_t hContext, uint32_t numDevices,
                    ur_device_handle_t *phDevices, ur_exp_program_flags_t flags, uint32_t count,
                    const ur_program_handle_t *phPrograms, const char *pOptions,
                    ur_program_handle_t *phProgram) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_CHECK(
        adapter::checkExtendedBuild(numDevices, phDevices, flags, [&](ur_device_handle_t device) {
          return hContext->checkHas(device);
        }));
    return linkPrograms(hContext, count, phPrograms, pOptions, phProgram);
  });
}

const ImageVariable *findVariable(const Image &image, std::string_view name) {
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

Result<void> writeBinarySize(ur_program_handle_t_ &program, const InfoWriter &writer) {
  ProgramBinary binary;
  binary.image = program.modules->bytes();
  binary.cacheData = program.modules->cacheData();
  const std::lock_guard guard(program.mutex);
  binary.values = program.values;
  program.binary = writeProgramBinary(binary);
  return writer.value<size_t>(program.binary.size());
}

// The value is an array of pointers to caller memory of the sizes returned before; a null pointer
// skips a binary.
Result<void> copyBinary(ur_program_handle_t_ &program, size_t propSize, void *pPropValue,
                        size_t *pPropSizeRet) {
  if (pPropValue) {
    if (propSize < sizeof(unsigned char *))
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "The answer is an array of 1 pointer, which does not fit in {} bytes.",
                       propSize);
    const std::lock_guard guard(program.mutex);
    auto *destination = *static_cast<unsigned char **>(pPropValue);
    if (destination && !program.binary.empty())
      std::memcpy(destination, program.binary.data(), program.binary.size());
  }
  if (pPropSizeRet)
    *pPropSizeRet = sizeof(unsigned char *);
  return {};
}

ur_result_t getInfo(ur_program_handle_t hProgram, ur_program_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_PROGRAM_INFO_REFERENCE_COUNT:
      return writer.value(hProgram->references.load());
    case UR_PROGRAM_INFO_CONTEXT:
      return writer.value(hProgram->context);
    case UR_PROGRAM_INFO_NUM_DEVICES:
      return writer.value<uint32_t>(1);
    case UR_PROGRAM_INFO_DEVICES:
      return writer.value(hProgram->context->device);
    case UR_PROGRAM_INFO_IL:
      return writer.bytes(nullptr, 0);
    case UR_PROGRAM_INFO_BINARY_SIZES:
      return writeBinarySize(*hProgram, writer);
    case UR_PROGRAM_INFO_BINARIES:
      return copyBinary(*hProgram, propSize, pPropValue, pPropSizeRet);
    case UR_PROGRAM_INFO_NUM_KERNELS:
      return writer.value<size_t>(hProgram->modules->image().kernels.size());
    case UR_PROGRAM_INFO_KERNEL_NAMES: {
      std::string names;
      for (const ImageKernel &kernel : hProgram->modules->image().kernels)
        names += (names.empty() ? "" : ";") + kernel.name;
      return writer.string(names);
    }
    default:
      return InfoWriter::unknown("urProgramGetInfo", propName);
    }
  });
}

ur_result_t getGlobalVariablePointer(ur_device_handle_t hDevice, ur_program_handle_t hProgram,
                                     const char *pGlobalVariableName,
                                     size_t *pGlobalVariableSizeRet,
                                     void **ppGlobalVariablePointerRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hDevice);
    URSA_HANDLE(hProgram);
    URSA_POINTER(pGlobalVariableName);
    URSA_POINTER(ppGlobalVariablePointerRet);
    URSA_CHECK(hProgram->context->checkHas(hDevice));
    URSA_TRY(const GlobalVariable variable, globalVariable(*hProgram, pGlobalVariableName));
    if (pGlobalVariableSizeRet)
      *pGlobalVariableSizeRet = variable.size;
    *ppGlobalVariablePointerRet =
        reinterpret_cast<void *>(variable.build->dataAddress() + variable.offset);
    return {};
  });
}

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

Result<std::shared_ptr<const Executable>> executableOf(ur_program_handle_t_ &program,
                                                       std::string_view use) {
  const std::lock_guard guard(program.mutex);
  if (!program.built)
    return makeError(UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE,
                     "{} was requested before the program was built.", use);
  return program.built;
}

Result<GlobalVariable> globalVariable(ur_program_handle_t_ &program, const char *name) {
  URSA_TRY(auto build, executableOf(program, fmt::format("Variable '{}'", name)));
  const ImageVariable *variable = findVariable(build->image(), name);
  if (const auto mapped = program.variableNames.find(name);
      !variable && mapped != program.variableNames.end())
    variable = findVariable(build->image(), mapped->second);
  if (variable)
    return GlobalVariable{std::move(build), variable->offset, variable->size};
  return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The program has no global variable '{}'.", name);
}

void fillProgramTable(ur_dditable_t &table) {
  table.Program.pfnCreateWithIL = createWithIl;
  table.Program.pfnCreateWithBinary =
      adapter::createWithOneBinary<ur_context_handle_t_, ur_program_handle_t_, checkHas,
                                   makeOfBinary>;
  table.Program.pfnBuild =
      adapter::buildOrCompile<ur_context_handle_t_, ur_program_handle_t_, buildProgram>;
  table.Program.pfnCompile =
      adapter::buildOrCompile<ur_context_handle_t_, ur_program_handle_t_, compileProgram>;
  table.Program.pfnLink = link;
  table.Program.pfnRetain = adapter::retainHandle<ur_program_handle_t_>;
  table.Program.pfnRelease = releaseWhenIdle<ur_program_handle_t_>;
  table.Program.pfnGetInfo = getInfo;
  table.Program.pfnGetBuildInfo =
      adapter::getBuildInfo<ur_program_handle_t_, ur_device_handle_t_, checkIsFor>;
  table.Program.pfnSetSpecializationConstants =
      adapter::setSpecializationConstants<ur_program_handle_t_, ProgramConstants>;
  table.Program.pfnGetGlobalVariablePointer = getGlobalVariablePointer;
  table.ProgramExp.pfnBuildExp =
      adapter::buildOrCompileExp<ur_program_handle_t_, buildProgram, checkIsFor>;
  table.ProgramExp.pfnCompileExp =
      adapter::buildOrCompileExp<ur_program_handle_t_, compileProgram, checkIsFor>;
  table.ProgramExp.pfnLinkExp = linkExp;
}

} // namespace ursa::vulkan
