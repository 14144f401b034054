// Makes values of variables of scalars and vectors that are written in several blocks, before SROA
// does so of the rest. LLVM's mem2reg walks all blocks that a store dominates, for each variable:
// where each of a thousand loops has a counter, that is most of a compilation. Here the walk is
// from a load back to the stores that it may see.
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

namespace ursa::vulkan {

/// The function pass `ursa-vulkan-local-variables`.
class LocalVariablesPass : public llvm::PassInfoMixin<LocalVariablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::vulkan
