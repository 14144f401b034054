// What SPIR-V for OpenCL cannot say, found before LLVM's backend, which would end the process for
// it or write something else.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace ursa {

/// Fails with a sentence about the first function or variable that needs something else: where it
/// stands in the source when the module tells, its name, and what it is. Among it: calls through
/// pointers, recursion, variable arguments, assembly, integers and vectors of other sizes.
llvm::Error checkSpirvSupport(const llvm::Module &module);

} // namespace ursa
