// Defines all vload and vstore functions, and the math functions with a pointer result, which
// libclc has only for private memory:
//
//   before:  declare <4 x float> @_Z6vload4mPU3AS1Kf(i64, ptr addrspace(1))
//            declare float @_Z5frexpfPU3AS4i(float, ptr addrspace(4))
//   after:   define internal <4 x float> @_Z6vload4mPU3AS1Kf(i64 %0, ptr addrspace(1) %1) {
//              %3 = mul i64 %0, 4
//              %4 = getelementptr float, ptr addrspace(1) %1, i64 %3
//              %5 = load <4 x float>, ptr addrspace(1) %4, align 4
//            define internal float @_Z5frexpfPU3AS4i(float %0, ptr addrspace(4) %1) {
//              %3 = alloca i32
//              %4 = call float @_Z5frexpfPi(float %0, ptr %3)
//              %5 = load i32, ptr %3
//              store i32 %5, ptr addrspace(4) %1
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The module pass `ursa-vulkan-memory-functions`.
class MemoryFunctionsPass : public llvm::PassInfoMixin<MemoryFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
