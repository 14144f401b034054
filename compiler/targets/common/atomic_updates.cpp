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

} // namespace

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
  BasicBlock &before = *update.getParent();
  expandAtomicRMWToCmpXchg(&update, exchangeBits);
  return *cast<LoadInst>(before.getTerminator()->getPrevNode());
}

} // namespace ursa::compiler::targets
