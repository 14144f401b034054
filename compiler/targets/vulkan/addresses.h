// Prepares blocks for the structurizer: clones each address next to its access, so that no pointer
// crosses a block and becomes a phi, which SPIR-V would refuse; takes the results of a
// compare-exchange apart behind it for the same reason; and a path that never ends returns. What is
// asked of the work-item and its launch is asked in the entry, out of all loops.
//
//   before:  a:
//            %p = inttoptr i64 %x to ptr addrspace(1)
//            br label %b
//          b:
//            store i32 0, ptr addrspace(1) %p
//            unreachable
//   after:   ...
//          b:
//            %0 = inttoptr i64 %x to ptr addrspace(1)
//            store i32 0, ptr addrspace(1) %0
//            ret void
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The function pass `ursa-vulkan-addresses`.
class AddressesPass : public llvm::PassInfoMixin<AddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Clones the addresses that @p block makes next to their accesses in other blocks; false when
/// there are none. Loop passes move addresses that a loop does not change out of it, so that a pass
/// that makes phis asks for this first.
bool putBesideAccesses(llvm::BasicBlock &block);
bool putBesideAccesses(llvm::Function &function);

} // namespace ursa::vulkan
