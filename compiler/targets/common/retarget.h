// Clones device IR to another triple and data layout, with its address spaces mapped:
//
//   before:  target triple = "spirv64-unknown-unknown"
//            define spir_kernel void @k(ptr addrspace(1) %p) {
//              %x = load float, ptr addrspace(1) %p
//   after:   target triple = "x86_64-unknown-linux-gnu"
//            define void @k(ptr %p) {
//              %x = load float, ptr %p
//
// Casts between spaces that are mapped to one are removed, in constant expressions too, and
// overloaded intrinsics are renamed for their new types. Metadata and attributes that are specific
// to device IR are dropped: OpenCL's named metadata, kernel argument descriptions, processor
// attributes.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

#include <functional>
#include <memory>

namespace ursa::compiler::targets {

/// The target of the clone.
struct RetargetOptions {
  llvm::Triple triple;                            ///< determines the data layout
  std::function<unsigned(unsigned)> addressSpace; ///< maps a device address space to the target's
  /// Maps a type without a layout, such as an image, to a type of the target; null keeps it. May be
  /// unset.
  std::function<llvm::Type *(llvm::Type *)> opaqueType;
  llvm::CallingConv::ID kernelConvention = llvm::CallingConv::C;
};

/// Returns a clone of @p source for another target. Fails if the layout of a type would change,
/// which would break offsets that were computed for the device.
llvm::Expected<std::unique_ptr<llvm::Module>> retarget(const llvm::Module &source,
                                                       const RetargetOptions &options);

} // namespace ursa::compiler::targets
