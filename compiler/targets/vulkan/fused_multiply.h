// Defines OpenCL's fma for drivers that do not fuse, with one rounding:
//
//   before:  declare float @_Z3fmafff(float, float, float)
//   after:   define internal float @_Z3fmafff(float %0, float %1, float %2) {
//              ... the product, exact in double; the sum in double, rounded to odd; fptrunc
//
// fma of doubles is computed in integers. libclc's own uses of fma (llvm.fma) need less and have a
// cheaper expansion in float_intrinsics.cpp.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The module pass `ursa-vulkan-fused-multiply`.
class FusedMultiplyPass : public llvm::PassInfoMixin<FusedMultiplyPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
