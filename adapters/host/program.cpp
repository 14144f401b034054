#include "adapters/host/program.h"

#include "adapters/common/program_functions.h"
#include "adapters/common/references.h"
#include "adapters/host/adapter.h"
#include "adapters/host/context.h"
#include "adapters/host/device.h"
#include "adapters/host/jit/link_images.h"
#include "adapters/host/jit/spirv_intake.h"
#include "adapters/host/machine_program.h"
#include "compiler/targets/host/runtime/machine_image.h"
#include "core/support/last_error.h"

ur_program_handle_t_::ur_program_handle_t_(ur_context_handle_t hContext,
                                           std::vector<std::byte> spirv, Image hostImage,
                                           ursa::jit::ModuleSummary programSummary,
                                           ursa::adapter::VariableNames namesOfVariables)
    : context(hContext), il(std::move(spirv)), summary(std::move(programSummary)),
      variableNames(std::move(namesOfVariables)), image(std::move(hostImage)) {
  ursa::adapter::retain(context);
}

ur_program_handle_t_::~ur_program_handle_t_() { ursa::adapter::release(context); }

namespace ursa::host {
namespace {

using ProgramImage = ur_program_handle_t_::Image;
using adapter::readMetadata;
using adapter::Ref;
using adapter::VariableNames;

ProgramImage makeImage(std::vector<std::byte> bytes) {
  return std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

ur_result_t createWithIl(ur_context_handle_t hContext, const void *pIL, size_t length,
                         const ur_program_properties_t *pProperties,
                         ur_program_handle_t *phProgram) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(pIL);
    URSA_POINTER(phProgram);
    URSA_TRY(adapter::VariableNames names, adapter::readMetadata(pProperties));
    if (length == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "The program has 0 bytes.");
    if (jit::supportedIl().empty())
      return makeError(
          UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
          "Programs in SPIR-V need the program llvm-spirv-15, which is not installed.");
    const auto *bytes = static_cast<const std::byte *>(pIL);
    std::vector<std::byte> il(bytes, bytes + length);
    URSA_TRY(jit::ModuleSummary summary, jit::inspectSpirv(il));
    *phProgram = new ur_program_handle_t_(hContext, std::move(il), nullptr, std::move(summary),
                                          std::move(names));
    return {};
  });
}

Result<ur_program_handle_t_ *> makeOfBinary(ur_context_handle_t_ &context,
                                            std::span<const std::byte> binary,
                                            VariableNames names) {
  std::vector<std::byte> image(binary.begin(), binary.end());
  URSA_TRY(jit::ModuleSummary summary,
           isMachineCode(image) ? inspectMachineCode(image) : jit::inspectModule(image));
  return new ur_program_handle_t_(&context, {}, makeImage(std::move(image)), std::move(summary),
                                  std::move(names));
}

Result<void> checkHas(const ur_context_handle_t_ &, ur_device_handle_t device) {
  return checkDevice(device);
}

// Sets the build state at the start and at the end of a build, also on errors.
class BuildScope {
public:
  BuildScope(ur_program_handle_t_ &program, const char *options) : program_(program) {
    const std::lock_guard guard(program.mutex);
    values = program.values;
    image = program.image;
    program.status = UR_PROGRAM_BUILD_STATUS_IN_PROGRESS;
    program.options = options ? options : "";
  }

  Error fail(const Error &error) {
    const std::lock_guard guard(program_.mutex);
    program_.status = UR_PROGRAM_BUILD_STATUS_ERROR;
    program_.buildLog = buildLog + fmt::format("error: {}\n", error.message);
    log().write(UR_LOGGER_LEVEL_INFO, "{}", program_.buildLog);
    return error;
  }

  void succeed(ur_program_binary_type_t type, std::shared_ptr<const jit::Program> built) {
    const std::lock_guard guard(program_.mutex);
    program_.status = UR_PROGRAM_BUILD_STATUS_SUCCESS;
    program_.type = type;
    program_.buildLog = std::move(buildLog);
    program_.image = std::move(image);
    program_.compiledValues = std::move(values);
    program_.binary.reset();
    if (built)
      program_.built = std::move(built);
  }

  /// Creates the host image of a program in SPIR-V.
  Result<void> translate(jit::ImageUse use) {
    if (!program_.isIl())
      return {};
    URSA_TRY(std::vector<std::byte> bytes, jit::hostImageOfSpirv(program_.il, values, use));
    image = makeImage(std::move(bytes));
    values.clear(); // already folded in the image
    return {};
  }

  ConstantValues values;
  ProgramImage image;
  std::string buildLog;

private:
  ur_program_handle_t_ &program_;
};

// Does not block queries and other builds.
Result<void> buildProgram(ur_program_handle_t_ &program, const char *pOptions) {
  BuildScope scope(program, pOptions);
  if (auto translated = scope.translate(jit::ImageUse::Program); !translated)
    return scope.fail(translated.error());
  const char *options = pOptions ? pOptions : "";
  auto built = isMachineCode(*scope.image)
                   ? loadMachineCode(*scope.image, options, scope.buildLog)
                   : jit::Program::build(*scope.image, scope.values, options, scope.buildLog);
  if (!built)
    return scope.fail(built.error());
  scope.succeed(UR_PROGRAM_BINARY_TYPE_EXECUTABLE, *std::move(built));
  return {};
}

