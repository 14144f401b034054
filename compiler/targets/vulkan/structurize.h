// Structurizes control flow for SPIR-V: the paths of each branch meet in a block that no other path
// reaches, and each loop has one exit. Functions that are structured already, as most are, stay
// unchanged: LLVM's structurizer would take longer than all other passes together, and its flags
// would slow the kernel down.
//
//   before:  a: br i1 %x, label %b, label %c      ; %d is the merge block of both %b
//            b: br i1 %y, label %d, label %e      ; and %a
//            c: br label %e
//            e: br label %d
//   after:   a: br i1 %x, label %b, label %flow   ; and so on, see StructurizeCFG
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-structurize`; requires loop-simplify and lcssa.
class StructurizePass : public llvm::PassInfoMixin<StructurizePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// The function pass `ursa-vulkan-unroll-candidates`: marks loops without an exit condition that
/// compares with a constant as not to be unrolled. To compute that their trip count is unknown
/// would take quadratic time when loops follow each other.
class UnrollCandidatesPass : public llvm::PassInfoMixin<UnrollCandidatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace ursa::compiler::vulkan
