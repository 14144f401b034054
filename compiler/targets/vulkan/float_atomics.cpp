// See float_atomics.h.
#include "compiler/targets/vulkan/float_atomics.h"

#include "compiler/targets/common/atomic_updates.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

/// Returns whether @p update needs no expansion.
bool isNative(const AtomicRMWInst &update, bool nativeAdd) {
  if (update.getOperation() == AtomicRMWInst::FAdd)
    return nativeAdd && !update.getType()->isHalfTy();
  return update.getOperation() == AtomicRMWInst::Xchg || targets::isIntegerUpdate(update);
}

/// Replaces an atomic exchange, load or store of floats by one of integers, which all devices
/// support.
bool replaceByIntegerAtomic(Instruction &instruction) {
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
    if (const Value *pointer = targets::atomicPointer(instruction);
        pointer && isa<AllocaInst>(getUnderlyingObject(pointer))) {
      targets::makeNonAtomic(instruction);
      changed = true;
    }
  SmallVector<AtomicRMWInst *, 4> updates;
  for (Instruction &instruction : instructions(function))
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction);
        update && !isNative(*update, nativeAdd_))
      updates.push_back(update);
  for (AtomicRMWInst *update : updates)
    targets::expandToExchangeLoop(*update).setAtomic(AtomicOrdering::Monotonic);
  changed |= !updates.empty();
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    changed |= replaceByIntegerAtomic(instruction);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::compiler::vulkan
