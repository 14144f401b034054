// Expands memcpy, memmove and memset: short ones of constant length into loads and stores of the
// widest integers that the alignment allows, others into loops.
//
//   before:  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %d, ptr addrspace(1) align 4 %s, i64 8)
//   after:   %0 = load i32, ptr addrspace(1) %s, align 4
//            %1 = getelementptr inbounds i8, ptr addrspace(1) %s, i64 4
//            %2 = load i32, ptr addrspace(1) %1, align 4
//            store i32 %0, ptr %d, align 4
//            ...
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-memory-intrinsics`.
class MemoryIntrinsicsPass : public llvm::PassInfoMixin<MemoryIntrinsicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
