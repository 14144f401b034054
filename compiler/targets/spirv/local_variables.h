// Gives each kernel local variables of its own, named after it:
//
//   before:  @words = internal addrspace(3) global [512 x i64] undef      used by kernels a and b
//   after:   @a.words, @b.words
//
// PoCL knows local variables by these names, as clang writes them for OpenCL C; others are shared
// by the work-groups that run at the same time.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa {

/// Marks the functions that use local variables for inlining into kernels.
void inlineUsersOfLocalVariables(llvm::Module &module);

/// Leaves variables alone that functions other than kernels use, unless there is only one kernel.
void nameLocalVariables(llvm::Module &module);

} // namespace ursa
