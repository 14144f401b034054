// The pass pipelines: before work-groups are formed, the split of coroutines, and after; then
// machine code.
#pragma once

#include "compiler/targets/host/runtime/kernel_info.h"

#include <memory>

namespace llvm {
class MemoryBuffer;
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::jit {

/// Inlines and simplifies the work-item functions, so that what remains of private memory and of
/// barriers is known before groups are formed. Inner loops with a known number of rounds are
/// unrolled where that makes the loop over work-items the innermost, which is the one that gets
/// vectorized.
void simplifyItems(llvm::Module &module, llvm::TargetMachine &machine);

/// Splits all coroutines into a start and a resume function.
void splitCoroutines(llvm::Module &module, llvm::TargetMachine &machine);

/// Full optimization for the machine's CPU.
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine, int level);

/// Machine code as a relocatable object.
Result<std::unique_ptr<llvm::MemoryBuffer>> emitObject(llvm::Module &module,
                                                       llvm::TargetMachine &machine);

} // namespace ursa::jit
