// Legalizes integers of widths that SPIR-V does not have by promoting them to the next width that
// it has. The upper bits are kept zero; signed operations sign-extend them first:
//
//   before:  %x = trunc i32 %a to i24
//            %y = sext i24 %x to i32
//   after:   %x = and i32 %a, 16777215
//            %0 = shl i32 %x, 8
//            %y = ashr i32 %0, 8
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The function pass `ursa-vulkan-integers`.
class IntegersPass : public llvm::PassInfoMixin<IntegersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::vulkan
