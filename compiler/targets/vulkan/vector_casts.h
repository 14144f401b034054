// Scalarizes vector operations that LLVM's scalarizer does not handle: bitcasts between a vector
// and an integer or a vector with other elements, and vector intrinsics that it does not know.
//
//   before:  %i = bitcast <2 x i16> %v to i32
//   after:   %0 = extractelement <2 x i16> %v, i64 0
//            %1 = zext i16 %0 to i32
//            %2 = extractelement <2 x i16> %v, i64 1
//            %3 = zext i16 %2 to i32
//            %4 = shl i32 %3, 16
//            %i = or i32 %1, %4
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-vector-casts`.
class VectorCastsPass : public llvm::PassInfoMixin<VectorCastsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
