// Reports constructs that SPIR-V for OpenCL does not support, before LLVM's backend aborts the
// process or miscompiles them.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace ursa::compiler::spirv {

/// Fails for the first function or variable that uses an unsupported construct, such as calls
/// through pointers, recursion, variable arguments, inline assembly, or integers and vectors of
/// other sizes. The message has the source location, if debug information is available, and the
/// name.
llvm::Error checkSpirvSupport(const llvm::Module &module);

} // namespace ursa::compiler::spirv
