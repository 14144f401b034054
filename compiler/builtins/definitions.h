// Gives declared built-in functions bodies, and calls others in them.
#pragma once

#include "compiler/builtins/builtin.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace ursa::compiler::builtins {

/// Returns the functions that @p module declares and uses, except intrinsics.
llvm::SmallVector<llvm::Function *, 16> usedDeclarations(llvm::Module &module);

/// Returns the calls of @p function.
llvm::SmallVector<llvm::CallInst *, 8> callsOf(llvm::Function &function);

/// Makes a declared function that gets a body internal and always inlined: the attributes of the
/// declaration need not hold for a body that reads registers and memory.
/// @param isConvergent work-items must run the body together
void setDefinitionAttributes(llvm::Function &function, bool isConvergent = false);

/// Sets these attributes, and returns a builder at the end of the function's empty entry block.
llvm::IRBuilder<> beginBody(llvm::Function &function, bool isConvergent = false);

/// Creates a call of function @p name. Declares it, if it is not yet, with @p attributes and in the
/// calling convention of the target.
llvm::CallInst *callFunction(llvm::IRBuilderBase &builder, llvm::StringRef name, llvm::Type *result,
                             llvm::ArrayRef<llvm::Value *> arguments,
                             llvm::AttributeList attributes = {});

/// Creates a call of a work-item function, i64. @param dimension of queries that have one
llvm::Value *callQuery(llvm::IRBuilderBase &builder, Query query, unsigned dimension = 0);

/// Creates (z * sizeY + y) * sizeX + x, of values for each dimension.
llvm::Value *linearId(llvm::IRBuilderBase &builder, llvm::function_ref<llvm::Value *(unsigned)> id,
                      llvm::function_ref<llvm::Value *(unsigned)> size);

/// Creates the value of a query, i64, for a dimension that need not be constant: of @p value for
/// the three of a launch.
llvm::Value *selectDimension(llvm::IRBuilderBase &builder, Query query, llvm::Value *dimension,
                             llvm::function_ref<llvm::Value *(unsigned)> value);

} // namespace ursa::compiler::builtins
