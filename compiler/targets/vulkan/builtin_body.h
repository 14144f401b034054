// Gives a declared built-in function a body of ours.
#pragma once

#include "compiler/targets/common/builtin_body.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace ursa::vulkan {

/// Gives @p function, whose arguments are all of its result's type, a body that applies @p scalar
/// to each element.
void defineByElement(
    llvm::Function &function,
    llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, llvm::ArrayRef<llvm::Value *>)> scalar);

} // namespace ursa::vulkan
