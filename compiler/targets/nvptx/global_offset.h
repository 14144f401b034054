// Gives NVPTX kernels a global offset, which CUDA does not know. Calls of the function below stand
// for a pointer to its three dimensions. Functions get it as a last parameter; a kernel whose work
// needs it becomes two, of which the host launches the first when the offset is zero:
//
//   before:  define ptx_kernel void @k() { call void @helper() }    ; @helper reads the offset
//   after:   define ptx_kernel void @k() {
//              %zeros = alloca [3 x i32]
//              call void @llvm.memset(ptr %zeros, i8 0, i64 12, ..)
//              call void @helper(ptr %zeros)
//            define ptx_kernel void @k_with_offset(ptr byval([3 x i32]) %offset) {
//              call void @helper(ptr %offset)
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace ursa {

/// Declared as `ptr ()`.
inline constexpr llvm::StringLiteral kImplicitOffsetFunction = "__ursa_implicit_offset";
/// Behind the name of a kernel that takes the offset.
inline constexpr llvm::StringLiteral kWithOffsetSuffix = "_with_offset";

/// Adds parameter and kernels where they are needed. Fails with a sentence that names the function
/// when one that needs the offset has its address taken.
llvm::Error addGlobalOffset(llvm::Module &module);

/// The pass `ursa-nvptx-global-offset`.
class NvptxGlobalOffsetPass : public llvm::PassInfoMixin<NvptxGlobalOffsetPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa
