// Translates SPIR-V to LLVM bitcode with Debian's llvm-spirv-15 in a separate process, because it
// uses another LLVM version than this library and aborts on invalid input.
#pragma once

#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ursa::spirv {

/// Returns the path of the translator: the variable URSA_LLVM_SPIRV, or the path found when Ursa
/// was built. Empty if there is no such program.
std::string translatorPath();

/// Returns text that identifies the translator and its libraries, for the keys of caches. Empty if
/// there is no such program.
std::string translatorIdentity();

/// Returns LLVM bitcode of a module, for the triple spir64. Blocks until the child process has
/// ended, for at most two minutes. Uses no shell, no named temporary file and an empty environment.
/// Fails with UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE if the translator is not installed, and with
/// UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE and the translator's message if it rejects the module.
Result<std::vector<std::byte>> toBitcode(std::span<const uint32_t> words);

} // namespace ursa::spirv
