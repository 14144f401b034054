// Promotes allocas of scalars and vectors that are stored to in several blocks to registers, before
// SROA promotes the others. LLVM's mem2reg visits all blocks that a store dominates, for each
// alloca: with a counter in each of a thousand loops, that is most of a compilation. This pass
// searches from each load back to the stores that reach it.
//
//   before:  %i = alloca i32                  after:  %i1 = phi i32 [ 0, %entry ], [ %next, %loop ]
//            store i32 0, ptr %i                      %next = add i32 %i1, 1
//            br label %loop
//          loop:
//            %old = load i32, ptr %i
//            %next = add i32 %old, 1
//            store i32 %next, ptr %i
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-local-variables`.
class LocalVariablesPass : public llvm::PassInfoMixin<LocalVariablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
