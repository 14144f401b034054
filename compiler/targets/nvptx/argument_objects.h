// Reads objects that kernels take by value where the driver puts arguments, instead of copying them
// to local memory, which every work-item would do. An object that is passed in parts, as a SYCL
// kernel's captures are (flatten_kernels.h), stays in memory if the kernel indexes one of its
// arrays. The driver puts arguments side by side, each at its alignment, so that parts whose
// alignment is that of the object have the object's layout:
//
//   before:  define ptx_kernel void @k(<16 x float> %a, <4 x float> %b, i32 %i) {
//              %object = alloca [80 x i8], align 4
//              store <16 x float> %a, ptr %object, align 4
//              ...                                        ; stores %b
//              %p = getelementptr float, ptr %object, i32 %i
//              %x = load float, ptr %p, align 4
//
//   after:   define ptx_kernel void @k(ptr byval([64 x i8]) align 4 %a,
//                                      ptr byval([16 x i8]) align 4 %b, i32 %i) {
//              %object = addrspacecast ptr %a to ptr addrspace(101)
//              %p = getelementptr float, ptr addrspace(101) %object, i32 %i
//              %x = load float, ptr addrspace(101) %p, align 4
//
// The number and the sizes of arguments stay. The object's address leads to the arguments beside
// the first one, so address computations are not marked as being in the bounds of an object.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::nvptx {

/// The pass `ursa-nvptx-argument-objects`. It runs after inlining.
class NvptxArgumentObjectsPass : public llvm::PassInfoMixin<NvptxArgumentObjectsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

} // namespace ursa::compiler::nvptx
