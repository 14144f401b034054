// Makes loops with several entries reducible. LLVM's fix-irreducible does this, but loses values
// that pass through phis of the entries, so these are demoted to memory while it runs.
//
//   before:  %s = phi i32 [ %a, %entry ], [ %b, %top ]   ; in a loop with entries top and middle
//   after:   %guard = phi i1 [ true, %entry ], ...       ; in the only entry
//            br i1 %guard, label %top, label %middle
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The function pass `ursa-vulkan-irreducible`.
class IrreduciblePass : public llvm::PassInfoMixin<IrreduciblePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::vulkan
