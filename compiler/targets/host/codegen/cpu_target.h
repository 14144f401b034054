// This CPU, and others, as LLVM knows them.
#pragma once

#include "core/support/result.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::jit {

/// A target machine for this CPU with all its features; each build has its own.
Result<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(int optimizationLevel);

/// A processor to make code for ahead of time.
struct ChosenCpu {
  std::string spelling;              ///< as isa.h has it
  std::string tuneFor;               ///< LLVM's name of the processor
  std::vector<std::string> features; ///< all that its code may use
};

/// The processor of LLVM's name, "native" for this one. Fails with a sentence for other names.
Result<ChosenCpu> chooseCpu(const std::string &name);

/// A target machine for such a processor of x86-64.
Result<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(const ChosenCpu &cpu,
                                                               int optimizationLevel);

/// Makes every function of the module compile for the machine's CPU and features, so that all can
/// be inlined into each other; drops what keeps code from being optimized, and unwind tables.
/// @param tuneFor the processor whose timing the code is made for; empty: the machine's
void retargetFunctions(llvm::Module &module, const llvm::TargetMachine &machine,
                       const std::string &tuneFor);

} // namespace ursa::jit
