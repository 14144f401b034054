// Defines native_* functions of floats by GLSL.std.450 instructions; and the other math functions
// of floats for calls that clang marks with -cl-fast-relaxed-math, or for all calls with the pass
// parameter `fast`. Functions without such an instruction are left to libclc, which meets OpenCL's
// bounds.
//
//   before:  declare <2 x float> @_Z10native_sinDv2_f(<2 x float>)
//   after:   define internal <2 x float> @_Z10native_sinDv2_f(<2 x float> %0) {
//              %2 = extractelement <2 x float> %0, i64 0
//              %3 = call float @__vk.glsl.13.float(float %2)
//              ...
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The module passes `ursa-vulkan-native-math` and `ursa-vulkan-native-math<fast>`.
class NativeMathPass : public llvm::PassInfoMixin<NativeMathPass> {
public:
  explicit NativeMathPass(bool isFast) : isFast_(isFast) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  const bool isFast_;
};

} // namespace ursa::compiler::vulkan
