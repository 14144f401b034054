// This CPU as LLVM knows it.
#pragma once

#include "core/support/result.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::jit {

/// A target machine for this CPU with all its features; each build has its own.
Result<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(int optimizationLevel);

/// Makes every function of the module compile for the machine's CPU and features, so that all can
/// be inlined into each other; drops what keeps code from being optimized, and unwind tables.
void retargetFunctions(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace ursa::jit
