// Promotes integers of widths that SPIR-V does not have (see common/promote_integers.h).
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-integers`.
class IntegersPass : public llvm::PassInfoMixin<IntegersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace ursa::compiler::vulkan
