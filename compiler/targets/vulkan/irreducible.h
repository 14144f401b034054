// Gives loops that are entered in several places one entry. LLVM's fix-irreducible does so, but
// loses values that pass through phis on the way in: they go through memory meanwhile.
//
//   before:  %s = phi i32 [ %a, %entry ], [ %b, %top ]      ; in a loop with the entries top and
//   middle after:   %guard = phi i1 [ true, %entry ], ...          ; one entry, which chooses
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
