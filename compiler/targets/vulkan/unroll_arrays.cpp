// See unroll_arrays.h.
#include "compiler/targets/vulkan/unroll_arrays.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

constexpr unsigned kMostRounds = 32;
constexpr size_t kMostInstructions = 1024;

/// Returns whether a loop reads or writes elements of a local array that differ from round to
/// round, and calls nothing that all work-items must run together.
bool indexesLocalArray(const Loop &loop) {
  bool indexes = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (const auto *call = dyn_cast<CallBase>(&instruction); call && call->isConvergent())
        return false;
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      indexes |= pointer && !loop.isLoopInvariant(pointer) &&
                 isa<AllocaInst>(getUnderlyingObject(pointer));
    }
  return indexes;
}

/// Returns how many rounds a loop has at most; 0 if it is not to be unrolled.
unsigned roundsOf(const Loop &loop, ScalarEvolution &evolution) {
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm() ||
      hasUnrollTransformation(&loop) != TM_Unspecified || !indexesLocalArray(loop) ||
      evolution.getSmallConstantTripCount(&loop) != 0)
    return 0;
  size_t instructions = 0;
  for (const BasicBlock *block : loop.blocks())
    instructions += block->size();
  const unsigned rounds = evolution.getSmallConstantMaxTripCount(&loop);
  return rounds <= kMostRounds && rounds * instructions <= kMostInstructions ? rounds : 0;
}

} // namespace

PreservedAnalyses UnrollArraysPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool isChanged = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    UnrollLoopOptions options{};
    options.Count = roundsOf(*loop, evolution);
    if (options.Count < 2)
      continue;
    isChanged |= UnrollLoop(loop, options, &loops, &evolution,
                            &analyses.getResult<DominatorTreeAnalysis>(function),
                            &analyses.getResult<AssumptionAnalysis>(function),
                            &analyses.getResult<TargetIRAnalysis>(function),
                            &analyses.getResult<OptimizationRemarkEmitterAnalysis>(function),
                            /*PreserveLCSSA=*/true) != LoopUnrollResult::Unmodified;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::compiler::vulkan
