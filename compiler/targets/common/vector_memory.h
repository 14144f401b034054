// OpenCL's vload and vstore in all forms, as loads and stores:
//
//   before:  declare void @_Z15vstore_half_rtpfmPU3AS1Dh(float, i64, ptr addrspace(1))
//   after:   define internal void @_Z15vstore_half_rtpfmPU3AS1Dh(float %0, i64 %1,
//                                                                ptr addrspace(1) %2) {
//              ...the bits of a half, by integers...
//              store half %h, ptr addrspace(1) %p, align 2
#pragma once

#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace ursa {

/// A name such as vloada_half3 or vstore_half4_rtz taken apart.
struct VectorAccess {
  bool isLoad = false;
  bool isAligned = false; ///< vloada, vstorea: aligned to the whole vector
  bool isHalf = false;
  unsigned count = 1;       ///< elements
  unsigned stride = 1;      ///< elements from one vector to the next
  llvm::StringRef rounding; ///< "", "rte", "rtz", "rtp", "rtn"

  /// None for other names.
  static std::optional<VectorAccess> parse(llvm::StringRef name);
};

/// @p value, a float or double or a vector of them, rounded to half in the direction "rte", "rtz",
/// "rtp" or "rtn", or to the nearest for "".
llvm::Value *roundToHalf(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::StringRef rounding);

/// How memory is accessed.
enum class AccessForm {
  Vectors,
  /// Element by element, halves as i16 that integers convert: for devices that access vectors only
  /// where they are aligned, or have no arithmetic of halves.
  Scalars
};

/// Gives a declared vload or vstore a body.
void defineVectorAccess(llvm::Function &function, const VectorAccess &access,
                        AccessForm form = AccessForm::Vectors);

/// Gives bodies to what the module declares of vstore_half that rounds up or down: libclc's makes
/// zero of the smallest numbers.
void defineDirectedHalfStores(llvm::Module &module);

} // namespace ursa
