// Expands LLVM's scalar intrinsics into plain instructions and Vulkan primitives (primitives.h):
//
//   before:  %m = call i32 @llvm.smax.i32(i32 %a, i32 %b)
//            %f = call float @llvm.floor.f32(float %x)
//   after:   %0 = icmp sgt i32 %a, %b
//            %m = select i1 %0, i32 %a, i32 %b
//            %f = call float @__vk.glsl.8.float(float %x)
//
// Removes hints (assume, lifetime, ...), and scales divisions of floats so that the driver sees no
// large divisors.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// How llvm.fma is expanded: to GLSL.std.450's Fma, or, for drivers that do not fuse, to arithmetic
/// in double.
enum class FmaMode { Native, Double };

/// The function passes `ursa-vulkan-intrinsics` and `ursa-vulkan-intrinsics<fma-double>`.
class IntrinsicsPass : public llvm::PassInfoMixin<IntrinsicsPass> {
public:
  explicit IntrinsicsPass(FmaMode fma) : fma_(fma) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

private:
  const FmaMode fma_;
};

/// Returns the expansion of an intrinsic on integers or floats; null if the intrinsic is of another
/// kind.
llvm::Value *expandIntegerIntrinsic(llvm::IRBuilder<> &builder, llvm::IntrinsicInst &call);
llvm::Value *expandFloatIntrinsic(llvm::IRBuilder<> &builder, llvm::IntrinsicInst &call,
                                  FmaMode fma);

/// Returns the expansion of a division of floats that may not be approximate; null if the division
/// needs none.
llvm::Value *expandDivision(llvm::IRBuilder<> &builder, llvm::BinaryOperator &division);

} // namespace ursa::compiler::vulkan
