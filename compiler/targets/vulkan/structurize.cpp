// See structurize.h.
#include "compiler/targets/vulkan/structurize.h"

#include "compiler/targets/common/free_values.h"
#include "compiler/targets/vulkan/addresses.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnifyLoopExits.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

/// Returns whether @p loop has one exiting block, one latch and a dedicated exit.
bool hasOneExit(const Loop &loop, const LoopInfo &loops) {
  const BasicBlock *exit = loop.getExitingBlock() ? loop.getUniqueExitBlock() : nullptr;
  return exit && loop.getLoopLatch() && loop.hasDedicatedExits() &&
         loops.getLoopFor(exit) == loop.getParentLoop();
}

/// Returns whether each loop has one exit, and each other block with several predecessors is the
/// merge block of one branch.
bool isStructured(Function &function, FunctionAnalysisManager &analyses) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (!hasOneExit(*loop, loops))
      return false;
  const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  const PostDominatorTree &postDominators = analyses.getResult<PostDominatorTreeAnalysis>(function);
  for (BasicBlock &block : function) {
    if (isa<SwitchInst>(block.getTerminator()) || !dominators.isReachableFromEntry(&block))
      return false;
    if (loops.isLoopHeader(&block) || !block.hasNPredecessorsOrMore(2))
      continue;
    const BasicBlock *branch = dominators.getNode(&block)->getIDom()->getBlock();
    const auto *node = postDominators.getNode(branch);
    if (!node || !node->getIDom() || node->getIDom()->getBlock() != &block ||
        loops.getLoopFor(branch) != loops.getLoopFor(&block))
      return false;
  }
  return true;
}

/// Returns whether @p condition is, or combines, a comparison with a constant.
bool isComparisonWithConstant(const Value &condition, unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 3;
  if (auto *compare = dyn_cast<ICmpInst>(&condition))
    return isa<ConstantInt>(compare->getOperand(0)) || isa<ConstantInt>(compare->getOperand(1));
  auto *user = dyn_cast<Instruction>(&condition);
  return user && isa<BinaryOperator, SelectInst>(user) && depth < kMaxDepth &&
         any_of(user->operands(),
                [&](const Use &operand) { return isComparisonWithConstant(*operand, depth + 1); });
}

} // namespace

PreservedAnalyses StructurizePass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (isStructured(function, analyses))
    return PreservedAnalyses::all();
  sinkAddressesToAccesses(function);
  FunctionPassManager passes;
  passes.addPass(UnifyLoopExitsPass());
  passes.addPass(targets::MoveFreeValues());
  passes.addPass(StructurizeCFGPass());
  passes.run(function, analyses);
  return PreservedAnalyses::none();
}

PreservedAnalyses UnrollCandidatesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> exiting;
    loop->getExitingBlocks(exiting);
    const bool isCandidate = any_of(exiting, [](const BasicBlock *block) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      return branch && branch->isConditional() && isComparisonWithConstant(*branch->getCondition());
    });
    if (!isCandidate && hasUnrollTransformation(loop) == TM_Unspecified)
      loop->setLoopAlreadyUnrolled();
  }
  return PreservedAnalyses::all();
}

} // namespace ursa::compiler::vulkan
