// Sub-groups of kernels that require a size, for devices that have none: operations of sub-groups
// become exchanges of values through local memory, between barriers of the work-group
// (sub_group_rounds.h).
#pragma once

#include "llvm/Support/Error.h"

#include <optional>

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::spirv {

/// Returns the size of sub-groups to emulate: that which all kernels of a module require, if it is
/// a power of two from 2 to 64.
llvm::Expected<std::optional<unsigned>> sizeToEmulate(const llvm::Module &module);

/// Defines the ids and sizes, and marks functions for inlining that call operations or barriers. To
/// run before the optimizations.
void prepareSubGroups(llvm::Module &module, unsigned size);

/// Lowers the operations, after the optimizations. Kernels do not require a size of the device any
/// more. Fails with the kernel's name if it calls what cannot be lowered.
llvm::Error emulateSubGroups(llvm::Module &module, unsigned size);

} // namespace ursa::compiler::spirv
