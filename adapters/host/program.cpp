#include "adapters/host/program.h"

#include "adapters/common/info.h"
#include "adapters/host/adapter.h"
#include "adapters/host/context.h"
#include "adapters/host/device.h"
#include "core/support/last_error.h"

#include <algorithm>
#include <cstring>

ur_program_handle_t_::ur_program_handle_t_(ur_context_handle_t hContext,
                                           std::vector<std::byte> imageBytes,
                                           ursa::jit::ModuleSummary imageSummary)
    : context(hContext), image(std::move(imageBytes)), summary(std::move(imageSummary)) {
  ursa::adapter::retain(context);
}

ur_program_handle_t_::~ur_program_handle_t_() { ursa::adapter::release(context); }

namespace ursa::host {
namespace {

ur_result_t createWithBinary(ur_context_handle_t hContext, uint32_t numDevices,
                             ur_device_handle_t *phDevices, size_t *pLengths,
                             const uint8_t **ppBinaries, const ur_program_properties_t *,
                             ur_program_handle_t *phProgram) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phDevices);
    URSA_POINTER(pLengths);
    URSA_POINTER(ppBinaries);
    URSA_POINTER(phProgram);
    if (numDevices != 1)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "A program of this platform is for 1 device; {} were given.", numDevices);
    URSA_CHECK(adapter::checkHandle(phDevices[0], "phDevices[0]"));
    URSA_CHECK(checkDevice(phDevices[0]));
    URSA_CHECK(adapter::checkPointer(ppBinaries[0], "ppBinaries[0]"));
    if (pLengths[0] == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "The binary has 0 bytes.");
    const auto *bytes = reinterpret_cast<const std::byte *>(ppBinaries[0]);
    std::vector<std::byte> image(bytes, bytes + pLengths[0]);
    URSA_TRY(jit::ModuleSummary summary, jit::inspectModule(image));
    *phProgram = new ur_program_handle_t_(hContext, std::move(image), std::move(summary));
    return {};
  });
}

Result<void> buildProgram(ur_program_handle_t_ &program, const char *pOptions) {
  std::unique_lock lock(program.mutex);
  const jit::ConstantValues values = program.values;
  const std::string options = pOptions ? pOptions : "";
  program.status = UR_PROGRAM_BUILD_STATUS_IN_PROGRESS;
  program.options = options;
  lock.unlock(); // queries and other builds go on meanwhile

  std::string buildLog;
  auto built = jit::Program::build(program.image, values, options, buildLog);

  lock.lock();
  program.buildLog = std::move(buildLog);
  if (!built) {
    program.status = UR_PROGRAM_BUILD_STATUS_ERROR;
    program.buildLog += fmt::format("error: {}\n", built.error().message);
    log().write(UR_LOGGER_LEVEL_INFO, "{}", program.buildLog);
    return built.error();
  }
  program.status = UR_PROGRAM_BUILD_STATUS_SUCCESS;
  program.built = *std::move(built);
  return {};
}

ur_result_t build(ur_context_handle_t hContext, ur_program_handle_t hProgram,
                  const char *pOptions) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hProgram);
    return buildProgram(*hProgram, pOptions);
  });
}

ur_result_t buildExp(ur_program_handle_t hProgram, uint32_t numDevices,
                     ur_device_handle_t *phDevices, ur_exp_program_flags_t flags,
                     const char *pOptions) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_POINTER(phDevices);
    if (flags & UR_EXP_PROGRAM_FLAGS_MASK)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                       "The program flags {:#x} are not defined.", flags);
    if (flags & UR_EXP_PROGRAM_FLAG_ALLOW_UNRESOLVED_SYMBOLS)
      return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                       "Programs with unresolved symbols cannot be built for this device.");
    for (uint32_t i = 0; i < numDevices; ++i) {
      URSA_CHECK(adapter::checkHandle(phDevices[i], "phDevices[i]"));
      URSA_CHECK(checkDevice(phDevices[i]));
    }
    return buildProgram(*hProgram, pOptions);
  });
}

