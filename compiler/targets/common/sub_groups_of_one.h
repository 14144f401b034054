// Defines the functions of sub-groups for devices on which each work-item is a sub-group:
//
//   before:  %y = call i32 @_Z17sub_group_shufflejj(i32 %x, i32 %lane)
//   after:   %x
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::targets {

/// Leaves modules alone in which a kernel requires larger sub-groups.
void defineSubGroupsOfOne(llvm::Module &module);

/// Returns whether the kernels of @p module are from SYCL sources.
bool isSyclModule(const llvm::Module &module);

} // namespace ursa::compiler::targets
