// Splits loads and stores of vectors into accesses that a device can do at once: of two or four
// elements that are aligned together and have at most 16 bytes. All others become scalar accesses.
//
//   before:  %v = load <8 x float>, ptr addrspace(1) %p, align 16
//   after:   %0 = load <4 x float>, ptr addrspace(1) %p, align 16
//            %1 = extractelement <4 x float> %0, i64 0
//            ...
//            %2 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 16
//            %3 = load <4 x float>, ptr addrspace(1) %2, align 16
//            ...
//            %v = insertelement <8 x float> ...
//
// Accesses to private memory always become scalar, so that SROA can promote the variables.
#pragma once

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-vector-accesses`.
class VectorAccessesPass : public llvm::PassInfoMixin<VectorAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Replaces a load or store of a vector by accesses of @p count elements each; 1 means scalars.
void splitVectorAccess(llvm::Instruction &access, unsigned count);

} // namespace ursa::compiler::vulkan
