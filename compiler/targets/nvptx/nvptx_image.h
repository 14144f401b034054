// Makes PTX of device IR whose specialization constants are emulated: PTX has none of its own.
//
// For CUDA, kernels take pointers to local memory as offsets (local_memory.h) and may have a second
// form for a global offset (global_offset.h); NVIDIA's OpenCL knows both (opencl_launch.h). Math
// comes from libclc.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace ursa {

/// Who launches the kernels.
enum class NvptxDriver { Cuda, OpenCl };

/// What a target's name begins with: "nvptx64-sm_70" for CUDA, "nvcl64-sm_70" for OpenCL.
inline constexpr const char *kNvptxTargetPrefix = "nvptx64-";
inline constexpr const char *kNvclTargetPrefix = "nvcl64-";

struct NvptxOptions {
  NvptxDriver driver = NvptxDriver::Cuda;
  std::string processor = "sm_70";
  std::string builtinLibrary; ///< path of libclc's nvptx64 bitcode
  bool optimize = true;
};

/// Driver and processor of a target; none when it is another's.
std::optional<NvptxOptions> nvptxTarget(llvm::StringRef name);

const char *nvptxTriple(NvptxDriver driver);

/// PTX of @p device, which stays as it is. Fails with a sentence that names functions that are not
/// defined, constants that are not emulated, or the processor when LLVM does not know it.
llvm::Expected<std::string> makeNvptxImage(const llvm::Module &device, const NvptxOptions &options);

} // namespace ursa
