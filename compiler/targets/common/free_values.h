// Keeps values that cost nothing out of LLVM's StructurizeCFG.
//
// LLVM 22 moves such a value, if it reaches a phi from the block that defines it, to a dominator of
// that block, and then takes it for the phi's value on paths that have another (LLVM's pull request
// 183792). It leaves alone what another block defines, or what uses a value of the same block.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::targets {

/// Moves each value that costs nothing, and that a phi takes from the block that defines it, to the
/// definition of its last operand, or to the begin of the function. To run right before
/// StructurizeCFG.
struct MoveFreeValues : llvm::PassInfoMixin<MoveFreeValues> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace ursa::compiler::targets
