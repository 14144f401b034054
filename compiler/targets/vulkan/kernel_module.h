// Writes a kernel in the dialect (primitives.h) as a SPIR-V module: one instruction for one, but
// for what SPIR-V says differently about booleans and casts.
#pragma once

#include "compiler/targets/vulkan/spirv_module.h"

#include "llvm/IR/Function.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace ursa::vulkan {

struct KernelModule {
  Words words;
  std::vector<std::string> capabilities; ///< without those of every image
  std::vector<std::uint32_t> constants;  ///< numeric ids of its specialization constants
  std::optional<std::array<std::uint32_t, 3>> localSize; ///< when the kernel requires one
  std::uint32_t subGroupSize = 0;                        ///< 0 when the kernel requires none
  std::uint64_t localBytes = 0;                          ///< of local variables
  bool readsData = false;                                ///< reads the data segment
};

struct WriterOptions {
  bool relaxedFences = false;
};

/// Fails with a sentence that names the kernel and the instruction that is not of the dialect, or
/// what the validator says.
llvm::Expected<KernelModule> writeKernel(const llvm::Function &kernel,
                                         const WriterOptions &options);

} // namespace ursa::vulkan
