#include "compiler/targets/host/passes/local_atomics.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr const char *kMark = "ursa.local";

const Value *pointerOf(const Instruction &instruction) {
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerOperand();
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerOperand();
  return getLoadStorePointerOperand(&instruction);
}

void unlock(Instruction &instruction) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
    lowerAtomicRMWInst(update);
  } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    lowerAtomicCmpXchgInst(exchange);
  } else {
    instruction.setMetadata(kMark, nullptr);
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      load->setAtomic(AtomicOrdering::NotAtomic);
    else
      cast<StoreInst>(instruction).setAtomic(AtomicOrdering::NotAtomic);
  }
}

} // namespace

void markLocalAtomics(const Kernel &kernel) {
  Function &item = *kernel.item;
  DenseSet<const Value *> local = {item.getArg(kernel.ownArguments + kLocalMemory)};
  for (unsigned i = 0; i < kernel.ownArguments; ++i)
    if (kernel.info.arguments[i].kind == format::host::ArgumentKind::Local)
      local.insert(item.getArg(i));
  for (Instruction &instruction : instructions(item)) {
    const Value *pointer =
        instruction.isAtomic() && !instruction.isVolatile() ? pointerOf(instruction) : nullptr;
    if (!pointer)
      continue;
    SmallVector<const Value *, 4> objects;
    getUnderlyingObjects(pointer, objects);
    if (all_of(objects, [&](const Value *object) { return local.contains(object); }))
      instruction.setMetadata(kMark, MDNode::get(item.getContext(), {}));
  }
}

bool hasLocalMark(const Instruction &instruction) { return instruction.hasMetadata(kMark); }

void unlockLocalAtomics(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (hasLocalMark(instruction))
        unlock(instruction);
}

} // namespace ursa::compiler::host
