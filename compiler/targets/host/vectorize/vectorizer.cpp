#include "compiler/targets/host/vectorize/vectorizer.h"

#include "compiler/targets/host/vectorize/lane_functions.h"
#include "compiler/targets/host/vectorize/lane_uniformity.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::compiler::host {

Vectorizer::Vectorizer(Function &function, unsigned width, Value &lanes,
                       const LaneAnalyses &analyses)
    : function_(function), width_(width), lanes_(lanes), analyses_(analyses),
      layout_(function.getDataLayout()), laneLoops_(function, width) {
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &instruction : *block) {
      order_.push_back(&instruction);
      if (isLaneNumber(instruction)) {
        laneZeros_[&instruction] = Constant::getNullValue(instruction.getType());
        vectors_[&instruction] = laneOffsets(instruction.getType(), 1);
      }
    }
  for (const Argument &argument : function.args())
    if (function.getAttributes().hasParamAttr(argument.getArgNo(), kLaneNumberAttribute)) {
      laneZeros_[&argument] = Constant::getNullValue(argument.getType());
      vectors_[&argument] = laneOffsets(argument.getType(), 1);
    }
}

std::string Vectorizer::problem() const {
  for (const Instruction *instruction : order_) {
    if (const auto *variable = dyn_cast<AllocaInst>(instruction);
        variable && !variable->isStaticAlloca())
      return "a variable whose size is not constant";
    if (!isDivergent(instruction))
      continue;
    Type *type = instruction->getType();
    const auto isWidenable = [](const Type *member) {
      const auto *vector = dyn_cast<FixedVectorType>(member);
      const Type *scalar = vector ? vector->getElementType() : member;
      return scalar->isIntegerTy() || scalar->isHalfTy() || scalar->isBFloatTy() ||
             scalar->isFloatTy() || scalar->isDoubleTy() || (!vector && scalar->isPointerTy());
    };
    const bool isFine = type->isVoidTy() || isWidenable(type) ||
                        (type->isStructTy() && !isa<LoadInst>(instruction) &&
                         all_of(cast<StructType>(type)->elements(), isWidenable));
    if (!isFine)
      return std::string("a value of a type that has no vector, of an instruction '") +
             instruction->getOpcodeName() + "'";
  }
  return "";
}

void Vectorizer::run() {
  for (Instruction *instruction : order_) {
    if (auto *phi = dyn_cast<PHINode>(instruction)) {
      if (isDivergent(phi))
        createPhi(*phi);
    } else if (!instruction->isTerminator()) {
      widen(*instruction);
    }
  }
  for (BasicBlock &block : function_)
    if (analyses_.shape.isDivergentBranch(&block))
      rewriteBranch(&block);
  for (const auto &[own, vector] : phis_)
    fillPhi(*own, *vector);
  fillStridePhis();
  laneLoops_.emit();
  emitConditional();
  for (Instruction *instruction : reverse(replaced_)) {
    instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
    instruction->eraseFromParent();
  }
}

Value *Vectorizer::maskOf(const LaneMask &lanes) {
  if (const auto known = masks_.find(&lanes); known != masks_.end())
    return known->second;
  Value *mask = nullptr;
  switch (lanes.kind) {
  case LaneMask::Kind::Entry: {
    BasicBlock &entry = function_.getEntryBlock();
    Builder builder(&entry, entry.getFirstInsertionPt());
    Value *count = builder.CreateTrunc(&lanes_, builder.getInt32Ty());
    mask = builder.CreateICmpULT(laneOffsets(count->getType(), 1),
                                 builder.CreateVectorSplat(width_, count), "active");
    break;
  }
  case LaneMask::Kind::Loop: {
    BasicBlock *header = lanes.loop->getHeader();
    Builder builder(header, header->begin());
    mask = builder.CreatePHI(wide(builder.getInt1Ty()), 2, "active");
    break;
  }
  case LaneMask::Kind::Branch: {
    auto *branch = cast<BranchInst>(lanes.branch->getTerminator());
    Value *outer = maskOf(*lanes.parent);
    Builder builder(branch);
    // An inactive lane may have a poison condition, which must not spoil the mask.
    Value *condition = builder.CreateFreeze(vectorOf(builder, branch->getCondition()));
    if (branch->getSuccessor(0) != lanes.target)
      condition = builder.CreateNot(condition);
    mask = builder.CreateAnd(outer, condition, "active");
    break;
  }
  }
  masks_[&lanes] = mask;
  return mask;
}

