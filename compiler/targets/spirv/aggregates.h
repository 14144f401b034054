// Takes aggregates apart that LLVM's SPIR-V backend writes wrongly: phis and selects of structs and
// arrays. SROA, run behind it, removes the stack slots.
//
//   before:  %r = select i1 %c, { i32, float } %a, { i32, float } %b
//   after:   %0 = extractvalue { i32, float } %a, 0
//            %1 = extractvalue { i32, float } %b, 0
//            %2 = select i1 %c, i32 %0, i32 %1
//            %3 = insertvalue { i32, float } poison, i32 %2, 0
//            ... the same for every scalar
//
//   before:  %r = phi { i32, float } [ %a, %x ], [ %b, %y ]
//   after:   store { i32, float } %a, ptr %slot          ; in %x, and %b in %y
//            %r = load { i32, float }, ptr %slot
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa {

/// The function pass `ursa-spirv-aggregates`.
class SpirvAggregatesPass : public llvm::PassInfoMixin<SpirvAggregatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa
