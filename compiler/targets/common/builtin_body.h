// Starts the definition of a declared built-in function.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace ursa {

/// Makes @p function internal and always inlined, removes the attributes of its declaration, and
/// returns a builder at the end of its empty entry block.
llvm::IRBuilder<> beginBody(llvm::Function &function);

} // namespace ursa