// Checks everything before anything is changed.
ur_result_t setSpecializationConstants(ur_program_handle_t hProgram, uint32_t count,
                                       const ur_specialization_constant_info_t *pSpecConstants) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_POINTER(pSpecConstants);
    if (count == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "count is 0.");
    const auto &slots = hProgram->summary.constants;
    jit::ConstantValues given;
    for (uint32_t i = 0; i < count; ++i) {
      const ur_specialization_constant_info_t &constant = pSpecConstants[i];
      const auto slot =
          std::lower_bound(slots.begin(), slots.end(), constant.id,
                           [](const jit::ConstantSlot &s, uint32_t id) { return s.id < id; });
      if (slot == slots.end() || slot->id != constant.id)
        return makeError(UR_RESULT_ERROR_INVALID_SPEC_ID,
                         "The program has no specialization constant {}; it has {}.", constant.id,
                         slots.size());
      if (constant.size != slot->size)
        return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                         "Specialization constant {} is {} bytes; {} were given.", constant.id,
                         slot->size, constant.size);
      if (!constant.pValue)
        return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                         "The value of specialization constant {} is a null pointer.", constant.id);
      const auto *bytes = static_cast<const std::byte *>(constant.pValue);
      given[constant.id].assign(bytes, bytes + constant.size);
    }
    const std::lock_guard guard(hProgram->mutex);
    for (auto &[id, value] : given)
      hProgram->values[id] = std::move(value);
    return {};
  });
}

ur_result_t retainProgram(ur_program_handle_t hProgram) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    adapter::retain(hProgram);
    return {};
  });
}

ur_result_t releaseProgram(ur_program_handle_t hProgram) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    adapter::release(hProgram);
    return {};
  });
}

// The value is an array of pointers to memory of the caller; null skips an image.
Result<void> copyImage(const ur_program_handle_t_ &program, size_t propSize, void *pPropValue,
                       size_t *pPropSizeRet) {
  if (pPropValue) {
    if (propSize < sizeof(unsigned char *))
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "The answer is an array of 1 pointer; there is room for {} bytes.",
                       propSize);
    if (auto *destination = *static_cast<unsigned char **>(pPropValue))
      std::memcpy(destination, program.image.data(), program.image.size());
  }
  if (pPropSizeRet)
    *pPropSizeRet = sizeof(unsigned char *);
  return {};
}

ur_result_t getInfo(ur_program_handle_t hProgram, ur_program_info_t propName, size_t propSize,
                    void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    switch (propName) {
    case UR_PROGRAM_INFO_REFERENCE_COUNT:
      return writer.value(hProgram->references.load());
    case UR_PROGRAM_INFO_CONTEXT:
      return writer.value(hProgram->context);
    case UR_PROGRAM_INFO_NUM_DEVICES:
      return writer.value<uint32_t>(1);
    case UR_PROGRAM_INFO_DEVICES:
      return writer.value(device());
    case UR_PROGRAM_INFO_IL:
      return writer.bytes(nullptr, 0); // it was made from a binary
    case UR_PROGRAM_INFO_BINARY_SIZES:
      return writer.value<size_t>(hProgram->image.size());
    case UR_PROGRAM_INFO_BINARIES:
      return copyImage(*hProgram, propSize, pPropValue, pPropSizeRet);
    case UR_PROGRAM_INFO_NUM_KERNELS:
      return writer.value<size_t>(hProgram->summary.kernels.size());
    case UR_PROGRAM_INFO_KERNEL_NAMES: {
      std::string names;
      for (const std::string &name : hProgram->summary.kernels)
        names += (names.empty() ? "" : ";") + name;
      return writer.string(names);
    }
    default:
      return adapter::InfoWriter::unknown("urProgramGetInfo", propName);
    }
  });
}

ur_result_t getBuildInfo(ur_program_handle_t hProgram, ur_device_handle_t hDevice,
                         ur_program_build_info_t propName, size_t propSize, void *pPropValue,
                         size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_HANDLE(hDevice);
    URSA_CHECK(checkDevice(hDevice));
    const adapter::InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const std::lock_guard guard(hProgram->mutex);
    switch (propName) {
    case UR_PROGRAM_BUILD_INFO_STATUS:
      return writer.value(hProgram->status);
    case UR_PROGRAM_BUILD_INFO_OPTIONS:
      return writer.string(hProgram->options);
    case UR_PROGRAM_BUILD_INFO_LOG:
      return writer.string(hProgram->buildLog);
    case UR_PROGRAM_BUILD_INFO_BINARY_TYPE:
      return writer.value(hProgram->built ? UR_PROGRAM_BINARY_TYPE_EXECUTABLE
                                          : UR_PROGRAM_BINARY_TYPE_NONE);
    default:
      return adapter::InfoWriter::unknown("urProgramGetBuildInfo", propName);
    }
  });
}

} // namespace

void fillProgramTable(ur_dditable_t &table) {
  table.Program.pfnCreateWithBinary = createWithBinary;
  table.Program.pfnBuild = build;
  table.Program.pfnRetain = retainProgram;
  table.Program.pfnRelease = releaseProgram;
  table.Program.pfnGetInfo = getInfo;
  table.Program.pfnGetBuildInfo = getBuildInfo;
  table.Program.pfnSetSpecializationConstants = setSpecializationConstants;
  table.ProgramExp.pfnBuildExp = buildExp;
}

} // namespace ursa::host
