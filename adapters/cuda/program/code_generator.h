// The adapter's side of the code generator (jit/nvptx_jit.h), which makes PTX of bitcode. Its
// library is opened at the first use and stays open, because exceptions of LLVM may outlive a call.
#pragma once

#include "adapters/common/spec_constants.h"
#include "adapters/cuda/jit/nvptx_jit.h"
#include "adapters/cuda/program/code.h"

#include <span>
#include <string>
#include <vector>

namespace ursa::cuda {

/// The first compute capability for which there is a code generator, 10 times major plus minor.
inline constexpr uint32_t kFirstGeneratedCapability = 70;

/// Returns whether code can be generated for a device. Does not open the library. If it is not
/// there, the log says so once, at level info. Thread safe.
bool generatesCode(const ur_device_handle_t_ &device);

/// Returns text that identifies the code generator, LLVM and the library of built-in functions;
/// empty if its library is not there.
std::string codeGeneratorIdentity();

/// The kernels and constants in bitcode.
struct BitcodeSummary {
  std::vector<std::string> kernels;
  std::vector<CodeConstant> constants; ///< ascending by id
};

/// Thread safe. Errors: UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE, UR_RESULT_ERROR_INVALID_BINARY.
Result<BitcodeSummary> inspectBitcode(std::span<const std::byte> bitcode);

/// Returns PTX for a device, with the constants folded. Thread safe. Errors:
/// UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE, UR_RESULT_ERROR_INVALID_BINARY,
/// UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE.
/// @param bitcode an image for nvptx64, or SPIR-V that was translated to LLVM bitcode
/// @param optimization 0: none
Result<std::string> generatePtx(std::span<const std::byte> bitcode,
                                const adapter::ConstantValues &values, uint32_t computeCapability,
                                unsigned optimization, ursa_nvptx_forms_t forms);

} // namespace ursa::cuda
