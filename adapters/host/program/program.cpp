#include "adapters/host/program/program.h"

#include "adapters/common/program_functions.h"
#include "adapters/host/driver/adapter.h"
#include "adapters/host/driver/context.h"
#include "adapters/host/driver/device.h"
#include "adapters/host/jit/link_images.h"
#include "adapters/host/jit/spirv_intake.h"
#include "adapters/host/program/compiled_programs.h"
#include "adapters/host/program/machine_program.h"
#include "format/host/machine_image.h"
#include "support/last_error.h"

#include <sstream>

namespace ursa::host {

Program::Program(ur_context_handle_t hContext, std::vector<std::byte> spirv, Image hostImage,
                 jit::ModuleSummary programSummary, adapter::VariableNames namesOfVariables)
    : context(hContext), il(std::move(spirv)), summary(std::move(programSummary)),
      variableNames(std::move(namesOfVariables)), image(std::move(hostImage)) {
  adapter::retain(context);
}

Program::~Program() { adapter::release(context); }

namespace {

using ProgramImage = Program::Image;
using adapter::DeviceList;
using adapter::Ref;
using adapter::VariableNames;

ProgramImage makeImage(std::vector<std::byte> bytes) {
  return std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

Result<ur_program_handle_t_ *> makeOfIl(ur_context_handle_t_ &context, adapter::Bytes bytes,
                                        VariableNames names) {
  if (jit::supportedIl().empty())
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "Programs in SPIR-V need the program llvm-spirv-15, which is not installed.");
  std::vector<std::byte> il(bytes.begin(), bytes.end());
  URSA_TRY(jit::ModuleSummary summary, summaryOfSpirv(context.summaries, il));
  return new ur_program_handle_t_(&context, std::move(il), nullptr, std::move(summary),
                                  std::move(names));
}

Result<ur_program_handle_t_ *> makeOfBinary(ur_context_handle_t_ &context, DeviceList,
                                            const std::vector<adapter::Bytes> &binaries,
                                            VariableNames names) {
  std::vector<std::byte> image(binaries.front().begin(), binaries.front().end());
  URSA_TRY(jit::ModuleSummary summary, format::host::isMachineCode(image)
                                           ? inspectMachineCode(image)
                                           : summaryOfModule(context.summaries, image));
  return new ur_program_handle_t_(&context, {}, makeImage(std::move(image)), std::move(summary),
                                  std::move(names));
}

// Moves the remarks of a compilation to the adapter's log.
std::string withoutRemarks(const std::string &buildLog) {
  std::string rest;
  std::istringstream lines(buildLog);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(jit::kRemark))
      log().write(UR_LOGGER_LEVEL_INFO, "{}", line.substr(jit::kRemark.size()));
    else
      rest += line + '\n';
  return rest;
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
    program_.buildLog = withoutRemarks(buildLog) + fmt::format("error: {}\n", error.message);
    log().write(UR_LOGGER_LEVEL_INFO, "{}", program_.buildLog);
    return error;
  }

  void succeed(ur_program_binary_type_t type, std::shared_ptr<const Executable> built) {
    const std::lock_guard guard(program_.mutex);
    program_.status = UR_PROGRAM_BUILD_STATUS_SUCCESS;
    program_.type = type;
    program_.buildLog = withoutRemarks(buildLog);
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
    URSA_TRY(std::vector<std::byte> bytes, hostImageOf(program_.il, values, use));
    image = makeImage(std::move(bytes));
    values.clear(); // already folded in the image
    return {};
  }

  format::host::ConstantValues values;
  ProgramImage image;
  std::string buildLog;

private:
  ur_program_handle_t_ &program_;
};

// Does not block queries and other builds.
Result<void> buildProgram(ur_program_handle_t_ &program, DeviceList, const char *pOptions) {
  BuildScope scope(program, pOptions);
  if (auto translated = scope.translate(jit::ImageUse::Program); !translated)
    return scope.fail(translated.error());
  const std::string options = pOptions ? pOptions : "";
  auto built = buildImage(*scope.image, scope.values, options, scope.buildLog);
  if (!built)
    return scope.fail(built.error());
  scope.succeed(UR_PROGRAM_BINARY_TYPE_EXECUTABLE,
                std::make_shared<const Executable>(
                    *std::move(built), BuildSource{scope.image, scope.values, options}));
  return {};
}

Error isCompleteError() {
  return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                   "The program is machine code, which is complete: it can be built, but neither "
                   "compiled nor linked.");
}

// Compiles SPIR-V to a host image; a host image needs no further compilation before its constants
// are known and it is linked.
Result<void> compileProgram(ur_program_handle_t_ &program, DeviceList, const char *pOptions) {
  BuildScope scope(program, pOptions);
  if (scope.image && format::host::isMachineCode(*scope.image))
    return scope.fail(isCompleteError());
  if (auto translated = scope.translate(jit::ImageUse::Object); !translated)
    return scope.fail(translated.error());
  scope.succeed(UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, nullptr);
  return {};
}

// The retained image of a compiled program, and its constants.
struct LinkPart {
  ProgramImage image;
  format::host::ConstantValues values;
  adapter::VariableNames variableNames;
};

Result<LinkPart> linkPart(ur_program_handle_t_ &program, uint32_t index) {
  const std::lock_guard guard(program.mutex);
  const bool isCompiled = program.type == UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  if (program.isIl() && !isCompiled)
    return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                     "Program {} of those to link was not compiled.", index);
  if (program.image && format::host::isMachineCode(*program.image))
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
  URSA_TRY(jit::ModuleSummary summary, summaryOfModule(hContext->summaries, image));
  auto linked = Ref<ur_program_handle_t_>::adopt(new ur_program_handle_t_(
      hContext, {}, makeImage(std::move(image)), std::move(summary), std::move(names)));
  URSA_CHECK(buildProgram(*linked, {}, pOptions));
  return linked;
}

// On a link error, the program is returned as well, because it has the log.
Result<void> linkPrograms(ur_context_handle_t hContext, DeviceList,
                          std::span<const ur_program_handle_t> programs, const char *pOptions,
                          ur_program_handle_t *phProgram) {
  std::vector<LinkPart> parts;
  for (uint32_t i = 0; i < programs.size(); ++i) {
    URSA_TRY(LinkPart part, linkPart(*programs[i], i));
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

struct ProgramTraits : adapter::HandleTypes {
  static constexpr uint32_t kMaxDevices = 1;
  static constexpr auto checkIsFor = host::checkIsFor;
  static constexpr auto makeOfIl = host::makeOfIl;
  static constexpr auto makeOfBinaries = makeOfBinary;
  static constexpr auto build = buildProgram;
  static constexpr auto compile = compileProgram;
  static constexpr auto link = linkPrograms;

  static Result<void> checkDeviceInContext(const Context &, ur_device_handle_t device) {
    return checkDevice(device);
  }
};

} // namespace

void fillProgramTable(ur_dditable_t &table) {
  adapter::fillProgramFunctions<ProgramTraits>(table);
  fillProgramQueries(table);
}

} // namespace ursa::host
