// Third stage: inlines functions that depend on the work-item into the kernels. Such functions call
// a work-item function, a barrier or an operation of sub-groups, or use a local variable, directly
// or indirectly. The optimizer decides about all other functions.
#pragma once

#include "format/host/kernel_info.h"
#include "support/result.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

/// Afterwards only kernels depend on the work-item, and no kernel calls another. Fails for
/// recursion and for function pointers, with a message that names the function.
Result<void> inlineIntoKernels(llvm::Module &module);

} // namespace ursa::compiler::host
