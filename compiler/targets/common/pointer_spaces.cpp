// See pointer_spaces.h.
#include "compiler/targets/common/pointer_spaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

constexpr unsigned kSpaces = 4;         ///< address spaces with a bit of their own
constexpr std::uint8_t kUnknown = 0x80; ///< a further bit: any space

std::uint8_t bit(unsigned space) {
  return space < kSpaces ? static_cast<std::uint8_t>(1U << space) : kUnknown;
}

/// Returns whether a value of the type may be a pointer that was copied as another type.
bool mayHoldPointer(const DataLayout &layout, Type *type) {
  return !type->isSized() || layout.getTypeStoreSize(type) >= layout.getPointerSize(kGenericSpace);
}

/// Adds @p spaces to @p known. Returns whether @p known changed.
bool mergeSpaces(std::uint8_t &known, std::uint8_t spaces) {
  const std::uint8_t before = known;
  known = static_cast<std::uint8_t>(known | spaces);
  return known != before;
}

/// Returns whether all calls of the function are known.
bool isOnlyCalledDirectly(const Function &function) {
  return function.hasLocalLinkage() && !function.hasAddressTaken();
}

/// Returns whether only loads and stores access the memory of the pointer, those of pointers
/// separately from those of other large values.
bool isPointerSlot(const Value &pointer, const DataLayout &layout) {
  return all_of(pointer.uses(), [&](const Use &use) {
    const User *user = use.getUser();
    if (isa<GetElementPtrInst>(user))
      return isPointerSlot(*user, layout);
    if (auto *load = dyn_cast<LoadInst>(user))
      return isGenericPointer(load->getType()) || !mayHoldPointer(layout, load->getType());
    if (auto *store = dyn_cast<StoreInst>(user)) {
      Type *type = store->getValueOperand()->getType();
      return use.getOperandNo() == StoreInst::getPointerOperandIndex() &&
             (isGenericPointer(type) || !mayHoldPointer(layout, type));
    }
    auto *intrinsic = dyn_cast<IntrinsicInst>(user);
    return intrinsic && intrinsic->isLifetimeStartOrEnd();
  });
}

} // namespace

bool isGenericPointer(const Type *type) {
  return type->isPointerTy() && type->getPointerAddressSpace() == kGenericSpace;
}

bool holdsGenericPointer(const Type *type) {
  if (type->isStructTy() || type->isArrayTy())
    return any_of(type->subtypes(), holdsGenericPointer);
  return isGenericPointer(type->getScalarType());
}

PointerSpaces::PointerSpaces(Module &module) : memory_(bit(kGlobalSpace)) {
  findSlots(module);
  // Terminates, because spaces are only added.
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (Function &function : module)
      isChanged |= visit(function);
  }
}

void PointerSpaces::findSlots(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *slot = dyn_cast<AllocaInst>(&instruction);
          slot && isPointerSlot(*slot, module.getDataLayout()))
        slots_[slot] = 0;
}

bool PointerSpaces::visit(Function &function) {
  bool isChanged = false;
  if (!isOnlyCalledDirectly(function))
    for (Argument &argument : function.args())
      if (isGenericPointer(argument.getType()))
        isChanged |= addSpaces(argument, kUnknown);
  for (Instruction &instruction : instructions(function)) {
    if (isGenericPointer(instruction.getType()))
      isChanged |= addSpaces(instruction, resultSpaces(instruction));
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      if (isGenericPointer(store->getValueOperand()->getType()))
        isChanged |= addToMemory(*store->getPointerOperand(), spacesOf(*store->getValueOperand()));
      else if (holdsGenericPointer(store->getValueOperand()->getType()))
        isChanged |= addToMemory(*store->getPointerOperand(), kUnknown);
    } else if (isa<PtrToIntInst, AtomicCmpXchgInst, AtomicRMWInst>(instruction)) {
      for (const Value *operand : instruction.operands())
        if (isa<PtrToIntInst>(instruction) || isGenericPointer(operand->getType()))
          isChanged |= mergeSpaces(memory_, spacesOf(*operand));
    } else if (auto *result = dyn_cast<ReturnInst>(&instruction)) {
      if (result->getReturnValue() && isGenericPointer(result->getReturnValue()->getType()))
        isChanged |= addSpaces(function, spacesOf(*result->getReturnValue()));
    } else if (auto *call = dyn_cast<CallBase>(&instruction)) {
      const Function *callee = call->getCalledFunction();
      if (callee && !callee->isDeclaration() && callee->arg_size() == call->arg_size())
        for (const Argument &argument : callee->args())
          if (isGenericPointer(argument.getType()))
            isChanged |= addSpaces(argument, spacesOf(*call->getArgOperand(argument.getArgNo())));
    }
  }
  return isChanged;
}

