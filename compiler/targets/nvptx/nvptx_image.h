// Compiles device IR to PTX, whose specialization constants are emulated, because PTX has none; or
// to bitcode for every processor, of which PTX with constants folded is made at run time
// (ptx_codegen.h):
//
//   device IR ── lowerToNvptx ──┬─ optimizeNvptx, emitPtx ── PTX for a processor
//                               └─ simplifyNvptx ── bitcode
//
// For CUDA, kernels take pointers to local memory as offsets (local_memory.h) and may have a
// variant with a global offset (global_offset.h); NVIDIA's OpenCL supports both natively
// (opencl_launch.h). Math functions come from libclc.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>

namespace ursa::compiler::nvptx {

/// The driver that launches the kernels.
enum class NvptxDriver { Cuda, OpenCl };

struct NvptxOptions {
  NvptxDriver driver = NvptxDriver::Cuda;
  std::string processor = "sm_70"; ///< empty for bitcode
  std::string builtinLibrary;      ///< path of libclc's nvptx64 bitcode
  bool optimize = true;
};

/// Parses driver and processor from a target name: "nvptx64-sm_70" for CUDA, "nvcl64-sm_70" for
/// OpenCL, "nvptx64" for bitcode for every processor, for CUDA. Nothing for another target's name.
std::optional<NvptxOptions> parseNvptxTargetName(llvm::StringRef name);

const char *nvptxTriple(NvptxDriver driver);

/// Lowers @p device to a module for NVPTX, without modifying it: kernels take what the driver
/// passes, functions of libclc are linked in. The module is not optimized and fits every processor
/// from sm_70 on. Reads of native constants stay calls. Fails for undefined functions; the error
/// names them.
llvm::Expected<std::unique_ptr<llvm::Module>> lowerToNvptx(const llvm::Module &device,
                                                           const NvptxOptions &options);

/// Compiles @p device to PTX, without modifying it. Fails for undefined functions, constants that
/// are not emulated, or a processor that LLVM does not know; the error names them.
llvm::Expected<std::string> compileNvptxImage(const llvm::Module &device,
                                              const NvptxOptions &options);

/// Compiles @p device to bitcode (docs/formats/nvptx-bitcode.md), without modifying it.
llvm::Expected<std::string> makeNvptxBitcode(const llvm::Module &device,
                                             const NvptxOptions &options);

} // namespace ursa::compiler::nvptx
