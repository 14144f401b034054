// Ids and sizes of sub-groups that are made of the work-items with consecutive linear local ids,
// for devices without sub-groups of their own.
#pragma once

#include "compiler/builtins/builtin.h"

#include "llvm/IR/IRBuilder.h"

namespace ursa::compiler::targets {

/// Creates the linear id of the work-item in its work-group, i64.
llvm::Value *createLinearLocalId(llvm::IRBuilderBase &builder);

/// Creates the number of work-items of the work-group, i64.
llvm::Value *createLocalItems(llvm::IRBuilderBase &builder);

/// Defines the queries of sub-groups that @p module uses.
/// @param size work-items of a sub-group, a power of two; the last one of a group may have fewer
void defineSubGroupQueries(llvm::Module &module, unsigned size);

} // namespace ursa::compiler::targets
