// Checks what the kernels of a linked device module reach: every function and variable must be
// defined or built in, and no function may call itself, directly or indirectly, because devices do
// not support recursion.
#pragma once

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::frontend {

/// The error names the function, the kernel that reaches it, and, with debug info, file and line:
/// "a.cl:7:12: Kernel 'k' calls 'f(int)', which is not defined in any input."
llvm::Error checkCalls(const llvm::Module &module);

} // namespace ursa::compiler::frontend
