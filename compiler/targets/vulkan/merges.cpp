// See merges.h.
#include "compiler/targets/vulkan/merges.h"

#include "compiler/targets/vulkan/primitives.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

class Merges {
public:
  explicit Merges(Function &function) : function_(function) {}

  void run() {
    simplifyBranches();
    dominators_.recalculate(function_);
    loops_.analyze(dominators_);
    const SmallVector<Loop *, 8> loops(loops_.getLoopsInPreorder());
    for (Loop *loop : loops)
      addLoopMerge(*loop);
    dominators_.recalculate(function_);
    addSelectionMerges();
  }

private:
  /// Makes conditional branches with equal targets unconditional.
  void simplifyBranches() {
    for (BasicBlock &block : function_) {
      auto *branch = dyn_cast<BranchInst>(block.getTerminator());
      if (!branch || !branch->isConditional() || branch->getSuccessor(0) != branch->getSuccessor(1))
        continue;
      BasicBlock *target = branch->getSuccessor(0);
      target->removePredecessor(&block, /*KeepOneInputPHIs=*/true);
      branch->eraseFromParent();
      BranchInst::Create(target, &block);
    }
  }

  /// Emits primitive @p name in front of @p branch.
  void emitMerge(const char *name, Instruction *branch, ArrayRef<BasicBlock *> blocks) {
    IRBuilder<> builder(branch);
    SmallVector<Value *, 2> targets;
    for (BasicBlock *block : blocks)
      targets.push_back(BlockAddress::get(&function_, block));
    callPrimitive(builder, name, builder.getVoidTy(), targets, Effect::Memory);
  }

  void addLoopMerge(Loop &loop) {
    BasicBlock *header = loop.getHeader();
    BasicBlock *latch = loop.getLoopLatch();
    SmallVector<BasicBlock *, 4> exits;
    loop.getUniqueExitBlocks(exits);
    if (!latch || exits.size() > 1) {
      reportError(function_, "has a loop that cannot be structurized, which is a defect of ursac.");
      return;
    }
    // Updating the dominator tree for each split would renumber the whole subtree, so run()
    // recalculates it afterwards.
    DominatorTree *const noDominators = nullptr;
    BasicBlock *body =
        SplitBlock(header, header->getFirstNonPHIIt(), noDominators, &loops_, nullptr, "body");
    if (latch == header)
      latch = body;
    BasicBlock *continueBlock =
        SplitEdge(latch, header, noDominators, &loops_, nullptr, "continue");
    BasicBlock *merge = nullptr;
    if (exits.empty()) {
      merge = BasicBlock::Create(function_.getContext(), "loop.merge", &function_);
      new UnreachableInst(function_.getContext(), merge);
    } else {
      SmallSetVector<BasicBlock *, 4> leaving;
      for (BasicBlock *predecessor : predecessors(exits.front()))
        if (loop.contains(predecessor))
          leaving.insert(predecessor);
      merge = SplitBlockPredecessors(exits.front(), leaving.getArrayRef(), ".loop.merge");
      Loop *around = loops_.getLoopFor(exits.front());
      while (around && !around->contains(&loop))
        around = around->getParentLoop();
      if (around)
        around->addBasicBlockToLoop(merge, loops_);
    }
    emitMerge("loop", header->getTerminator(), {merge, continueBlock});
    loopBlocks_.insert(header);
    loopBlocks_.insert(continueBlock);
  }

  /// The DFS numbers of a block in the dominator tree. It dominates the blocks whose numbers lie in
  /// the interval.
  struct Interval {
    unsigned first;
    unsigned last;
  };

  /// Visits selections from the innermost to the outermost. Each gets a merge block of its own,
  /// which receives the edges from the blocks that the branch dominates to its post-dominator. The
  /// merge block then is inside the enclosing selection.
  void addSelectionMerges() {
    dominators_.updateDFSNumbers();
    DenseMap<BasicBlock *, Interval> intervals;
    for (BasicBlock &block : function_)
      if (auto *node = dominators_.getNode(&block))
        intervals[&block] = {node->getDFSNumIn(), node->getDFSNumOut()};
    const PostDominatorTree postDominators(function_);
    SmallVector<BasicBlock *, 64> order;
    for (auto *node : post_order(&dominators_))
      order.push_back(node->getBlock());
    for (BasicBlock *block : order) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional() || loopBlocks_.contains(block) || leavesLoop(*branch))
        continue;
      auto *node = postDominators.getNode(block);
      BasicBlock *mergePoint = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      if (!mergePoint) {
        reportError(function_,
                    "has a branch whose paths do not meet again because one of them never "
                    "ends, which SPIR-V cannot express.");
        continue;
      }
      const Interval interval = intervals.lookup(block);
      SmallSetVector<BasicBlock *, 4> predecessorsInside;
      for (BasicBlock *predecessor : predecessors(mergePoint)) {
        const unsigned number = intervals.lookup(predecessor).first;
        if (number >= interval.first && number <= interval.last)
          predecessorsInside.insert(predecessor);
      }
      if (predecessorsInside.empty()) {
        reportError(function_,
                    "has a branch that cannot be structurized, which is a defect of ursac.");
        continue;
      }
      BasicBlock *merge =
          SplitBlockPredecessors(mergePoint, predecessorsInside.getArrayRef(), ".merge");
      intervals[merge] = interval;
      emitMerge("merge", branch, merge);
    }
  }

  bool leavesLoop(const BranchInst &branch) {
    const Loop *loop = loops_.getLoopFor(branch.getParent());
    return loop &&
           (!loop->contains(branch.getSuccessor(0)) || !loop->contains(branch.getSuccessor(1)));
  }

  Function &function_;
  DominatorTree dominators_;
  LoopInfo loops_;
  SmallPtrSet<BasicBlock *, 16> loopBlocks_; ///< headers and continue blocks of loops
};

} // namespace

PreservedAnalyses MergesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(kKernelAttribute))
    return PreservedAnalyses::all();
  Merges(function).run();
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
