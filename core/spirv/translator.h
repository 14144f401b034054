// Runs the translator of SPIR-V to LLVM bitcode, Debian's llvm-spirv-15, as a process of its own:
// it is built with another LLVM than this library, and ends when it does not like its input.
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ursa::spirv {

/// The path of the translator: the variable URSA_LLVM_SPIRV, else the place where it was when Ursa
/// was built. Empty when there is no such program.
std::string translatorPath();

/// LLVM bitcode of a module, for the triple spir64. Blocks until the child process has ended, for
/// two minutes at most. No shell, no named temporary file, an empty environment.
/// Errors: UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE when the translator is not installed,
/// UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE with its own words when it refuses the module.
Result<std::vector<std::byte>> toBitcode(std::span<const uint32_t> words);

} // namespace ursa::spirv
