// LLVM's description of this CPU and of others.
#pragma once

#include "support/result.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

/// Creates a target machine for this CPU with all its features. Each build uses its own.
Result<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(int optimizationLevel);

/// A processor for ahead-of-time compilation.
struct ChosenCpu {
  std::string spelling;              ///< in the syntax of isa.h
  std::string tuneFor;               ///< name of the processor in LLVM
  std::vector<std::string> features; ///< all features that its code may use
};

/// Returns the processor with LLVM's name @p name, "native" for this one. Fails for unknown names.
Result<ChosenCpu> chooseCpu(const std::string &name);

/// Creates a target machine for an x86-64 processor.
Result<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(const ChosenCpu &cpu,
                                                               int optimizationLevel);

/// Sets the machine's CPU and features on every function of the module, so that all can be inlined
/// into each other. Removes unwind tables and attributes that prevent optimization.
/// @param tuneFor the processor to tune for; empty for the machine's
void retargetFunctions(llvm::Module &module, const llvm::TargetMachine &machine,
                       const std::string &tuneFor);

/// Returns the size of the sub-groups of kernels that require none: the number of floats in a
/// vector of the machine, as the adapter reports it.
uint32_t defaultSubGroupSize(const llvm::TargetMachine &machine);

} // namespace ursa::compiler::host