/// Returns the spaces of an instruction's result.
PointerSpaces::Spaces PointerSpaces::resultSpaces(const Value &value) const {
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&value))
    return isa<ConstantPointerNull>(cast->getPointerOperand()) ? 0
                                                               : bit(cast->getSrcAddressSpace());
  if (auto *element = dyn_cast<GEPOperator>(&value))
    return spacesOf(*element->getPointerOperand());
  if (auto *choice = dyn_cast<SelectInst>(&value))
    return static_cast<Spaces>(spacesOf(*choice->getTrueValue()) |
                               spacesOf(*choice->getFalseValue()));
  if (auto *phi = dyn_cast<PHINode>(&value)) {
    Spaces spaces = 0;
    for (const Value *incoming : phi->incoming_values())
      mergeSpaces(spaces, spacesOf(*incoming));
    return spaces;
  }
  if (auto *load = dyn_cast<LoadInst>(&value))
    return memorySpaces(*load->getPointerOperand());
  if (isa<FreezeInst>(value))
    return spacesOf(*cast<FreezeInst>(value).getOperand(0));
  if (isa<IntToPtrInst>(value))
    return memory_;
  if (auto *call = dyn_cast<CallBase>(&value)) {
    const Function *callee = call->getCalledFunction();
    return callee && !callee->isDeclaration() ? spacesOf(*callee) : kUnknown;
  }
  return kUnknown;
}

PointerSpaces::Spaces PointerSpaces::spacesOf(const Value &value) const {
  if (auto *function = dyn_cast<Function>(&value))
    return values_.lookup(function);
  if (value.getType()->isPointerTy() && !isGenericPointer(value.getType()))
    return bit(value.getType()->getPointerAddressSpace());
  if (isa<ConstantPointerNull, UndefValue>(value))
    return 0;
  return isa<Constant>(value) ? resultSpaces(value) : values_.lookup(&value);
}

PointerSpaces::Spaces PointerSpaces::memorySpaces(const Value &address) const {
  auto *slot = dyn_cast<AllocaInst>(getUnderlyingObject(&address, /*MaxLookup=*/0));
  const auto found = slot ? slots_.find(slot) : slots_.end();
  return found == slots_.end() ? memory_ : found->second;
}

bool PointerSpaces::addSpaces(const Value &value, Spaces spaces) {
  return mergeSpaces(values_[&value], spaces);
}

bool PointerSpaces::addToMemory(const Value &address, Spaces spaces) {
  auto *slot = dyn_cast<AllocaInst>(getUnderlyingObject(&address, /*MaxLookup=*/0));
  const auto found = slot ? slots_.find(slot) : slots_.end();
  return mergeSpaces(found == slots_.end() ? memory_ : found->second, spaces);
}

std::optional<unsigned> PointerSpaces::singleSpace(Spaces spaces) {
  if (!spaces)
    return kGlobalSpace;
  for (unsigned space = 0; space < kSpaces; ++space)
    if (spaces == bit(space))
      return space;
  return std::nullopt;
}

std::optional<unsigned> PointerSpaces::spaceOf(const Value &pointer) const {
  return singleSpace(spacesOf(pointer));
}

bool PointerSpaces::isKnown(const Value &pointer) const { return !(spacesOf(pointer) & kUnknown); }

std::optional<unsigned> PointerSpaces::returnSpace(const Function &function) const {
  return singleSpace(spacesOf(function));
}

} // namespace ursa::compiler::targets
