// Third stage: functions that depend on the work-item - they call a work-item function or a
// barrier, or use a local variable, directly or through others - are inlined into the kernels. The
// rest stays, for the optimizer to decide about.
#pragma once

#include "compiler/targets/host/runtime/kernel_info.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::jit {

/// Inlines; afterwards only kernels depend on the work-item, and no kernel calls another. Recursion
/// and function pointers cannot be inlined: with them the error names the function.
Result<void> inlineIntoKernels(llvm::Module &module);

} // namespace ursa::jit
