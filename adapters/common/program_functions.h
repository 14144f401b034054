// The functions that build programs, around what an adapter does itself.
#pragma once

#include "adapters/common/handle.h"
#include "core/support/last_error.h"
#include "ur_api.h"

namespace ursa::adapter {

/// The flags and devices of an extended build.
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

/// For a table's pfnBuild and pfnCompile.
/// @tparam Make (program, options, which may be null) -> Result<void>
template <class Context, class Program, auto Make>
ur_result_t makeProgram(Context *hContext, Program *hProgram, const char *pOptions) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hContext);
    URSA_HANDLE(hProgram);
    return Make(*hProgram, pOptions);
  });
}

/// For a table's pfnBuildExp and pfnCompileExp.
/// @tparam Check (program, device) -> Result<void>: whether the program is for it
template <class Program, auto Make, auto Check>
ur_result_t makeProgramExp(Program *hProgram, uint32_t numDevices, ur_device_handle_t *phDevices,
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
