// Defines OpenCL's fma for devices that do not fuse, rounded once:
//
//   before:  declare float @_Z3fmafff(float, float, float)
//   after:   define internal float @_Z3fmafff(float %0, float %1, float %2) {
//              ... the product, exact in double, and the sum rounded to odd, as a float
//
// That of doubles is computed in integers. What the library's own functions need of fma is less,
// and cheaper (float_intrinsics.cpp).
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The module pass `ursa-vulkan-fused-multiply`.
class FusedMultiplyPass : public llvm::PassInfoMixin<FusedMultiplyPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::vulkan
