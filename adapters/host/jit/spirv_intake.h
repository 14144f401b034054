// OpenCL programs in intermediate language: from SPIR-V to a host image, which is what the rest of
// the kernel compiler takes.
//
//   core/image        words -> words without specialization constants
//   core/spirv/translator  words -> LLVM bitcode for spir64, by a program of its own
//   spirv_intake           spir64 -> host image, as the ahead-of-time compiler makes it
#pragma once

#include "adapters/host/jit/host_jit.h"

namespace ursa::jit {

/// The newest SPIR-V that is taken, as "SPIR-V_1.4"; empty when no translator is installed.
std::string supportedIl();

/// Reads a module without translating it. The bytes are not trusted.
/// Errors: UR_RESULT_ERROR_INVALID_BINARY with a sentence.
Result<ModuleSummary> inspectSpirv(std::span<const std::byte> words);

/// Whether an image must be complete.
enum class ImageUse {
  Program, ///< a function that is not defined is an error
  Object   ///< to be linked with others by linkImages
};

/// The host image of a module with its specialization constants fixed. Thread safe; blocks while
/// the translator runs.
/// @param constants as long as inspectSpirv says
/// Errors: UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE.
Result<std::vector<std::byte>> hostImageOfSpirv(std::span<const std::byte> words,
                                                const ConstantValues &constants, ImageUse use);

} // namespace ursa::jit
