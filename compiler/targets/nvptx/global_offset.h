// Adds a global offset, which CUDA does not have, to NVPTX kernels. Calls of the function below
// represent a pointer to its three dimensions. Functions get the pointer as last parameter; a
// kernel that needs it is cloned, and the host launches the original if the offset is zero:
//
//   before:  define ptx_kernel void @k() { call void @helper() }    ; @helper reads the offset
//   after:   define ptx_kernel void @k() {
//              %zeros = alloca [3 x i32]
//              call void @llvm.memset(ptr %zeros, i8 0, i64 12, ..)
//              call void @helper(ptr %zeros)
//            define ptx_kernel void @k_with_offset(ptr byval([3 x i32]) %offset) {
//              call void @helper(ptr %offset)
#pragma once

#include "compiler/targets/nvptx/kernel_forms.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

#include <string>

namespace ursa::compiler::nvptx {

/// Declared as `ptr ()`.
inline constexpr llvm::StringLiteral kImplicitOffsetFunction = "__ursa_implicit_offset";

/// Adds the parameter and kernels where they are needed. Fails if a function that needs the offset
/// has its address taken; the error names it.
llvm::Error addGlobalOffset(llvm::Module &module);

/// Removes the forms of kernels that are not wanted. Returns a comment for PTX with the kernels
/// whose form with an offset was removed, on lines that begin with format::ptx::kOffsetFormLine.
/// Keeps both forms if the module has variables, because copies of it in two modules would differ.
std::string keepOffsetForms(llvm::Module &module, KernelForms wanted);

/// The pass `ursa-nvptx-global-offset`.
class NvptxGlobalOffsetPass : public llvm::PassInfoMixin<NvptxGlobalOffsetPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::nvptx
