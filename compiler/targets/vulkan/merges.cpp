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

namespace ursa::vulkan {
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
      markLoop(*loop);
    dominators_.recalculate(function_);
    markSelections();
  }

private:
  /// A branch with one target is none.
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

  void announce(const char *name, Instruction *branch, ArrayRef<BasicBlock *> blocks) {
    IRBuilder<> builder(branch);
    SmallVector<Value *, 2> targets;
    for (BasicBlock *block : blocks)
      targets.push_back(BlockAddress::get(&function_, block));
    callPrimitive(builder, name, builder.getVoidTy(), targets, Effect::Memory);
  }

  void markLoop(Loop &loop) {
    BasicBlock *header = loop.getHeader();
    BasicBlock *latch = loop.getLoopLatch();
    SmallVector<BasicBlock *, 4> exits;
    loop.getUniqueExitBlocks(exits);
    if (!latch || exits.size() > 1) {
      reportError(function_, "has a loop that the structurizer left unstructured.");
      return;
    }
    // Each change would number all below it in the dominator tree, so that one is made afterwards.
    DominatorTree *const none = nullptr;
    BasicBlock *body =
        SplitBlock(header, header->getFirstNonPHIIt(), none, &loops_, nullptr, "body");
    if (latch == header)
      latch = body;
    BasicBlock *proceed =
        function_.hasFnAttribute(kStructurizedAttribute)
            ? SplitBlock(latch, latch->getTerminator(), none, &loops_, nullptr, "continue")
            : SplitEdge(latch, header, none, &loops_, nullptr, "continue");
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
    announce("loop", header->getTerminator(), {merge, proceed});
    marked_.insert(header);
    marked_.insert(proceed);
  }

  /// Where a block is in the dominator tree: it dominates those whose number lies between its own.
  struct Interval {
    unsigned first;
    unsigned last;
  };

  /// Branches from the innermost to the outermost: each gets the edges of its own part to the block
  /// where its paths meet, over a merge block that then is one of the next one's part.
  void markSelections() {
    dominators_.updateDFSNumbers();
    DenseMap<BasicBlock *, Interval> place;
    for (BasicBlock &block : function_)
      if (auto *node = dominators_.getNode(&block))
        place[&block] = {node->getDFSNumIn(), node->getDFSNumOut()};
    const PostDominatorTree meets(function_);
    SmallVector<BasicBlock *, 64> order;
    for (auto *node : post_order(&dominators_))
      order.push_back(node->getBlock());
    for (BasicBlock *block : order) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional() || marked_.contains(block) || leavesLoop(*branch))
        continue;
      auto *node = meets.getNode(block);
      BasicBlock *meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      if (!meeting) {
        reportError(function_, "has a branch whose paths do not meet again: it never ends.");
        continue;
      }
      const Interval own = place.lookup(block);
      SmallSetVector<BasicBlock *, 4> inside;
      for (BasicBlock *predecessor : predecessors(meeting)) {
        const unsigned number = place.lookup(predecessor).first;
        if (number >= own.first && number <= own.last)
          inside.insert(predecessor);
      }
      if (inside.empty()) {
        reportError(function_, "has a branch that the structurizer left unstructured.");
        continue;
      }
      BasicBlock *merge = SplitBlockPredecessors(meeting, inside.getArrayRef(), ".merge");
      place[merge] = own;
      announce("merge", branch, merge);
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
  SmallPtrSet<BasicBlock *, 16> marked_; ///< loop headers and continue blocks
};

} // namespace

PreservedAnalyses MergesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(kKernelAttribute))
    return PreservedAnalyses::all();
  Merges(function).run();
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
