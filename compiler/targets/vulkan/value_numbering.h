// LLVM's GVN; in functions of thousands of blocks without what it does for loads. There it walks
// all uses of a pointer, and up the dominator tree, for each load of it on each way to a block, in
// a time that grows with the square of the blocks. early-cse has taken out loads that are plainly
// the same by then.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::vulkan {

/// The function pass `ursa-vulkan-value-numbering`.
class ValueNumberingPass : public llvm::PassInfoMixin<ValueNumberingPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace ursa::vulkan
