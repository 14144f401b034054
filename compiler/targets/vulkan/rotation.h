// Rotates loops so that they test their condition at the end, with LLVM's loop rotation, whose
// documentation shows the IR before and after. LLVM's loop-rotate pass updates the dominator tree
// and scalar evolution for each loop, which takes quadratic time when loops follow each other; this
// pass invalidates both, and they are computed again on demand. Before a loop is rotated, addresses
// in its header are sunk to their accesses, so that rotation creates no phis of them.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-rotate`; requires loop-simplify and lcssa.
class RotatePass : public llvm::PassInfoMixin<RotatePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace ursa::compiler::vulkan
