#include "adapters/opencl/program/program.h"

#include "adapters/common/ptx.h"
#include "adapters/opencl/driver/adapter.h"
#include "adapters/opencl/driver/code_forms.h"
#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/driver/device.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/program/build_options.h"
#include "adapters/opencl/program/specialization.h"
#include "adapters/opencl/program/stored_programs.h"
#include "adapters/opencl/quirks/driver_shapes.h"
#include "format/code.h"
#include "spirv/kernel_names.h"
#include "spirv/linker.h"
#include "support/last_error.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ursa::opencl {

Program::Program(ur_context_handle_t hContext, std::vector<ur_device_handle_t> forDevices,
                 Code programCode)
    : context(hContext), devices(std::move(forDevices)), code(std::move(programCode)) {
  adapter::retain(context);
}

Program::~Program() {
  native_.reset();
  adapter::release(context);
}

namespace {

Result<NativeProgram> ofBinaries(const ur_program_handle_t_ &program,
                                 const std::vector<std::span<const std::byte>> &binaries) {
  const std::vector<cl_device_id> ids = idsOf(program.devices);
  std::vector<size_t> sizes;
  std::vector<const unsigned char *> data;
  for (const auto &binary : binaries) {
    sizes.push_back(binary.size());
    data.push_back(reinterpret_cast<const unsigned char *>(binary.data()));
  }
  cl_int code = CL_SUCCESS;
  NativeProgram native(clCreateProgramWithBinary(program.context->id,
                                                 static_cast<cl_uint>(ids.size()), ids.data(),
                                                 sizes.data(), data.data(), nullptr, &code));
  if (code != CL_SUCCESS)
    return makeError(resultOf(code), "clCreateProgramWithBinary rejected a binary of {} bytes: {}.",
                     binaries.front().size(), nameOf(code));
  return native;
}

Result<NativeProgram> ofBitcode(const ur_program_handle_t_ &program,
                                std::span<const uint32_t> words) {
  std::vector<uint32_t> changed;
  URSA_TRY(const std::vector<std::byte> bitcode,
           storedTranslation(inDriversShape(*program.devices.front(), words, changed)));
  return ofBinaries(
      program, std::vector<std::span<const std::byte>>(program.devices.size(), std::span(bitcode)));
}

// Folds the constants first if the program's variables are in memory: a constant may be the length
// of an array.
Result<CreatedProgram> createFromSpirv(const ur_program_handle_t_ &program,
                                       const spirv::ConstantValues &values) {
  const spirv::Module &module = *program.code.module;
  const bool isIl = program.devices.front()->spirv == SpirvSupport::Il;
  if (program.hasMemory()) {
    const std::vector<uint32_t> words = module.specialized(values);
    URSA_TRY(auto changed, spirv::putVariablesIntoMemory(words));
    if (changed) {
      URSA_TRY(NativeProgram native,
               isIl ? createWithWords(program.context->id, *program.devices.front(), changed->words)
                    : ofBitcode(program, changed->words));
      return CreatedProgram{std::move(native), std::make_shared<const spirv::VariableMemory>(
                                                   std::move(changed->memory))};
    }
  }
  URSA_TRY(NativeProgram native,
           isIl ? createWithIl(program.context->id, program.devices, module, values)
                : ofBitcode(program, module.specialized(values)));
  return CreatedProgram{std::move(native), nullptr};
}

} // namespace

std::vector<cl_device_id> idsOf(adapter::DeviceList devices) {
  std::vector<cl_device_id> ids(devices.size());
  std::transform(devices.begin(), devices.end(), ids.begin(),
                 [](ur_device_handle_t device) { return device->id; });
  return ids;
}

Result<void> checkIsFor(const ur_program_handle_t_ &program, ur_device_handle_t device) {
  return program.context->checkHas(device);
}

