// Tells of each branch of a structured function where its paths meet again, as SPIR-V wants it
// told, and gives each loop a header, a continue block and a merge block of its own:
//
//   before:  br i1 %c, label %then, label %end
//   after:   call void @__vk.merge(ptr blockaddress(@k, %merge))
//            br i1 %c, label %then, label %merge
//          merge:                                    ; the paths of this branch only
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
// The continue block holds the branch back and nothing else: a barrier in it may be compiled
// wrongly, and drivers that compile its condition with a flag of their own are slow. Only in a
// kernel that LLVM's structurizer changed is the last branch of a loop in it: otherwise an
// irreducible kernel has wrong results on lavapipe, whose fault that is was not proven. A branch
// out of a loop needs nothing said. Nothing may change the blocks after this pass.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The function pass `ursa-vulkan-merges`, behind structurizecfg.
class MergesPass : public llvm::PassInfoMixin<MergesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::vulkan
