// Runs LLVM's GVN; in functions of thousands of blocks without its elimination of loads, which
// takes quadratic time there: for each load, on each path to a block, it visits all uses of the
// pointer and walks up the dominator tree. early-cse has removed the trivially redundant loads
// before.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::vulkan {

/// The function pass `ursa-vulkan-value-numbering`.
class ValueNumberingPass : public llvm::PassInfoMixin<ValueNumberingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace ursa::compiler::vulkan
