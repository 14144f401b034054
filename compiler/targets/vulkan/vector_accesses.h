// Splits loads and stores of vectors into those that a device does at once, of two or four elements
// that are aligned together and take 16 bytes at most, and into scalars where there are none.
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
// Private memory is taken apart to scalars, so that variables can become values.
#pragma once

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The function pass `ursa-vulkan-vector-accesses`.
class VectorAccessesPass : public llvm::PassInfoMixin<VectorAccessesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Replaces a load or store of a vector by those of @p count elements each; 1: of scalars.
void splitVectorAccess(llvm::Instruction &access, unsigned count);

} // namespace ursa::vulkan
