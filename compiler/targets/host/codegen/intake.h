// First stage: reads untrusted bytes into a verified module for this CPU.
#pragma once

#include "compiler/targets/host/runtime/kernel_info.h"

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

namespace ursa::host {

/// Parses bitcode and checks that it is valid and for this machine's triple and data layout.
Result<std::unique_ptr<llvm::Module>> readModule(std::span<const std::byte> bitcode,
                                                 llvm::LLVMContext &context,
                                                 const llvm::TargetMachine &machine);

/// Turns every kernel that is not in @p names into an internal function, which a later pass removes
/// unless another function calls it.
void retainKernels(llvm::Module &module, const std::set<std::string, std::less<>> &names);

} // namespace ursa::host
