// Clones device IR to another triple and data layout, with its address spaces mapped:
//
//   before:  target triple = "spirv64-unknown-unknown"
//            define spir_kernel void @k(ptr addrspace(1) %p) {
//              %x = load float, ptr addrspace(1) %p
//   after:   target triple = "x86_64-unknown-linux-gnu"
//            define void @k(ptr %p) {
//              %x = load float, ptr %p
//
// Casts between spaces that become one vanish, in constant expressions too, and overloaded
// intrinsics get the names of their new types. What means nothing outside device IR is left behind:
// OpenCL's named metadata, kernel argument descriptions, processor attributes.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

#include <functional>
#include <memory>

namespace ursa {

/// Where to.
struct RetargetOptions {
  llvm::Triple triple;                            ///< its data layout is LLVM's for it
  std::function<unsigned(unsigned)> addressSpace; ///< device address space to target's
  /// Type on the target of a type without a layout, such as an image; null keeps it. May be unset.
  std::function<llvm::Type *(llvm::Type *)> opaqueType;
  llvm::CallingConv::ID kernelConvention = llvm::CallingConv::C;
};

/// A clone of @p source for another target. Fails with a sentence when the layout of a type would
/// change, which would break offsets that were computed for the device.
llvm::Expected<std::unique_ptr<llvm::Module>> retarget(const llvm::Module &source,
                                                       const RetargetOptions &options);

} // namespace ursa
