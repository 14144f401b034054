// Local variables without an initial value, and named after the kernel of a module that has only
// one, as clang names those of OpenCL C:
//
//   before:  @words = linkonce_odr addrspace(3) global [512 x i64] zeroinitializer
//   after:   @a.words = internal addrspace(3) global [512 x i64] undef
//
// Several kernels share a variable: each work-group has its own. (PoCL gives each kernel local
// memory for all local variables of the module, so that copies for each kernel would exhaust it.)
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class Function;
class Module;
class Value;
} // namespace llvm

namespace ursa::compiler::spirv {

/// Returns the functions that use a value, through constants too.
llvm::SetVector<llvm::Function *> functionsThatUse(const llvm::Value &value);

/// Marks the functions that use values for inlining into kernels.
void inlineUsers(llvm::ArrayRef<const llvm::Value *> values);

/// Marks the functions that use local variables for inlining into kernels.
void inlineUsersOfLocalVariables(llvm::Module &module);

/// Drops the initial values of local variables, which SPIR-V does not have.
void dropInitialValues(llvm::Module &module);

/// Names local variables after the kernel, if there is only one.
void nameLocalVariables(llvm::Module &module);

} // namespace ursa::compiler::spirv
