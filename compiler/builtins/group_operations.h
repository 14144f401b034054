// What reductions and scans of groups and sub-groups do to their values.
#pragma once

#include "compiler/builtins/builtin.h"

#include "llvm/IR/IRBuilder.h"

namespace ursa::compiler::builtins {

/// Combines two values. @p function: a reduction or scan, but for logical operations
llvm::Value *combine(llvm::IRBuilderBase &builder, const GroupFunction &function, llvm::Value *a,
                     llvm::Value *b);

/// Returns the value that changes no other when the two are combined.
llvm::Constant *identity(const GroupFunction &function, llvm::Type *type);

} // namespace ursa::compiler::builtins
