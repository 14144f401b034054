// Structs and arrays as values, taken apart: LLVM's SPIR-V backend writes invalid modules, without
// an error, of nested extractvalue, and crashes on aggregate loads, phis and selects.
//
//   before:  %s = load { i32, float }, ptr addrspace(1) %p
//            store { i32, float } %s, ptr addrspace(1) %q
//   after:   %0 = load i32, ptr addrspace(1) %p
//            %1 = load float, ptr addrspace(1) %p.1      ; a getelementptr
//            store i32 %0, ptr addrspace(1) %q
//            store float %1, ptr addrspace(1) %q.1
//
// Vectors are leaves.
#pragma once

#include "llvm/IR/Module.h"

namespace ursa::spirv_target {

/// Rewrites every function in place.
void takeAggregatesApart(llvm::Module &module);

} // namespace ursa::spirv_target
