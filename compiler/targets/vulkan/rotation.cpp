// See rotation.h.
#include "compiler/targets/vulkan/rotation.h"

#include "compiler/targets/vulkan/addresses.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"

using namespace llvm;

namespace ursa::vulkan {

PreservedAnalyses RotatePass::run(Function &function, FunctionAnalysisManager &analyses) {
  constexpr unsigned kLargestHeader = 16; // in instructions; loop-rotate's own limit
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty())
    return PreservedAnalyses::all();
  const TargetTransformInfo &costs = analyses.getResult<TargetIRAnalysis>(function);
  AssumptionCache &assumptions = analyses.getResult<AssumptionAnalysis>(function);
  const SimplifyQuery query(function.getDataLayout(), nullptr, nullptr, &assumptions);
  bool changed = false;
  const auto outerFirst = loops.getLoopsInReverseSiblingPreorder();
  for (Loop *loop : reverse(outerFirst)) {
    // An inner loop's rotation may have moved an address here, which that of this one would clone.
    changed |= putBesideAccesses(*loop->getHeader());
    changed |= LoopRotation(loop, &loops, &costs, &assumptions, nullptr, nullptr, nullptr, query,
                            /*RotationOnly=*/false, kLargestHeader, /*IsUtilMode=*/false);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::vulkan
