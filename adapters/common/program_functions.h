// The parts of the program functions that all adapters share.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/common/info.h"
#include "adapters/common/program_metadata.h"
#include "core/support/last_error.h"
#include "ur_api.h"

#include <mutex>
#include <span>

namespace ursa::adapter {

/// Checks the flags and devices of an extended build.
/// @param check (device) -> Result<void>
template <class Check>
Result<void> checkExtendedBuild(uint32_t numDevices, const ur_device_handle_t *phDevices,
                                ur_exp_program_flags_t flags, Check &&check) {
  URSA_POINTER(phDevices);
  if (flags & UR_EXP_PROGRAM_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "The program flags {:#x} are not defined.", flags);
  if (flags & UR_EXP_PROGRAM_FLAG_ALLOW_UNRESOLVED_SYMBOLS)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "Programs with unresolved symbols cannot be built for this device.");
  for (uint32_t i = 0; i < numDevices; ++i) {
    URSA_CHECK(checkHandle(phDevices[i], "phDevices[i]"));
    URSA_CHECK(check(phDevices[i]));
  }
  return {};
}

/// Checks an element of ppBinaries. A null element is an invalid value; a null array is
/// INVALID_NULL_POINTER.
inline Result<void> checkBinary(const uint8_t *binary, uint32_t index) {
  if (!binary)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "ppBinaries[{}] is null.", index);
  return {};
}

/// Implements pfnCreateWithBinary for contexts with one device.
/// @tparam Check (context, device) -> Result<void>: whether the context contains the device
/// @tparam Make (context, bytes of the binary, names of variables) -> Result<Program *>
template <class Context, class Program, auto Check, auto Make>
ur_result_t createWithOneBinary(Context *hContext, uint32_t numDevices,
                                ur_device_handle_t *phDevices, size_t *pLengths,
                                const uint8_t **ppBinaries,
                                const ur_program_properties_t *pProperties, Program **phProgram) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_POINTER(phDevices);
    URSA_POINTER(pLengths);
    URSA_POINTER(ppBinaries);
    URSA_POINTER(phProgram);
    URSA_TRY(VariableNames names, readMetadata(pProperties));
    if (numDevices != 1)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "Programs of this platform have exactly 1 device; {} were given.",
                       numDevices);
    URSA_CHECK(checkHandle(phDevices[0], "phDevices[0]"));
    URSA_CHECK(Check(*hContext, phDevices[0]));
    URSA_CHECK(checkBinary(ppBinaries[0], 0));
    if (pLengths[0] == 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE, "The binary has 0 bytes.");
    const auto *bytes = reinterpret_cast<const std::byte *>(ppBinaries[0]);
    URSA_TRY(*phProgram, Make(*hContext, std::span(bytes, pLengths[0]), std::move(names)));
    return {};
  });
}

/// Implements pfnGetBuildInfo.
/// @tparam Program has a mutex, status, options, buildLog and type
/// @tparam Check (program, device) -> Result<void>: whether the program is for the device
template <class Program, class Device, auto Check>
ur_result_t getBuildInfo(Program *hProgram, Device *hDevice, ur_program_build_info_t propName,
                         size_t propSize, void *pPropValue, size_t *pPropSizeRet) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_HANDLE(hDevice);
    URSA_CHECK(Check(*hProgram, hDevice));
    const InfoWriter writer(propSize, pPropValue, pPropSizeRet);
    const std::lock_guard guard(hProgram->mutex);
    switch (propName) {
    case UR_PROGRAM_BUILD_INFO_STATUS:
      return writer.value(hProgram->status);
    case UR_PROGRAM_BUILD_INFO_OPTIONS:
      return writer.string(hProgram->options);
    case UR_PROGRAM_BUILD_INFO_LOG:
      return writer.string(hProgram->buildLog);
    case UR_PROGRAM_BUILD_INFO_BINARY_TYPE:
      return writer.value(hProgram->type);
    default:
      return InfoWriter::unknown("urProgramGetBuildInfo", propName);
    }
  });
}

/// Implements pfnBuild and pfnCompile.
/// @tparam Make (program, options or null) -> Result<void>
template <class Context, class Program, auto Make>
ur_result_t buildOrCompile(Context *hContext, Program *hProgram, const char *pOptions) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hProgram);
    return Make(*hProgram, pOptions);
  });
}

/// Implements pfnBuildExp and pfnCompileExp.
/// @tparam Check (program, device) -> Result<void>: whether the program is for the device
template <class Program, auto Make, auto Check>
ur_result_t buildOrCompileExp(Program *hProgram, uint32_t numDevices, ur_device_handle_t *phDevices,
                              ur_exp_program_flags_t flags, const char *pOptions) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hProgram);
    URSA_CHECK(checkExtendedBuild(numDevices, phDevices, flags, [&](ur_device_handle_t device) {
      return Check(*hProgram, device);
    }));
    return Make(*hProgram, pOptions);
  });
}

} // namespace ursa::adapter
