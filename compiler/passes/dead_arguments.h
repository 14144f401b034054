// Removes arguments that flattened kernels do not read: members of objects that only the host
// needs, and captures that only its code uses.
//
//   before:  define spir_kernel void @k(ptr addrspace(1) %o.0, i64 %o.8, i32 %o.16)
//                                       !ursa_kernel_parameters !{!1, !2, !3}
//   after:   define spir_kernel void @k(ptr addrspace(1) %o.0, i32 %o.16)
//                                       !ursa_kernel_parameters !{!1, !3}
//
// The uses of an argument are known only after optimization, when the object is no longer in
// memory. Kernels that are not flattened stay as they are, because programs set their arguments by
// number.
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace ursa::compiler::passes {

/// Removes the arguments, and their operands of metadata, from all flattened kernels of a module.
/// Call before constants are lowered, so that the kernels of native and emulated images have the
/// same arguments. Fails for malformed metadata.
llvm::Error removeDeadArguments(llvm::Module &module);

/// The pass `ursa-dead-arguments`.
class DeadArgumentsPass : public llvm::PassInfoMixin<DeadArgumentsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::passes