Result<CreatedProgram> Program::createNative() {
  spirv::ConstantValues now;
  {
    const std::lock_guard guard(mutex);
    now = values;
  }
  switch (code.form) {
  case CodeForm::Spirv:
    return createFromSpirv(static_cast<ur_program_handle_t_ &>(*this), now);
  case CodeForm::SpirBitcode:
  case CodeForm::Ptx:
  case CodeForm::Binary: {
    std::vector<std::span<const std::byte>> binaries(code.parts.begin(), code.parts.end());
    URSA_TRY(NativeProgram native,
             ofBinaries(static_cast<ur_program_handle_t_ &>(*this), binaries));
    return CreatedProgram{std::move(native), nullptr};
  }
  case CodeForm::Linked:
    break;
  }
  const std::lock_guard guard(mutex);
  if (!native_)
    return Error{UR_RESULT_ERROR_INVALID_PROGRAM, "The program is the result of a failed link."};
  URSA_TRY(NativeProgram native, hold(native_.get()));
  return CreatedProgram{std::move(native), nullptr};
}

Result<NativeProgram> Program::native() {
  {
    const std::lock_guard guard(mutex);
    if (native_)
      return hold(native_.get());
  }
  URSA_TRY(CreatedProgram made, createNative());
  const std::lock_guard guard(mutex);
  if (!native_)
    URSA_CHECK(take(std::move(made)));
  return hold(native_.get());
}

Result<void> Program::take(CreatedProgram program) {
  std::shared_ptr<ProgramMemory> memory;
  if (program.variables) {
    URSA_TRY(NativeProgram ofMemory, hold(program.native.get()));
    memory =
        std::make_shared<ProgramMemory>(context, std::move(ofMemory), std::move(program.variables));
  }
  native_ = std::move(program.native);
  memory_ = std::move(memory);
  return {};
}

Result<void> Program::setNative(CreatedProgram program) {
  std::shared_ptr<ProgramMemory> replaced; // destroyed unlocked, since it may wait for commands
  const std::lock_guard guard(mutex);
  replaced = memory_;
  URSA_CHECK(take(std::move(program)));
  failure.reset();
  return {};
}

std::shared_ptr<ProgramMemory> Program::memory() {
  const std::lock_guard guard(mutex);
  return memory_;
}

bool Program::hasMemory() const {
  return code.form == CodeForm::Spirv && code.module->hasVariables() &&
         !devices.front()->intelVariables.isComplete();
}

void Program::setFailure(std::string message) {
  const std::lock_guard guard(mutex);
  native_.reset();
  memory_.reset();
  failure = std::move(message);
}

bool Program::hasNative() {
  const std::lock_guard guard(mutex);
  return native_ != nullptr;
}

void Program::recordOptions(const char *userOptions) {
  const std::lock_guard guard(mutex);
  givenOptions = userOptions ? userOptions : "";
}

bool Program::hasFailed() {
  const std::lock_guard guard(mutex);
  return failure.has_value();
}

bool Program::isTranslated() const {
  return code.form == CodeForm::Spirv && devices.front()->spirv == SpirvSupport::Spir;
}

// Also holds for binaries of the driver, which may be of translated programs.
bool Program::hasShortNames() const {
  return devices.front()->toggles.has(format::Toggle::ShortenKernelNames);
}

std::string Program::kernelName(std::string native) const {
  if (native.size() < spirv::kLongestKernelName || !isTranslated())
    return native;
  const auto found = code.longNames.find(native);
  return found == code.longNames.end() ? native : found->second;
}

std::string Program::options(const char *userOptions) const {
  const bool isSpir = code.form == CodeForm::SpirBitcode || isTranslated();
  return fmt::format("{}{}", isSpir ? "-x spir -spir-std=1.2 " : "",
                     userOptions ? userOptions : "");
}

