// Unrolls short loops over local arrays that may end before their last round: without the loop the
// arrays become values, and often constants. LLVM's unroller leaves such loops alone.
//
//   before:  for (i = 0; i < 4; ++i)              after:   if (a0 != b0 || a1 != b1 || ...)
//              if (a[i] != b[i])                             return false;
//                return false;
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-unroll-arrays`; requires loop-simplify and lcssa.
class UnrollArraysPass : public llvm::PassInfoMixin<UnrollArraysPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace ursa::compiler::vulkan
