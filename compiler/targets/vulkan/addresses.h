// Prepares kernels for the structurizer. SPIR-V does not allow phis of pointers here, so each
// address computation is cloned next to its access, and no pointer is live across blocks; the
// results of a compare-exchange are extracted right behind it for the same reason. `unreachable`
// becomes `ret`, and reads of push constants and of work-item ids move to the entry block, out of
// all loops.
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

#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-addresses`.
class AddressesPass : public llvm::PassInfoMixin<AddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

/// Clones the addresses that @p block computes next to their accesses in other blocks, and returns
/// whether it changed anything. Loop passes hoist loop-invariant addresses, so call this before a
/// pass that may create phis of them.
bool sinkAddressesToAccesses(llvm::BasicBlock &block);
bool sinkAddressesToAccesses(llvm::Function &function);

} // namespace ursa::compiler::vulkan
