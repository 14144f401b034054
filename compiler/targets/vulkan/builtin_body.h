// Gives a declared built-in function a body of ours.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace ursa::vulkan {

/// Makes @p function internal and always inlined, without what its declaration promised, and
/// returns a builder at the end of its empty entry block.
llvm::IRBuilder<> beginBody(llvm::Function &function);

/// Gives @p function, whose arguments are all of its result's type, a body that applies @p scalar
/// to each element.
void defineByElement(
    llvm::Function &function,
    llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::ArrayRef<llvm::Value *>)> scalar);

} // namespace ursa::vulkan
