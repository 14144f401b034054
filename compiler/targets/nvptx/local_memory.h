// Legalizes pointers to local memory in the signatures of NVPTX kernels. The host allocates one
// block of shared memory and passes the offset of each argument in it, a multiple of 16:
//
//   before:  define ptx_kernel void @k(ptr addrspace(3) %a, i32 %n, ptr addrspace(3) %b)
//   after:   @k_shared_mem = external addrspace(3) global [0 x i8], align 16
//            define ptx_kernel void @k(i32 %a.offset, i32 %n, i32 %b.offset) {
//              %a = getelementptr inbounds i8, ptr addrspace(3) @k_shared_mem, i32 (%a.offset & -16)
//              %b = getelementptr inbounds i8, ptr addrspace(3) @k_shared_mem, i32 (%b.offset & -16)
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::nvptx {

/// The pass `ursa-nvptx-local-memory`.
class NvptxLocalMemoryPass : public llvm::PassInfoMixin<NvptxLocalMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::nvptx