namespace {

using adapter::DeviceList;
using adapter::Ref;

/// In either byte order.
bool isSpirv(std::span<const std::byte> bytes) {
  const uint32_t word = format::firstWord(format::codeOf(bytes));
  return word == format::kSpirvMagic || word == __builtin_bswap32(format::kSpirvMagic);
}

spirv::Signatures signaturesOf(std::string_view ptx) {
  const auto kindOf = [](adapter::ParameterKind kind) {
    switch (kind) {
    case adapter::ParameterKind::Pointer:
      return spirv::ParameterKind::Pointer;
    case adapter::ParameterKind::Local:
      return spirv::ParameterKind::Local;
    case adapter::ParameterKind::Image:
      return spirv::ParameterKind::Image;
    case adapter::ParameterKind::Sampler:
      return spirv::ParameterKind::Sampler;
    default:
      return spirv::ParameterKind::Value;
    }
  };
  spirv::Signatures signatures;
  for (const auto &[name, kernel] : adapter::ptx::readKernels(ptx)) {
    spirv::Parameters parameters;
    for (const auto &parameter : kernel.parameters)
      parameters.push_back({kindOf(parameter.kind), static_cast<uint32_t>(parameter.size)});
    signatures[name] = std::make_shared<const spirv::Parameters>(std::move(parameters));
  }
  return signatures;
}

// NVIDIA's driver expects PTX with a terminating zero, and accepts anything else until the program
// is built. The texts for several devices have the same kernels.
Result<void> checkPtx(Code &code) {
  for (const std::vector<std::byte> &part : code.parts)
    if (!adapter::ptx::isPtx(part))
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "The program of {} bytes is not PTX, the only form that the device accepts.",
                       part.size());
  code.form = CodeForm::Ptx;
  const std::vector<std::byte> &text = code.parts.front();
  code.signatures = signaturesOf({reinterpret_cast<const char *>(text.data()), text.size()});
  for (std::vector<std::byte> &part : code.parts)
    if (part.back() != std::byte{0})
      part.push_back(std::byte{0});
  return {};
}

Result<Code> spirvCode(const std::vector<ur_device_handle_t> &devices,
                       std::span<const std::byte> bytes) {
  for (const ur_device_handle_t device : devices)
    if (device->spirv == SpirvSupport::None)
      return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                       "The device takes no SPIR-V, nor SPIR for which the program llvm-spirv-15 "
                       "could translate it. It takes: {}.",
                       describeCodeForms(*device));
  Code code;
  code.form = CodeForm::Spirv;
  URSA_TRY(code.module, spirv::Module::parse(bytes));
  if (!code.module->isNativeOrder())
    code.parts.emplace_back(bytes.begin(), bytes.end());
  code.signatures = spirv::readSignatures(code.module->words());
  for (const auto &[name, parameters] : code.signatures)
    if (name.size() > spirv::kLongestKernelName)
      code.longNames.emplace(spirv::shortKernelName(name), name);
  return code;
}

Result<ur_program_handle_t_ *> makeOfIl(ur_context_handle_t_ &context, adapter::Bytes bytes,
                                        adapter::VariableNames names) {
  URSA_TRY(Code code, spirvCode(context.devices, bytes));
  auto *program = new ur_program_handle_t_(&context, context.devices, std::move(code));
  program->variableNames = std::move(names);
  return program;
}

// Creates the driver's program immediately, because the driver validates its own format.
Result<ur_program_handle_t_ *> makeOfBinaries(ur_context_handle_t_ &context, DeviceList list,
                                              const std::vector<adapter::Bytes> &binaries,
                                              adapter::VariableNames names) {
  std::vector<ur_device_handle_t> devices(list.begin(), list.end());
  Code code{CodeForm::Binary, {}, {}, {}};
  if (isSpirv(binaries.front())) {
    URSA_TRY(code, spirvCode(devices, binaries.front()));
  } else {
    if (format::isBitcode(format::codeOf(binaries.front())) && devices.front()->has("cl_khr_spir"))
      code.form = CodeForm::SpirBitcode;
    for (const auto &binary : binaries)
      code.parts.emplace_back(binary.begin(), binary.end());
    if (code.form == CodeForm::Binary && devices.front()->computeCapability != 0)
      URSA_CHECK(checkPtx(code));
  }
  auto program = Ref<ur_program_handle_t_>::adopt(
      new ur_program_handle_t_(&context, std::move(devices), std::move(code)));
  program->variableNames = std::move(names);
  if (program->code.form != CodeForm::Spirv)
    URSA_CHECK(program->native());
  return program.detach();
}

// Returns the driver's logs of all devices that have one.
std::string logOf(cl_program program, const std::vector<cl_device_id> &devices) {
  std::string whole;
  for (cl_device_id device : devices)
    if (const auto log =
            URSA_CL_STRING(clGetProgramBuildInfo, CL_PROGRAM_BUILD_LOG, program, device))
      whole += *log;
  return whole;
}

