// Makes atomic updates that devices need not have, those of floats, loops of compare-exchanges (see
// common/atomic_updates.h), which begin with an atomic load. Floats that are only exchanged, loaded
// or stored atomically go as integers.
//
// With native addition, fadd of 32 and 64 bits stays, and the kernel requires that capability.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The function passes `ursa-vulkan-float-atomics` and `ursa-vulkan-float-atomics<native-add>`.
class FloatAtomicsPass : public llvm::PassInfoMixin<FloatAtomicsPass> {
public:
  explicit FloatAtomicsPass(bool nativeAdd) : nativeAdd_(nativeAdd) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

private:
  const bool nativeAdd_;
};

} // namespace ursa::vulkan
