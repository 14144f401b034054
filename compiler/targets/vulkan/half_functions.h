// Defines functions on halves, which libclc's library does not have, by those on floats:
//
//   before:  declare half @_Z3sinDh(half)
//            declare <4 x i32> @_Z12convert_int4Dv4_Dh(<4 x half>)
//   after:   define internal half @_Z3sinDh(half %0) {
//              %2 = fpext half %0 to float
//              %3 = call float @_Z3sinf(float %2)
//              %4 = fptrunc float %3 to half
//            define internal <4 x i32> @_Z12convert_int4Dv4_Dh(<4 x half> %0) {
//              %2 = fpext <4 x half> %0 to <4 x float>
//              %3 = call <4 x i32> @_Z12convert_int4Dv4_f(<4 x float> %2)
//
// Those whose result depends on the format or would be rounded twice have bodies of their own.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The sum of @p a and @p b, its last bit set when it is not exact: rounded once more, to a format
/// of two bits less or narrower, it is as if it had been rounded once.
llvm::Value *addRoundedToOdd(llvm::IRBuilder<> &builder, llvm::Value *a, llvm::Value *b);

/// The module pass `ursa-vulkan-half-functions`.
class HalfFunctionsPass : public llvm::PassInfoMixin<HalfFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::vulkan
