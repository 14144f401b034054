// Translates OpenCL programs in SPIR-V to host images, the input of the rest of the kernel
// compiler.
//
//   spirv/module           SPIR-V -> SPIR-V without specialization constants
//   spirv/translator       SPIR-V -> LLVM bitcode for spir64, by an external program
//   spirv_intake           spir64 -> host image, as the ahead-of-time compiler makes it
#pragma once

#include "adapters/host/jit/host_jit.h"

namespace ursa::host::jit {

/// Returns the newest supported SPIR-V version, as "SPIR-V_1.4"; empty if no translator is
/// installed.
std::string supportedIl();

/// Reads a module without translating it. The bytes are untrusted.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY with a message.
Result<ModuleSummary> inspectSpirv(std::span<const std::byte> words);

/// The use of an image.
enum class ImageUse {
  Program, ///< executable: an undefined function is an error
  Object   ///< to be linked with others by linkImages
};

/// Creates the host image of a module with its specialization constants folded. Thread-safe; blocks
/// while the translator runs.
/// @param constants values with the sizes that inspectSpirv returns
/// Errors: UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE.
Result<std::vector<std::byte>> hostImageOfSpirv(std::span<const std::byte> words,
                                                const format::host::ConstantValues &constants,
                                                ImageUse use);

} // namespace ursa::host::jit