Result<void> withLog(cl_int code, const char *call, cl_program program,
                     const std::vector<cl_device_id> &devices) {
  if (code == CL_SUCCESS)
    return {};
  const std::string buildLog = program ? logOf(program, devices) : "";
  if (!buildLog.empty())
    log().write(UR_LOGGER_LEVEL_INFO, "{}", buildLog);
  return makeError(resultOf(code), "{} failed: {}. The driver's log: {}", call, nameOf(code),
                   buildLog.empty() ? "(empty)" : buildLog);
}

// Keeps a failed program for its build log.
Result<void> buildNewProgram(ur_program_handle_t_ &program,
                             const std::vector<cl_device_id> &devices, const std::string &options) {
  auto made = program.createNative();
  if (!made) {
    program.setFailure(made.error().message);
    return made.error();
  }
  bool isNew = true;
  const cl_int code =
      buildWithOptions(options, program.options(nullptr), [&](const char *accepted) {
        // PoCL aborts if a program of a binary is built again after it refused options.
        if (!std::exchange(isNew, false))
          if (auto again = program.createNative())
            made = std::move(again);
        return clBuildProgram((*made).native.get(), static_cast<cl_uint>(devices.size()),
                              devices.data(), accepted, nullptr, nullptr);
      });
  const auto built = withLog(code, "clBuildProgram", (*made).native.get(), devices);
  URSA_CHECK(program.setNative(std::move(*made)));
  return built;
}

// Programs with the same code share the driver's built program.
Result<void> buildProgram(ur_program_handle_t_ &program, DeviceList list, const char *pOptions) {
  const std::vector<cl_device_id> devices = idsOf(list.empty() ? program.devices : list);
  const std::string options = program.options(pOptions);
  program.recordOptions(pOptions);
  const std::optional<BuildKey> key = buildKeyOf(program, devices, options);
  if (!key)
    return buildNewProgram(program, devices, options);
  URSA_TRY(
      const BuiltProgram built,
      program.context->builtPrograms.getOrBuild(*key, [&]() -> Result<BuiltProgram> {
        if (NativeProgram stored = loadStoredProgram(program, devices, options))
          return BuiltProgram{{stored.release(), clReleaseProgram}, nullptr, bytesOfBuild(program)};
        URSA_CHECK(buildNewProgram(program, devices, options));
        URSA_TRY(NativeProgram native, program.native());
        storeProgram(program, native.get(), devices, options);
        BuiltProgram made{{native.release(), clReleaseProgram}, nullptr, bytesOfBuild(program)};
        if (const auto memory = program.memory())
          made.variables = memory->sharedLayout();
        return made;
      }));
  URSA_TRY(NativeProgram native, hold(built.native.get()));
  return program.setNative({std::move(native), built.variables});
}

// Drivers that accept only SPIR cannot compile or link it. There, a compilation only records the
// values of the constants, and linking joins SPIR-V modules.
Result<void> compileProgram(ur_program_handle_t_ &program, DeviceList list, const char *pOptions) {
  const std::vector<cl_device_id> devices = idsOf(list.empty() ? program.devices : list);
  if (program.code.form == CodeForm::Spirv) {
    const std::lock_guard guard(program.mutex);
    program.compiledValues = program.values;
    program.compileOptions = pOptions ? pOptions : "";
    if (program.isLinkedAsSpirv()) {
      program.failure.reset(); // of an earlier build
      return {};
    }
  }
  URSA_TRY(CreatedProgram made, program.createNative());
  cl_program id = made.native.get();
  program.recordOptions(pOptions);
  const cl_int code = buildWithOptions(
      program.options(pOptions), program.options(nullptr), [&](const char *accepted) {
        return clCompileProgram(id, static_cast<cl_uint>(devices.size()), devices.data(), accepted,
                                0, nullptr, nullptr, nullptr, nullptr);
      });
  const auto compiled = withLog(code, "clCompileProgram", id, devices);
  URSA_CHECK(program.setNative(std::move(made)));
  return compiled;
}

using ProgramList = std::span<const ur_program_handle_t>;

