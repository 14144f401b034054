// Turns each kernel into an entry point without parameters, which reads the arguments from the push
// constants, or from the argument buffer if they do not fit:
//
//   before:  define spir_kernel void @k(ptr addrspace(1) %p, i32 %n, ptr addrspace(3) %tile)
//   after:   @__vk.local.k.6 = external addrspace(3) global [0 x i8], align 16 #1
//            define void @k() #0 {
//              %low = call i32 @__vk.push.48()
//              ...
//              %p = inttoptr i64 %address to ptr addrspace(1)
//              %n = call i32 @__vk.push.56()
//              call void @k.body(ptr addrspace(1) %p, i32 %n, ptr addrspace(3) @__vk.local.k.6)
//            define internal void @k.body(ptr addrspace(1) %p, i32 %n, ptr addrspace(3) %tile)
//            attributes #0 = { "ursa-vulkan-kernel" "ursa-vulkan-arguments"="v0+8*,v8+4,l6" }
//            attributes #1 = { "ursa-vulkan-spec-size"="6" }
//
// The attribute describes the arguments, separated by commas: "v" (push constants) or "b" (argument
// buffer) with offset and size, then "*" if the argument is a pointer, or "@" with the offset of
// each pointer in a struct; "l" (local memory) with the SpecId of its size. A struct by value is
// copied to private memory.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The module pass `ursa-vulkan-kernel-arguments`.
class KernelArgumentsPass : public llvm::PassInfoMixin<KernelArgumentsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
