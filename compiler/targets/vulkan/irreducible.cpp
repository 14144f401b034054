// See irreducible.h.
#include "compiler/targets/vulkan/irreducible.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Transforms/Scalar/Reg2Mem.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

bool isIrreducible(const CycleInfo &cycles) {
  for (const Cycle *top : cycles.toplevel_cycles())
    for (const Cycle *cycle : depth_first(top))
      if (!cycle->isReducible())
        return true;
  return false;
}

} // namespace

PreservedAnalyses IrreduciblePass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!isIrreducible(analyses.getResult<CycleAnalysis>(function)))
    return PreservedAnalyses::all();
  FunctionPassManager passes;
  passes.addPass(RegToMemPass());
  passes.addPass(FixIrreduciblePass());
  passes.addPass(PromotePass());
  passes.run(function, analyses);
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
