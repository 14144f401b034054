// Inserts the merge declarations that SPIR-V requires in a structured function: the merge block of
// each selection, and a header, a continue target and a merge block for each loop.
//
//   before:  br i1 %c, label %then, label %end
//   after:   call void @__vk.merge(ptr blockaddress(@k, %merge))
//            br i1 %c, label %then, label %merge
//          merge:                                    ; predecessors: blocks of this selection
//            br label %end
//
//   before:  loop:
//            %i = phi i32 ...
//            ...
//            br i1 %again, label %loop, label %end
//   after:   loop:
//            %i = phi i32 ...
//            call void @__vk.loop(ptr blockaddress(@k, %merge), ptr blockaddress(@k, %continue))
//            br label %body
//          body:
//            ...
//            br i1 %again, label %continue, label %merge
//          continue:
//            br label %loop
//
// The continue block contains only the back edge: drivers may miscompile a barrier in it, and some
// compile its condition to a flag, which is slow. A branch that leaves a loop needs no declaration.
// Passes that run after this one must not change the CFG.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-merges`, behind structurizecfg.
class MergesPass : public llvm::PassInfoMixin<MergesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
