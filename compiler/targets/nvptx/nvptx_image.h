// Makes PTX of device IR whose specialization constants are emulated: CUDA has none of its own.
//
// Kernels take pointers to local memory as offsets (local_memory.h) and may have a second form for
// a global offset (global_offset.h). Math comes from libclc.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>

namespace ursa {

/// What a target's name begins with: "nvptx64-sm_70".
inline constexpr const char *kNvptxTargetPrefix = "nvptx64-";
inline constexpr const char *kNvptxTriple = "nvptx64-nvidia-cuda";

struct NvptxOptions {
  std::string processor = "sm_70";
  std::string builtinLibrary; ///< path of libclc's nvptx64 bitcode
  bool optimize = true;
};

/// PTX of @p device, which stays as it is. Fails with a sentence that names functions that are not
/// defined, constants that are not emulated, or the processor when LLVM does not know it.
llvm::Expected<std::string> makeNvptxImage(const llvm::Module &device, const NvptxOptions &options);

} // namespace ursa
