// Has loops test their condition at the end, as LLVM's loop-rotate, which see for the IR before and
// after. That keeps the dominator tree and what is known of the numbers of turns up to date with
// each loop, in a time that grows with the square of the loops in a row; here both are made anew
// when somebody asks for them. An address that a loop does not change is moved before it, but no
// phi is made of it when the loop around is rotated.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The function pass `ursa-vulkan-rotate`, behind loop-simplify and lcssa.
class RotatePass : public llvm::PassInfoMixin<RotatePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace ursa::vulkan
