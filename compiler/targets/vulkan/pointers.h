// Lowers pointers to integers: those to global, constant and generic memory to 64-bit addresses,
// those to local and private memory to 32-bit offsets into variables (pointer_classes.h). The
// pointers that remain are operands of accesses: elements of variables, and addresses that are cast
// to a pointer for each access to global memory.
//
//   before:  %a = alloca [4 x i32]
//            %p = getelementptr i32, ptr %a, i64 %i
//            %x = load i32, ptr %p
//            %q = getelementptr i32, ptr addrspace(1) %g, i64 %i
//            store i32 %x, ptr addrspace(1) %q
//   after:   @__vk.private.k.0 = external global [4 x i32]
//            %0 = trunc i64 %i to i32
//            %1 = shl i32 %0, 2
//            %2 = lshr i32 %1, 2
//            %3 = getelementptr inbounds [4 x i32], ptr @__vk.private.k.0, i32 0, i32 %2
//            %x = load i32, ptr %3
//            %4 = shl i64 %i, 2
//            %5 = add i64 %g, %4
//            %6 = inttoptr i64 %5 to ptr addrspace(1)
//            store i32 %x, ptr addrspace(1) %6
//
// An access that is wider than the elements of its variable, or than its alignment, is split.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-pointers`.
class PointersPass : public llvm::PassInfoMixin<PointersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
