// Defines all variants of OpenCL's vload and vstore as loads and stores:
//
//   before:  declare void @_Z15vstore_half_rtpfmPU3AS1Dh(float, i64, ptr addrspace(1))
//   after:   define internal void @_Z15vstore_half_rtpfmPU3AS1Dh(float %0, i64 %1,
//                                                                ptr addrspace(1) %2) {
//              ...computes the bits of a half by integer operations...
//              store half %h, ptr addrspace(1) %p, align 2
#pragma once

#include "compiler/builtins/builtin.h"

#include "llvm/IR/IRBuilder.h"

namespace ursa::compiler::targets {

/// Rounds @p value, a float or double or a vector of them, to half. @p rounding is "rte", "rtz",
/// "rtp", "rtn", or "" for the nearest.
llvm::Value *roundToHalf(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::StringRef rounding);

/// How memory is accessed.
enum class AccessForm {
  Vectors,
  /// By elements, with halves as i16 and conversions by integer operations: for devices that access
  /// only aligned vectors, or do not support half arithmetic.
  Scalars
};

/// Defines a declared vload or vstore.
void defineVectorAccess(llvm::Function &function, const builtins::VectorAccess &access,
                        AccessForm form = AccessForm::Vectors);

/// Defines the declared functions vstore_half that round up or down: libclc's flush the smallest
/// numbers to zero.
void defineDirectedHalfStores(llvm::Module &module);

/// Defines the declared functions that load and store vectors of halves, which libclc lacks.
void defineHalfVectorAccess(llvm::Module &module);

} // namespace ursa::compiler::targets
