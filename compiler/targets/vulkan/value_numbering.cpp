// See value_numbering.h.
#include "compiler/targets/vulkan/value_numbering.h"

#include "llvm/Transforms/Scalar/GVN.h"

using namespace llvm;

namespace ursa::compiler::vulkan {

PreservedAnalyses ValueNumberingPass::run(Function &function, FunctionAnalysisManager &analyses) {
  constexpr std::size_t kMostBlocks = 2000;
  GVNOptions options;
  if (function.size() > kMostBlocks)
    options.setMemDep(false);
  return GVNPass(options).run(function, analyses);
}

} // namespace ursa::compiler::vulkan
