// See float_atomics.h.
#include "compiler/targets/vulkan/float_atomics.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

bool isNative(const AtomicRMWInst &update, bool nativeAdd) {
  switch (update.getOperation()) {
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
    return true;
  case AtomicRMWInst::FAdd:
    return nativeAdd && !update.getType()->isHalfTy();
  default:
    return false;
  }
}

/// What a failed exchange may be ordered as.
AtomicOrdering failureOrder(AtomicOrdering order) {
  const bool acquires = order == AtomicOrdering::Acquire ||
                        order == AtomicOrdering::AcquireRelease ||
                        order == AtomicOrdering::SequentiallyConsistent;
  return acquires ? AtomicOrdering::Acquire : AtomicOrdering::Monotonic;
}

void makeLoop(AtomicRMWInst &update) {
  Type *type = update.getType();
  LLVMContext &context = update.getContext();
  Type *bits = Type::getIntNTy(context, type->getScalarSizeInBits());
  Value *pointer = update.getPointerOperand();
  BasicBlock *before = update.getParent();
  BasicBlock *end = before->splitBasicBlock(update.getIterator(), "atomic.end");
  auto *loop = BasicBlock::Create(context, "atomic.loop", before->getParent(), end);
  before->getTerminator()->eraseFromParent();

  IRBuilder<> builder(before);
  LoadInst *first = builder.CreateAlignedLoad(bits, pointer, update.getAlign());
  first->setAtomic(AtomicOrdering::Monotonic);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode *expected = builder.CreatePHI(bits, 2);
  expected->addIncoming(first, before);
  Value *next = buildAtomicRMWValue(update.getOperation(), builder,
                                    builder.CreateBitCast(expected, type), update.getValOperand());
  Value *pair = builder.CreateAtomicCmpXchg(pointer, expected, builder.CreateBitCast(next, bits),
                                            update.getAlign(), update.getOrdering(),
                                            failureOrder(update.getOrdering()));
  Value *old = builder.CreateExtractValue(pair, 0);
  expected->addIncoming(old, loop);
  builder.CreateCondBr(builder.CreateExtractValue(pair, 1), end, loop);
  builder.SetInsertPoint(end, end->begin());
  update.replaceAllUsesWith(builder.CreateBitCast(old, type));
  update.eraseFromParent();
}

/// Floats that are exchanged, loaded or stored atomically go as integers, which devices have.
bool exchangeBits(Instruction &instruction) {
  IRBuilder<> builder(&instruction);
  auto bitsOf = [&](Type *type) { return builder.getIntNTy(type->getScalarSizeInBits()); };
  Value *result = nullptr;
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction);
      update && update->getOperation() == AtomicRMWInst::Xchg &&
      update->getType()->isFloatingPointTy()) {
    Type *type = update->getType();
    Value *old = builder.CreateAtomicRMW(
        AtomicRMWInst::Xchg, update->getPointerOperand(),
        builder.CreateBitCast(update->getValOperand(), bitsOf(type)), update->getAlign(),
        update->getOrdering(), update->getSyncScopeID());
    result = builder.CreateBitCast(old, type);
  } else if (auto *load = dyn_cast<LoadInst>(&instruction);
             load && load->isAtomic() && load->getType()->isFloatingPointTy()) {
    LoadInst *bits = builder.CreateAlignedLoad(bitsOf(load->getType()), load->getPointerOperand(),
                                               load->getAlign(), load->isVolatile());
    bits->setAtomic(load->getOrdering(), load->getSyncScopeID());
    result = builder.CreateBitCast(bits, load->getType());
  } else if (auto *store = dyn_cast<StoreInst>(&instruction);
             store && store->isAtomic() &&
             store->getValueOperand()->getType()->isFloatingPointTy()) {
    Value *value = store->getValueOperand();
    StoreInst *bits = builder.CreateAlignedStore(
        builder.CreateBitCast(value, bitsOf(value->getType())), store->getPointerOperand(),
        store->getAlign(), store->isVolatile());
    bits->setAtomic(store->getOrdering(), store->getSyncScopeID());
  } else {
    return false;
  }
  if (result)
    instruction.replaceAllUsesWith(result);
  instruction.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses FloatAtomicsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    changed |= exchangeBits(instruction);
  SmallVector<AtomicRMWInst *, 4> updates;
  for (Instruction &instruction : instructions(function))
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction);
        update && !isNative(*update, nativeAdd_))
      updates.push_back(update);
  for (AtomicRMWInst *update : updates)
    makeLoop(*update);
  return updates.empty() && !changed ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace ursa::vulkan
