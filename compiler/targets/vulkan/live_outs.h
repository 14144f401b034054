// Keeps values that loops load from memory for what follows the loops. lavapipe runs the work-items
// of a vector together: those that have left a loop compute on with the others, which changes
// nothing where the values are phis of the loop, but their loads give 0. So such a loop tests for
// its end where it begins, and the values are phis there.
//
//   before:  loop:  %v = load ...
//                   br i1 %again, label %loop, label %end
//            end:   use %v
//
//   after:   head:  %p = phi [ 0, ... ], [ %v, %loop ]
//                   %done = phi [ false, ... ], [ !%again, %loop ]
//                   br i1 %done, label %end, label %loop
//            loop:  %v = load ...
//                   br label %head
//            end:   use %p
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The function pass `ursa-vulkan-live-outs`; requires loop-simplify and lcssa.
class LiveOutsPass : public llvm::PassInfoMixin<LiveOutsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace ursa::vulkan
