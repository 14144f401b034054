// Expands 64-bit integer division and remainder into 32-bit multiplications (toggle
// expand_wide_divisions), because NVIDIA's driver miscompiles addresses and upper halves in kernels
// with such divisions. A constant divisor uses its magic number; any other uses a reciprocal that
// is estimated as a float and refined by two Newton steps. Operands that fit into 32 bits are
// divided as 32-bit integers.
//
//   before:  %q = udiv i64 %a, 3
//   after:   %q = lshr i64 UPPER_HALF(%a * 0xAAAAAAAAAAAAAAAB), 1
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// Returns the upper 64 bits of the product of two unsigned 64-bit integers.
llvm::Value *multiplyHigh(llvm::IRBuilderBase &builder, llvm::Value *a, llvm::Value *b);

/// The function pass `ursa-vulkan-divisions`.
class DivisionsPass : public llvm::PassInfoMixin<DivisionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
