#include "compiler/targets/host/vectorize/control_shape.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::compiler::host {

ControlShape::ControlShape(Function &function, UniformityInfo &uniformity,
                           DominatorTree &dominators, PostDominatorTree &postDominators,
                           LoopInfo &loops)
    : dominators_(dominators), postDominators_(postDominators), loops_(loops) {
  std::vector<BasicBlock *> blocks;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    blocks.push_back(block);
  for (BasicBlock *block : blocks) {
    const Instruction *end = block->getTerminator();
    if (!isa<BranchInst, ReturnInst>(end))
      fail(std::string("a terminator '") + end->getOpcodeName() + "'");
    if (uniformity.hasDivergentTerminator(*block))
      divergent_.insert(block);
  }
  findDivergentLoops(blocks);
  for (BasicBlock *block : blocks)
    if (problem_.empty())
      assignMask(block);
  if (problem_.empty())
    checkLoops();
  if (problem_.empty())
    checkPhis();
}

void ControlShape::findDivergentLoops(const std::vector<BasicBlock *> &blocks) {
  for (BasicBlock *block : blocks) {
    if (!isDivergentBranch(block))
      continue;
    Loop *loop = loops_.getLoopFor(block);
    if (!loop || !loop->isLoopExiting(block))
      continue;
    const BasicBlock *exit = loop->getExitBlock();
    if (loop->getExitingBlock() != block || loop->getLoopLatch() != block ||
        !loop->getLoopPreheader() || !exit || loops_.getLoopFor(exit) != loop->getParentLoop())
      return fail("a divergent loop without a single exit at its latch");
    divergentLoops_.insert(loop);
  }
}

// Dominators come before a block in reverse post-order, so that their masks are known.
void ControlShape::assignMask(BasicBlock *block) {
  const LaneMask *&mask = masks_[block];
  const auto *node = dominators_.getNode(block)->getIDom();
  if (!node) {
    mask = add({});
    return;
  }
  BasicBlock *dominator = node->getBlock();
  Loop *left = nullptr; // the outermost loop that is left on the way from the dominator
  for (Loop *loop = loops_.getLoopFor(dominator); loop && !loop->contains(block);
       loop = loop->getParentLoop())
    left = loop;
  const LaneMask *outer = masks_.lookup(dominator);
  if (left) {
    if (!left->getLoopPreheader())
      return fail("a loop without a preheader");
    outer = masks_.lookup(left->getLoopPreheader());
  } else if (isDivergentBranch(dominator) &&
             !(loops_.getLoopFor(dominator) &&
               loops_.getLoopFor(dominator)->isLoopExiting(dominator))) {
    const auto *joinNode = postDominators_.getNode(dominator)->getIDom();
    BasicBlock *join = joinNode ? joinNode->getBlock() : nullptr;
    if (!join)
      return fail("a divergent branch whose paths do not meet");
    if (join != block) {
      if (block->getSinglePredecessor() != dominator)
        return fail("a divergent branch that is not a triangle");
      const auto *branch = cast<BranchInst>(dominator->getTerminator());
      const bool isTriangle = branch->getSuccessor(0) == join || branch->getSuccessor(1) == join;
      if (!isTriangle)
        return fail("a divergent branch with two sides");
      outer = add(
          {.kind = LaneMask::Kind::Branch, .parent = outer, .branch = dominator, .target = block});
    }
  }
  if (!outer)
    return fail("a block without a mask");
  Loop *loop = loops_.getLoopFor(block);
  if (loop && loop->getHeader() == block && isDivergentLoop(loop)) {
    const LaneMask *entering = masks_.lookup(loop->getLoopPreheader());
    if (!entering)
      return fail("a loop that is entered from a block without a mask");
    outer = add({.kind = LaneMask::Kind::Loop, .parent = entering, .loop = loop});
  }
  mask = outer;
}

// All lanes of a loop leave it together, except at a divergent latch.
void ControlShape::checkLoops() {
  for (Loop *loop : loops_.getLoopsInPreorder()) {
    const LaneMask *header = masks_.lookup(loop->getHeader());
    SmallVector<BasicBlock *, 4> exiting;
    loop->getExitingBlocks(exiting);
    SmallVector<BasicBlock *, 4> latches;
    loop->getLoopLatches(latches);
    for (BasicBlock *block : exiting)
      if (masks_.lookup(block) != header)
        return fail("a loop that some lanes leave alone");
    for (BasicBlock *block : latches)
      if (masks_.lookup(block) != header)
        return fail("a loop whose lanes do not meet at its latch");
    if (!isDivergentLoop(loop) && loop->getLoopPreheader() &&
        masks_.lookup(loop->getLoopPreheader()) != header)
      return fail("a uniform loop with a mask of its own");
    for (BasicBlock *block : exiting)
      for (BasicBlock *target : successors(block))
        for (Loop *outer = loop->getParentLoop(); outer && !outer->contains(target);
             outer = outer->getParentLoop())
          if (isDivergentLoop(outer) || isDivergentLoop(loop))
            return fail("an exit of two loops");
  }
}

// Each value of a phi must come from lanes of a chain of branches that end at the phi's block.
void ControlShape::checkPhis() {
  for (const auto &[block, mask] : masks_) {
    if (mask->target == block)
      continue;
    const Loop *loop = loops_.getLoopFor(block);
    const bool isHeader = loop && loop->getHeader() == block;
    for (const BasicBlock *from : predecessors(block)) {
      if (!masks_.lookup(from))
        return fail("a predecessor that cannot be reached");
      if ((isHeader && (loop->contains(from) || isDivergentLoop(loop))) ||
          divergentLoopLeftInto(block))
        continue;
      for (const LaneMask *lanes = masks_.lookup(from); lanes != mask; lanes = lanes->parent) {
        if (lanes->kind != LaneMask::Kind::Branch ||
            !is_contained(successors(lanes->branch), block))
          return fail("paths that meet in a form that is not structured");
      }
    }
  }
}

Loop *ControlShape::divergentLoopLeftInto(const BasicBlock *block) const {
  const BasicBlock *from = block->getSinglePredecessor();
  Loop *loop = from ? loops_.getLoopFor(from) : nullptr;
  return loop && !loop->contains(block) && isDivergentLoop(loop) ? loop : nullptr;
}

bool ControlShape::joinsLanes(const BasicBlock *block) const {
  const Loop *loop = loops_.getLoopFor(block);
  if ((loop && loop->getHeader() == block && isDivergentLoop(loop)) ||
      maskOf(block).target == block)
    return false;
  for (const BasicBlock *from : predecessors(block))
    if (&maskOf(from) != &maskOf(block))
      return true;
  return false;
}

} // namespace ursa::compiler::host