Result<void> linkWords(ur_context_handle_t hContext, const std::vector<ur_device_handle_t> &devices,
                       ProgramList programs, const char *pOptions, ur_program_handle_t *phProgram) {
  std::vector<std::vector<uint32_t>> modules;
  adapter::VariableNames names;
  for (size_t i = 0; i < programs.size(); ++i) {
    const std::lock_guard guard(programs[i]->mutex);
    if (programs[i]->code.form != CodeForm::Spirv)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "Program {} of the {} to link was not created from SPIR-V, unlike others "
                       "that the driver cannot link.",
                       i, programs.size());
    names.insert(programs[i]->variableNames.begin(), programs[i]->variableNames.end());
    if (!programs[i]->compiledValues)
      return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                       "Program {} of the {} to link was not compiled.", i, programs.size());
    modules.push_back(programs[i]->code.module->specialized(*programs[i]->compiledValues));
  }
  auto linked = spirv::linkModules(modules);
  if (!linked) { // a program without code, so that the caller has an object to release
    auto *failed = new ur_program_handle_t_(hContext, devices, Code{});
    failed->setFailure(linked.error().message);
    *phProgram = failed;
    return linked.error();
  }
  URSA_TRY(Code code, spirvCode(devices, std::as_bytes(std::span(*linked))));
  auto program = Ref<ur_program_handle_t_>::adopt(
      new ur_program_handle_t_(hContext, devices, std::move(code)));
  program->variableNames = std::move(names);
  const auto built = buildProgram(*program, {}, pOptions);
  *phProgram = program.detach();
  return built;
}

// Returns the program of a failed link too, for its build log, if the driver creates one.
Result<void> linkPrograms(ur_context_handle_t hContext, DeviceList list, ProgramList programs,
                          const char *pOptions, ur_program_handle_t *phProgram) {
  *phProgram = nullptr;
  std::vector<ur_device_handle_t> devices(list.begin(), list.end());
  if (devices.empty())
    devices = hContext->devices;
  if (std::any_of(programs.begin(), programs.end(),
                  [](ur_program_handle_t part) { return part->isLinkedAsSpirv(); }))
    return linkWords(hContext, devices, programs, pOptions, phProgram);
  std::vector<NativeProgram> parts;
  std::vector<cl_program> partIds;
  for (ur_program_handle_t program : programs) {
    URSA_TRY(NativeProgram part, program->native());
    partIds.push_back(part.get());
    parts.push_back(std::move(part));
  }
  const std::vector<cl_device_id> ids = idsOf(devices);
  NativeProgram linked;
  const cl_int code = buildWithOptions(pOptions ? pOptions : "", "", [&](const char *accepted) {
    cl_int result = CL_SUCCESS;
    linked = NativeProgram(clLinkProgram(hContext->id, static_cast<cl_uint>(ids.size()), ids.data(),
                                         accepted, static_cast<cl_uint>(partIds.size()),
                                         partIds.data(), nullptr, nullptr, &result));
    return result;
  });
  const auto result = withLog(code, "clLinkProgram", linked.get(), ids);
  if (linked) {
    auto program = adapter::Ref<ur_program_handle_t_>::adopt(
        new ur_program_handle_t_(hContext, std::move(devices), Code{}));
    URSA_CHECK(program->setNative({std::move(linked), nullptr}));
    program->recordOptions(pOptions);
    *phProgram = program.detach();
    return result;
  }
  // Some drivers neither report the reason nor return a program with a build log.
  const bool isSpirv = std::all_of(programs.begin(), programs.end(), [](ur_program_handle_t part) {
    return part->code.form == CodeForm::Spirv;
  });
  if (code == CL_LINK_PROGRAM_FAILURE && isSpirv)
    return linkWords(hContext, devices, programs, pOptions, phProgram);
  return result;
}

struct ProgramTraits : adapter::HandleTypes {
  static constexpr uint32_t kMaxDevices = UINT32_MAX;
  static constexpr auto checkIsFor = opencl::checkIsFor;
  static constexpr auto makeOfIl = opencl::makeOfIl;
  static constexpr auto makeOfBinaries = opencl::makeOfBinaries;
  static constexpr auto build = buildProgram;
  static constexpr auto compile = compileProgram;
  static constexpr auto link = linkPrograms;
};

} // namespace

void fillProgramTable(ur_dditable_t &table) {
  adapter::fillProgramFunctions<ProgramTraits>(table);
  table.Program.pfnSetSpecializationConstants = setSpecializationConstants;
  fillProgramQueries(table);
}

} // namespace ursa::opencl
