// Makes loops with several entries natural loops, by LLVM's FixIrreducible.
//
//   before:  br i1 %c, label %top, label %middle       ; both in a loop
//   after:   br label %guard
//            %is.top = phi i1 [ %c, %entry ], ...      ; in %guard, the only entry of the loop
//            br i1 %is.top, label %top, label %middle
//
// LLVM 22 sends the branches to one of the entries, the header, from inside of the loop to the new
// block, too, but not those to the other entries. If a block branches to the header and to another
// entry, the phis of the latter lose their value from that block although the edge stays. If both
// targets are the header, one edge stays (LLVM's issue 191979). Switches are not handled at all.
// Such edges get blocks of their own before.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::targets {

/// The function pass `ursa-reducible`.
struct MakeReducible : llvm::PassInfoMixin<MakeReducible> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::targets
