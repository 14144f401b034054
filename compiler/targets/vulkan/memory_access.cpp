// See memory_access.h.
#include "compiler/targets/vulkan/memory_access.h"

using namespace llvm;

namespace ursa::compiler::vulkan {

unsigned addressSpaceOf(const Value &pointer) {
  auto *type = dyn_cast<PointerType>(pointer.getType());
  return type ? type->getAddressSpace() : ~0U;
}

Value *accessedPointer(const Instruction &instruction) {
  if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    return instruction.getOperand(pointerOperandOf(instruction));
  return nullptr;
}

unsigned pointerOperandOf(const Instruction &instruction) {
  return isa<StoreInst>(instruction) ? StoreInst::getPointerOperandIndex() : 0;
}

Type *accessedType(const Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->getValueOperand()->getType();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getNewValOperand()->getType();
  return instruction.getType();
}

Align accessAlign(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->getAlign();
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->getAlign();
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getAlign();
  return cast<AtomicCmpXchgInst>(instruction).getAlign();
}

} // namespace ursa::compiler::vulkan
