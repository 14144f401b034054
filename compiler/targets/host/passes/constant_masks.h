// Masked accesses whose mask is known.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::host {

/// Turns masked loads and stores whose active lanes are known to be adjacent, and a power of two in
/// number, into accesses of just these lanes, which other passes can forward and remove.
struct NarrowConstantMasks : llvm::PassInfoMixin<NarrowConstantMasks> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace ursa::compiler::host
