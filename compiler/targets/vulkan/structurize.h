// Gives a function the form that SPIR-V asks of branches and loops: each branch has its paths meet
// where no other path comes to, and each loop is left at one place. A function that has it already,
// as most have, is left as it is: LLVM's structurizer would cost more than all other passes
// together, and its flags would cost the kernel time.
//
//   before:  a: br i1 %x, label %b, label %c      ; %d is where %b and %e meet, and where %a's
//            b: br i1 %y, label %d, label %e      ; paths meet too
//            c: br label %e
//            e: br label %d
//   after:   a: br i1 %x, label %b, label %flow   ; and so on, see StructurizeCFG
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The function pass `ursa-vulkan-structurize`, behind loop-simplify and lcssa.
class StructurizePass : public llvm::PassInfoMixin<StructurizePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// The function pass `ursa-vulkan-unroll-candidates`: marks loops that are never left by comparing
/// with a constant as not to be unrolled. To find out that the number of their turns is unknown
/// would take a time that grows with the square of the loops in a row.
class UnrollCandidatesPass : public llvm::PassInfoMixin<UnrollCandidatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace ursa::vulkan
