// First stage: reads untrusted bytes into a verified module for this CPU.
#pragma once

#include "format/host/kernel_info.h"
#include "support/result.h"

#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

using KernelNames = std::set<std::string, std::less<>>;

/// Refuses bitcode that would make LLVM allocate much more memory than its size explains.
Result<void> checkImage(std::span<const std::byte> bitcode);

/// Parses bitcode that checkImage accepts, and checks that it is valid and for this machine's
/// triple and data layout.
/// @param kernels the kernels to read, and what they use; empty for all. Damage elsewhere in the
/// module may not be found then.
Result<std::unique_ptr<llvm::Module>> readModule(std::span<const std::byte> bitcode,
                                                 llvm::LLVMContext &context,
                                                 const llvm::TargetMachine &machine,
                                                 const KernelNames &kernels = {});

} // namespace ursa::compiler::host
