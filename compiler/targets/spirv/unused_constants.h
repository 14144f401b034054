// Keeps specialization constants that no instruction uses. The description of an image lists every
// constant that its source reads, and drivers refuse values for ids that a module does not have:
//
//   source:  Pair pair = get(...); use(pair.second);
//   before:  OpDecorate %9 SpecId 1        after:  OpDecorate %9 SpecId 1
//                                                  OpDecorate %12 SpecId 0
//            %9 = OpSpecConstant %float 2          %9 = OpSpecConstant %float 2
//                                                  %12 = OpSpecConstant %uint 1
//
// A constant that is kept has an integer type of its size, so that the module needs no further
// capability for floating-point types.
#pragma once

#include "spirv/builder.h"

#include "llvm/IR/Module.h"

namespace ursa::compiler::spirv {

/// A specialization constant that a module reads.
struct ReadConstant {
  std::uint32_t specId = 0;
  std::uint32_t width = 0;   ///< in bits: 8, 16, 32 or 64
  std::uint64_t defaultBits; ///< its default
};

/// Returns the constants of the calls of __spirv_SpecConstant, each id once, in the order of ids.
std::vector<ReadConstant> readConstants(const llvm::Module &module);

/// Adds those of @p constants that @p module does not have.
void addUnusedConstants(ursa::spirv::Builder &module, const std::vector<ReadConstant> &constants);

} // namespace ursa::compiler::spirv
