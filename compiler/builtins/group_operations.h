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

/// @name For targets whose work-items give values through memory, of which each combines some
/// @{
/// Returns whether a function combines the values of several work-items.
bool combinesValues(GroupFunction::Kind kind);
/// Returns whether work-items give a truth value: for predicates and logical operations.
bool givesBits(const GroupFunction &group);
/// Returns the operation on the values that work-items give.
GroupFunction combinationOf(GroupFunction group);
/// Returns the value of no work-item, for an operation of combinationOf. That of a reduction keeps
/// the sign of zero, and not-a-number.
llvm::Constant *startOf(const GroupFunction &combination, llvm::Type *type);
/// @}

} // namespace ursa::compiler::builtins
