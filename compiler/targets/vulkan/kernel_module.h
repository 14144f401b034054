// Writes a lowered kernel (pipeline.h) as a SPIR-V module: one SPIR-V instruction for each LLVM
// instruction, except for booleans and casts, which SPIR-V expresses differently.
#pragma once

#include "spirv/instructions.h"

#include "llvm/IR/Function.h"
#include "llvm/Support/Error.h"

#include <array>
#include <optional>
#include <string>

namespace ursa::compiler::vulkan {

struct KernelModule {
  ursa::spirv::Words words;
  std::vector<std::string> capabilities; ///< without those that every image requires
  std::vector<std::uint32_t> constants;  ///< numeric ids of its specialization constants
  std::optional<std::array<std::uint32_t, 3>> localSize; ///< reqd_work_group_size, if any
  std::uint32_t subGroupSize = 0;                        ///< intel_reqd_sub_group_size, or 0
  std::uint64_t localBytes = 0;                          ///< size of its variables in local memory
  bool readsData = false;                                ///< whether it reads the data segment
};

struct WriterOptions {
  bool relaxedFences = false;
};

/// Fails if the kernel has an instruction that the lowering passes should have removed, or if the
/// module is not valid; the message names the kernel.
llvm::Expected<KernelModule> writeKernel(const llvm::Function &kernel,
                                         const WriterOptions &options);

} // namespace ursa::compiler::vulkan
