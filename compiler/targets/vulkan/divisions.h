// Divides integers of 64 bits by multiplications of 32, since NVIDIA's driver computes addresses
// and upper halves wrong in a kernel that divides by an instruction: by a constant with its magic
// number, else with the reciprocal as a float, which is improved twice. What has 32 bits is divided
// so.
//
//   before:  %q = udiv i64 %a, 3
//   after:   %q = lshr i64 UPPER_HALF(%a * 0xAAAAAAAAAAAAAAAB), 1
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The upper half of the product of two numbers without sign, of 64 bits.
llvm::Value *multiplyHigh(llvm::IRBuilderBase &builder, llvm::Value *a, llvm::Value *b);

/// The function pass `ursa-vulkan-divisions`.
class DivisionsPass : public llvm::PassInfoMixin<DivisionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::vulkan
