// Lowers accesses through generic pointers. When the kernel casts no pointer to local or private
// memory to the generic address space, all generic pointers are global. Otherwise the tag in bits
// 62 and 63 of the pointer selects the address space:
//
//   before:  %x = load i32, ptr addrspace(4) %p
//   after:   %bits = ptrtoint ptr addrspace(4) %p to i64
//            %tag = lshr i64 %bits, 62
//            switch i64 %tag, label %global [ i64 1, label %local
//                                             i64 2, label %private ]
//          global:
//            %0 = addrspacecast ptr addrspace(4) %p to ptr addrspace(1)
//            %1 = load i32, ptr addrspace(1) %0
//          ...
//            %x = phi i32 [ %1, %global ], [ %3, %local ], [ %5, %private ]
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// Tags of generic pointers, in bits 62 and 63.
inline constexpr unsigned kLocalTag = 1;
inline constexpr unsigned kPrivateTag = 2;
inline constexpr unsigned kTagShift = 62;

/// The function pass `ursa-vulkan-generic-pointers`.
class GenericPointersPass : public llvm::PassInfoMixin<GenericPointersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
