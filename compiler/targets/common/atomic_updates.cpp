// See atomic_updates.h.
#include "compiler/targets/common/atomic_updates.h"

#include "llvm/CodeGen/AtomicExpandUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

/// Creates a compare-exchange of integers for values of any type.
void exchangeBits(IRBuilderBase &builder, Value *address, Value *expected, Value *desired,
                  Align alignment, AtomicOrdering ordering, SyncScope::ID scope, Value *&success,
                  Value *&loaded, Instruction *) {
  Type *type = expected->getType();
  Type *bits = builder.getIntNTy(type->getPrimitiveSizeInBits().getFixedValue());
  AtomicCmpXchgInst *pair = builder.CreateAtomicCmpXchg(
      address, builder.CreateBitCast(expected, bits), builder.CreateBitCast(desired, bits),
      alignment, ordering, AtomicCmpXchgInst::getStrongestFailureOrdering(ordering), scope);
  success = builder.CreateExtractValue(pair, 1);
  loaded = builder.CreateBitCast(builder.CreateExtractValue(pair, 0), type);
}

/// Expands a minimum or maximum to a loop that ends without an exchange if the value would stay.
LoadInst &expandUnlessSame(AtomicRMWInst &update) {
  Type *type = update.getType();
  BasicBlock &before = *update.getParent();
  BasicBlock *end = before.splitBasicBlock(&update, "atomicrmw.end");
  LLVMContext &context = update.getContext();
  BasicBlock *loop = BasicBlock::Create(context, "atomicrmw.start", before.getParent(), end);
  BasicBlock *exchange = BasicBlock::Create(context, "atomicrmw.exchange", before.getParent(), end);
  before.getTerminator()->setSuccessor(0, loop);
  IRBuilder<> builder(before.getTerminator());
  builder.SetCurrentDebugLocation(update.getDebugLoc());
  Type *bits = builder.getIntNTy(type->getPrimitiveSizeInBits().getFixedValue());
  // Atomic, because a program may wait for a change by a minimum that never exchanges.
  LoadInst *first = builder.CreateAlignedLoad(bits, update.getPointerOperand(), update.getAlign());
  first->setAtomic(update.getOrdering(), update.getSyncScopeID());
  Value *known = builder.CreateBitCast(first, type);

  builder.SetInsertPoint(loop);
  PHINode *old = builder.CreatePHI(type, 2);
  Value *desired = buildAtomicRMWValue(update.getOperation(), builder, old, update.getValOperand());
  builder.CreateCondBr(
      builder.CreateICmpNE(builder.CreateBitCast(desired, bits), builder.CreateBitCast(old, bits)),
      exchange, end);

  builder.SetInsertPoint(exchange);
  Value *success = nullptr, *loaded = nullptr;
  exchangeBits(builder, update.getPointerOperand(), old, desired, update.getAlign(),
               update.getOrdering(), update.getSyncScopeID(), success, loaded, &update);
  builder.CreateCondBr(success, end, loop);
  old->addIncoming(known, &before);
  old->addIncoming(loaded, exchange);

  builder.SetInsertPoint(&update);
  PHINode *result = builder.CreatePHI(type, 2);
  result->addIncoming(old, loop);
  result->addIncoming(loaded, exchange);
  update.replaceAllUsesWith(result);
  update.eraseFromParent();
  return *first;
}

} // namespace

bool isFloatLimit(const AtomicRMWInst &update) {
  return update.getOperation() == AtomicRMWInst::FMin ||
         update.getOperation() == AtomicRMWInst::FMax;
}

bool isIntegerUpdate(const AtomicRMWInst &update) {
  switch (update.getOperation()) {
  case AtomicRMWInst::Xchg:
    return update.getType()->isIntegerTy();
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
  default:
    return false;
  }
}

Value *atomicPointer(Instruction &instruction) {
  if (!instruction.isAtomic())
    return nullptr;
  if (Value *pointer = getLoadStorePointerOperand(&instruction))
    return pointer;
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerOperand();
  auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
  return exchange ? exchange->getPointerOperand() : nullptr;
}

void makeNonAtomic(Instruction &atomic) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&atomic))
    lowerAtomicRMWInst(update);
  else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&atomic))
    lowerAtomicCmpXchgInst(exchange);
  else if (auto *load = dyn_cast<LoadInst>(&atomic))
    load->setAtomic(AtomicOrdering::NotAtomic);
  else
    cast<StoreInst>(atomic).setAtomic(AtomicOrdering::NotAtomic);
}

LoadInst &expandToExchangeLoop(AtomicRMWInst &update) {
  // An order of other memory needs the exchange.
  if (isFloatLimit(update) && update.getOrdering() == AtomicOrdering::Monotonic)
    return expandUnlessSame(update);
  BasicBlock &before = *update.getParent();
  expandAtomicRMWToCmpXchg(&update, exchangeBits);
  return *cast<LoadInst>(before.getTerminator()->getPrevNode());
}

} // namespace ursa::compiler::targets
