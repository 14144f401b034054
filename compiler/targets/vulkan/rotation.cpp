// See rotation.h.
#include "compiler/targets/vulkan/rotation.h"

#include "compiler/targets/vulkan/addresses.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"

using namespace llvm;

namespace ursa::compiler::vulkan {

PreservedAnalyses RotatePass::run(Function &function, FunctionAnalysisManager &analyses) {
  constexpr unsigned kMaxHeaderSize = 16; // instructions; the default of loop-rotate
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty())
    return PreservedAnalyses::all();
  const TargetTransformInfo &costs = analyses.getResult<TargetIRAnalysis>(function);
  AssumptionCache &assumptions = analyses.getResult<AssumptionAnalysis>(function);
  const SimplifyQuery query(function.getDataLayout(), nullptr, nullptr, &assumptions);
  bool changed = false;
  const auto outerFirst = loops.getLoopsInReverseSiblingPreorder();
  for (Loop *loop : reverse(outerFirst)) {
    // Rotating an inner loop may have hoisted an address into this header, and rotating this loop
    // would create a phi of it.
    changed |= sinkAddressesToAccesses(*loop->getHeader());
    changed |= LoopRotation(loop, &loops, &costs, &assumptions, nullptr, nullptr, nullptr, query,
                            /*RotationOnly=*/false, kMaxHeaderSize, /*IsUtilMode=*/false);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::compiler::vulkan
