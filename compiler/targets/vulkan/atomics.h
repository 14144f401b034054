// Replaces calls of OpenCL's atomic functions by LLVM's atomic instructions with the same memory
// order:
//
//   before:  %x = call i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p, i32 %v)
//            %y = call i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order(
//                     ptr addrspace(4) %q, i32 %v, i32 2)
//   after:   %x = atomicrmw add ptr addrspace(1) %p, i32 %v monotonic
//            %y = atomicrmw add ptr addrspace(4) %q, i32 %v acquire
//
// Vulkan's memory model has no sequential consistency; acquire-release replaces it.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The module pass `ursa-vulkan-atomics`.
class AtomicsPass : public llvm::PassInfoMixin<AtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::vulkan