Error isCompleteError() {
  return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                   "The program is machine code, which is complete: it can be built, but neither "
                   "compiled nor linked.");
}

// Compiles SPIR-V to a host image; a host image needs no further compilation before its constants
// are known and it is linked.
Result<void> compileProgram(ur_program_handle_t_ &program, const char *pOptions) {
  BuildScope scope(program, pOptions);
  if (scope.image && isMachineCode(*scope.image))
    return scope.fail(isCompleteError());
  if (auto translated = scope.translate(jit::ImageUse::Object); !translated)
    return scope.fail(translated.error());
  scope.succeed(UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, nullptr);
  return {};
}

// The retained image of a compiled program, and its constants.
struct LinkPart {
  ProgramImage image;
  ConstantValues values;
  adapter::VariableNames variableNames;
};

Result<LinkPart> linkPart(ur_program_handle_t_ &program, uint32_t index) {
  const std::lock_guard guard(program.mutex);
  const bool isCompiled = program.type == UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  if (program.isIl() && !isCompiled)
    return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                     "Program {} of those to link was not compiled.", index);
  if (program.image && isMachineCode(*program.image))
    return isCompleteError();
  return LinkPart{program.image, isCompiled ? program.compiledValues : program.values,
                  program.variableNames};
}

Result<Ref<ur_program_handle_t_>>
linkParts(ur_context_handle_t hContext, const std::vector<LinkPart> &parts, const char *pOptions) {
  std::vector<jit::LinkInput> inputs;
  adapter::VariableNames names;
  for (const LinkPart &part : parts) {
    inputs.push_back({*part.image, part.values});
    names.insert(part.variableNames.begin(), part.variableNames.end());
  }
  URSA_TRY(std::vector<std::byte> image, jit::linkImages(inputs));
  URSA_TRY(jit::ModuleSummary summary, jit::inspectModule(image));
  auto linked = Ref<ur_program_handle_t_>::adopt(new ur_program_handle_t_(
      hContext, {}, makeImage(std::move(image)), std::move(summary), std::move(names)));
  URSA_CHECK(buildProgram(*linked, pOptions));
  return linked;
}

// On a link error, the program is returned as well, because it has the log.
Result<void> linkPrograms(ur_context_handle_t hContext, uint32_t count,
                          const ur_program_handle_t *phPrograms, const char *pOptions,
                          ur_program_handle_t *phProgram) {
  URSA_HANDLE(hContext);
  URSA_POINTER(phPrograms);
  URSA_POINTER(phProgram);
  if (count == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "count is 0.");
  std::vector<LinkPart> parts;
  for (uint32_t i = 0; i < count; ++i) {
    URSA_CHECK(adapter::checkHandle(phPrograms[i], "phPrograms[i]"));
    if (phPrograms[i]->context != hContext)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "Program {} of {} belongs to another context.", i, count);
    URSA_TRY(LinkPart part, linkPart(*phPrograms[i], i));
    parts.push_back(std::move(part));
  }
  auto linked = linkParts(hContext, parts, pOptions);
  if (linked) {
    *phProgram = (*linked).detach();
    return {};
  }
  auto *failed = new ur_program_handle_t_(hContext, {}, makeImage({}), {});
  const Error error{UR_RESULT_ERROR_PROGRAM_LINK_FAILURE, linked.error().message};
  BuildScope(*failed, pOptions).fail(error);
  *phProgram = failed;
  return error;
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
    URSA_CHECK(adapter::checkExtendedBuild(numDevices, phDevices, flags, checkDevice));
    return linkPrograms(hContext, count, phPrograms, pOptions, phProgram);
  });
}

} // namespace

void fillProgramTable(ur_dditable_t &table) {
  table.Program.pfnCreateWithIL = createWithIl;
  table.Program.pfnCreateWithBinary =
      adapter::createWithOneBinary<ur_context_handle_t_, ur_program_handle_t_, checkHas,
                                   makeOfBinary>;
  table.Program.pfnBuild =
      adapter::makeProgram<ur_context_handle_t_, ur_program_handle_t_, buildProgram>;
  table.Program.pfnCompile =
      adapter::makeProgram<ur_context_handle_t_, ur_program_handle_t_, compileProgram>;
  table.Program.pfnLink = link;
  table.Program.pfnRetain = adapter::retainHandle<ur_program_handle_t_>;
  table.Program.pfnRelease = adapter::releaseHandle<ur_program_handle_t_>;
  table.ProgramExp.pfnBuildExp =
      adapter::buildOrCompileExp<ur_program_handle_t_, buildProgram, checkIsFor>;
  table.ProgramExp.pfnCompileExp =
      adapter::buildOrCompileExp<ur_program_handle_t_, compileProgram, checkIsFor>;
  table.ProgramExp.pfnLinkExp = linkExp;
  fillProgramQueries(table);
}

} // namespace ursa::host
