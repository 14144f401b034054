// Expands LLVM's intrinsics of scalars into plain instructions and functions of the dialect:
//
//   before:  %m = call i32 @llvm.smax.i32(i32 %a, i32 %b)
//            %f = call float @llvm.floor.f32(float %x)
//   after:   %0 = icmp sgt i32 %a, %b
//            %m = select i1 %0, i32 %a, i32 %b
//            %f = call float @__vk.glsl.8.float(float %x)
//
// Hints (assume, lifetime, ...) go away. Divisions of floats become such that the driver is not
// given large divisors.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// How the functions pass takes fma where the driver does not fuse.
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

/// What stands for an intrinsic of integers or floats; null when it is none of those.
llvm::Value *expandIntegerIntrinsic(llvm::IRBuilder<> &builder, llvm::IntrinsicInst &call);
llvm::Value *expandFloatIntrinsic(llvm::IRBuilder<> &builder, llvm::IntrinsicInst &call,
                                  FmaMode fma);

/// What stands for a division of floats that is not approximate; null when it stays what it is.
llvm::Value *expandDivision(llvm::IRBuilder<> &builder, llvm::BinaryOperator &division);

} // namespace ursa::vulkan
