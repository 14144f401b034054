// Gives a declared built-in function a body of ours.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace ursa {

/// Makes @p function internal and always inlined, without what its declaration promised, and
/// returns a builder at the end of its empty entry block.
llvm::IRBuilder<> beginBody(llvm::Function &function);

} // namespace ursa