void Vectorizer::rewriteBranch(BasicBlock *block) {
  auto *branch = cast<BranchInst>(block->getTerminator());
  Loop *loop = analyses_.loops.getLoopFor(block);
  if (loop && loop->isLoopExiting(block)) {
    const LaneMask &lanes = analyses_.shape.maskOf(loop->getHeader());
    auto *active = cast<PHINode>(maskOf(lanes));
    Value *entering = maskOf(*lanes.parent);
    const bool staysOnTrue = loop->contains(branch->getSuccessor(0));
    Builder builder(branch);
    Value *condition = builder.CreateFreeze(vectorOf(builder, branch->getCondition()));
    Value *next = builder.CreateAnd(active, staysOnTrue ? condition : builder.CreateNot(condition));
    active->addIncoming(entering, loop->getLoopPreheader());
    active->addIncoming(next, block);
    Value *any = anyOf(builder, next);
    branch->setCondition(staysOnTrue ? any : builder.CreateNot(any));
    return;
  }
  for (unsigned i = 0; i < 2; ++i) {
    const LaneMask &lanes = analyses_.shape.maskOf(branch->getSuccessor(i));
    if (lanes.kind != LaneMask::Kind::Branch || lanes.branch != block)
      continue;
    Value *mask = maskOf(lanes);
    Builder builder(branch);
    Value *any = anyOf(builder, mask);
    branch->setCondition(i == 0 ? any : builder.CreateNot(any));
    return;
  }
  // Both sides are the same block.
  Builder builder(branch);
  branch->setCondition(builder.getTrue());
}

void Vectorizer::createPhi(PHINode &phi) {
  replaced_.push_back(&phi);
  if (strideOf(&phi))
    return; // created when it is needed
  Builder builder(&phi);
  PHINode *vector =
      builder.CreatePHI(wide(phi.getType()), phi.getNumIncomingValues(), phi.getName());
  vectors_[&phi] = vector;
  phis_.emplace_back(&phi, vector);
}

void Vectorizer::fillPhi(PHINode &phi, PHINode &vector) {
  Loop *left = analyses_.shape.divergentLoopLeftInto(phi.getParent());
  for (BasicBlock *from : phi.blocks())
    vector.addIncoming(left ? valueOfLeavingLanes(phi, *left) : valueFrom(phi, from), from);
}

// Lanes that leave a loop in different rounds: a vector keeps what each of them last had.
Value *Vectorizer::valueOfLeavingLanes(PHINode &phi, Loop &loop) {
  Value *value = phi.getIncomingValue(0);
  BasicBlock *latch = phi.getIncomingBlock(0);
  Builder builder(latch->getTerminator());
  const auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction))
    return vectorOf(builder, value);
  BasicBlock *header = loop.getHeader();
  Type *type = wide(phi.getType());
  PHINode *kept = Builder(header, header->begin()).CreatePHI(type, 2, phi.getName() + ".left");
  Value *mask = maskOf(analyses_.shape.maskOf(latch));
  Value *vector = vectorOf(builder, value);
  builder.SetInsertPoint(latch->getTerminator());
  Value *next = blend(builder, mask, vector, kept);
  kept->addIncoming(PoisonValue::get(type), loop.getLoopPreheader());
  kept->addIncoming(next, latch);
  return next;
}

// The lanes of a predecessor bring their values; those that took no part in the branches before it
// bring the values of these branches.
Value *Vectorizer::valueFrom(PHINode &phi, BasicBlock *from) {
  const BasicBlock *block = phi.getParent();
  const Loop *loop = analyses_.loops.getLoopFor(block);
  Builder builder(from->getTerminator());
  Value *value = vectorOf(builder, phi.getIncomingValueForBlock(from));
  if (loop && loop->getHeader() == block &&
      (loop->contains(from) || analyses_.shape.isDivergentLoop(loop)))
    return value;
  const LaneMask *own = &analyses_.shape.maskOf(block);
  if (own->target == block)
    return value;
  for (const LaneMask *lanes = &analyses_.shape.maskOf(from); lanes != own; lanes = lanes->parent) {
    Value *mask = maskOf(*lanes);
    Value *others = vectorOf(builder, phi.getIncomingValueForBlock(lanes->branch));
    builder.SetInsertPoint(from->getTerminator());
    value = blend(builder, mask, value, others);
  }
  return value;
}

} // namespace ursa::compiler::host
