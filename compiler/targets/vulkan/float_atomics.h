// Expands atomic read-modify-writes of floats, which Vulkan devices need not support, into
// compare-exchange loops (common/atomic_updates.h) that begin with an atomic load. Atomic
// exchanges, loads and stores of floats become those of integers of the same width. Atomics of
// private memory, which Vulkan does not have, become plain loads and stores.
//
// With `native-add`, fadd of 32 and 64 bits is kept, and the kernel requires the capability.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function passes `ursa-vulkan-float-atomics` and `ursa-vulkan-float-atomics<native-add>`.
class FloatAtomicsPass : public llvm::PassInfoMixin<FloatAtomicsPass> {
public:
  explicit FloatAtomicsPass(bool nativeAdd) : nativeAdd_(nativeAdd) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

private:
  const bool nativeAdd_;
};

} // namespace ursa::compiler::vulkan
