// Makes atomic operations that devices need not have, those on floats, loops of compare-exchange:
//
//   before:  %old = atomicrmw fadd ptr addrspace(1) %p, float %v monotonic
//   after:   %0 = load atomic i32, ptr addrspace(1) %p monotonic
//          atomic.loop:
//            %1 = phi i32 [ %0, ... ], [ %4, %atomic.loop ]
//            %2 = bitcast i32 %1 to float
//            %sum = fadd float %2, %v
//            %3 = cmpxchg ptr addrspace(1) %p, i32 %1, i32 (bits of %sum) monotonic monotonic
//            ...
//
// Floats that are only exchanged, loaded or stored atomically go as integers.
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
