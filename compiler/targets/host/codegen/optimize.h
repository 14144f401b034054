// The pass pipelines: before work-groups are lowered, the split of coroutines, and after; then
// emission of machine code.
#pragma once

#include "format/host/kernel_info.h"
#include "support/result.h"

#include <memory>

namespace llvm {
class MemoryBuffer;
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

/// Inlines and simplifies the work-item functions, so that the remaining private memory and
/// barriers are known before work-groups are lowered. Unrolls inner loops with a known trip count
/// where that makes the work-item loop the innermost one, because only the innermost loop is
/// vectorized.
void simplifyItems(llvm::Module &module, llvm::TargetMachine &machine);

/// Splits all coroutines into a start and a resume function.
void splitCoroutines(llvm::Module &module, llvm::TargetMachine &machine);

/// Optimization for the machine's CPU: LLVM's pipeline of the level. At level 2, kernels that were
/// all vectorized take a short one, which is as good for them and several times faster.
/// @param vectorizes whether LLVM's loop and SLP vectorizers run, for kernels that are still scalar
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine, int level, bool vectorizes);

/// Emits machine code as a relocatable object.
Result<std::unique_ptr<llvm::MemoryBuffer>> emitObject(llvm::Module &module,
                                                       llvm::TargetMachine &machine);

} // namespace ursa::compiler::host
