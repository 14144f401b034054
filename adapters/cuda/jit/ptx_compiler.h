// Compiles bitcode to PTX for a device, in the process of an application. The stages in order:
//
//   readModule                   untrusted bytes -> verified module
//   common/fold_constants        specialization constants are folded
//   nvptx/global_offset          forms of kernels that are not wanted are removed
//   nvptx/ptx_codegen            loops are unrolled; optimization, PTX
//
// Device IR of a SPIR-V program is lowered for NVPTX before (nvptx/nvptx_image). No LLVM type is
// visible here.
#pragma once

#include "compiler/targets/common/fold_constants.h"
#include "compiler/targets/nvptx/kernel_forms.h"
#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ursa::cuda::jit {

struct ImageSummary {
  std::vector<std::string> kernels;
  std::vector<compiler::targets::ModuleConstant> constants; ///< ascending by id
};

/// Reads an image without compiling it. Thread safe. Errors: UR_RESULT_ERROR_INVALID_BINARY.
Result<ImageSummary> inspectImage(std::span<const std::byte> bitcode);

struct CompileOptions {
  uint32_t computeCapability = 0; ///< 10 times major plus minor
  bool optimize = true;
  compiler::nvptx::KernelForms forms = compiler::nvptx::KernelForms::Both;
};

/// Returns PTX. Thread safe. Errors: UR_RESULT_ERROR_INVALID_BINARY,
/// UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE.
Result<std::string> compileToPtx(std::span<const std::byte> bitcode,
                                 const compiler::targets::ModuleConstantValues &constants,
                                 const CompileOptions &options);

} // namespace ursa::cuda::jit
