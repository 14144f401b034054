// Lowers pointers to integers: global, constant and generic ones to addresses of 64 bits, those to
// local and private memory to offsets of 32 bits in variables (pointer_classes.h). What is left are
// accesses to elements of variables, and to global memory through an address cast on the spot.
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
// An access that is wider than the variable's elements, or than its alignment, becomes several.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The function pass `ursa-vulkan-pointers`.
class PointersPass : public llvm::PassInfoMixin<PointersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::vulkan
