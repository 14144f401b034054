// Helpers that give a declared built-in function a body.
#pragma once

#include "compiler/builtins/definitions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace ursa::compiler::vulkan {

/// Gives @p function a body that applies @p scalar to each element. All arguments of @p function
/// have as many elements as its result.
void defineByElement(
    llvm::Function &function,
    llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::ArrayRef<llvm::Value *>)> scalar);

} // namespace ursa::compiler::vulkan
