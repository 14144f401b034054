// See pointer_classes.h.
#include "compiler/targets/vulkan/pointer_classes.h"

#include "compiler/targets/vulkan/memory_access.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

bool isNothing(const Value *pointer) { return isa<ConstantPointerNull, UndefValue>(pointer); }

} // namespace

bool isOffset(const Value *pointer) {
  const unsigned space = spaceOf(*pointer);
  return space == 0 || space == 3;
}

/// How a class is accessed.
struct PointerClasses::Uses {
  Type *type = nullptr; ///< of all accesses, as long as there is one
  bool isMixed = false;
  std::uint64_t narrowest = 16;      ///< bytes
  FixedVectorType *vector = nullptr; ///< likewise, if all are of aligned vectors
  bool isVector = true;
};

PointerClasses::PointerClasses(Function &function) : function_(function), parent_{0, 1} {
  for (Instruction &instruction : instructions(function))
    collect(instruction);
  collectObjects();
  for (unsigned node : withNull_)
    if (auto found = classes_.find(find(node)); found != classes_.end())
      found->second->hasNull = true;
  for (unsigned escaping : {0U, 1U})
    if (auto found = classes_.find(find(escaping)); found != classes_.end())
      found->second->hasNull = true;
  chooseElements();
}

PointerClass *PointerClasses::of(Value *pointer) {
  if (!isOffset(pointer) || isNothing(pointer))
    return nullptr;
  const auto known = nodes_.find(pointer);
  if (known == nodes_.end())
    return nullptr;
  const auto found = classes_.find(find(known->second));
  return found == classes_.end() ? nullptr : found->second.get();
}

std::vector<PointerClass *> PointerClasses::classes() {
  // In the order of their first objects, which is that of the function.
  std::vector<PointerClass *> result;
  for (auto &[root, pointerClass] : classes_)
    result.push_back(pointerClass.get());
  sort(result, [&](const PointerClass *a, const PointerClass *b) {
    return nodes_.lookup(a->objects.front()) < nodes_.lookup(b->objects.front());
  });
  return result;
}

unsigned PointerClasses::node(Value *pointer) {
  const auto [place, isNew] = nodes_.insert({pointer, static_cast<unsigned>(parent_.size())});
  if (isNew)
    parent_.push_back(place->second);
  return place->second;
}

unsigned PointerClasses::find(unsigned node) {
  while (parent_[node] != node) {
    parent_[node] = parent_[parent_[node]];
    node = parent_[node];
  }
  return node;
}

void PointerClasses::join(Value *a, Value *b) {
  if (!isOffset(a) || !isOffset(b))
    return;
  if (isNothing(a) || isNothing(b)) {
    noteNull(isNothing(a) ? b : a);
    return;
  }
  parent_[find(node(a))] = find(node(b));
}

void PointerClasses::noteNull(Value *pointer) {
  if (!isNothing(pointer))
    withNull_.push_back(node(pointer));
}

void PointerClasses::escape(Value *pointer) {
  if (isOffset(pointer) && !isNothing(pointer))
    parent_[find(node(pointer))] = find(spaceOf(*pointer) == 3 ? 1 : 0);
}

void PointerClasses::collect(Instruction &instruction) {
  if (isa<GetElementPtrInst, FreezeInst, BitCastInst>(instruction)) {
    join(&instruction, instruction.getOperand(0));
  } else if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    for (Value *value : phi->incoming_values())
      join(phi, value);
  } else if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    join(select, select->getTrueValue());
    join(select, select->getFalseValue());
  } else if (auto *compare = dyn_cast<ICmpInst>(&instruction)) {
    join(compare->getOperand(0), compare->getOperand(1));
  } else if (isa<AddrSpaceCastInst, PtrToIntInst, PtrToAddrInst, IntToPtrInst>(instruction)) {
    escape(instruction.getOperand(0));
    escape(&instruction);
  } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    escape(store->getValueOperand());
  } else if (isa<LoadInst, AtomicRMWInst>(instruction)) {
    escape(&instruction);
  }
}

void PointerClasses::collectObjects() {
  SetVector<Value *> objects;
  for (Instruction &instruction : instructions(function_)) {
    if (isa<AllocaInst>(instruction))
      objects.insert(&instruction);
    for (Value *operand : instruction.operands())
      if (auto *variable = dyn_cast<GlobalVariable>(operand); variable && isOffset(variable))
        objects.insert(variable);
  }
  for (Value *object : objects) {
    auto &place = classes_[find(node(object))];
    if (!place)
      place = std::make_unique<PointerClass>();
    place->objects.push_back(object);
    place->space = spaceOf(*object);
  }
}

void PointerClasses::chooseElements() {
  const DataLayout &layout = function_.getDataLayout();
  DenseMap<PointerClass *, Uses> uses;
  for (Instruction &instruction : instructions(function_)) {
    Value *pointer = accessedPointer(instruction);
    PointerClass *pointerClass = pointer ? of(pointer) : nullptr;
    if (!pointerClass)
      continue;
    Uses &use = uses[pointerClass];
    Type *type = accessedType(instruction);
    auto *vector = dyn_cast<FixedVectorType>(type);
    use.isVector &= vector && (!use.vector || use.vector == vector) &&
                    accessAlign(instruction) >= layout.getTypeStoreSize(type);
    use.vector = vector;
    type = type->getScalarType();
    const std::uint64_t size = layout.getTypeStoreSize(type);
    if (!use.type)
      use.type = type;
    use.isMixed |= use.type != type;
    // The widest power of two that the size is a multiple of: i24 is three bytes.
    use.narrowest = std::min({use.narrowest, size & (~size + 1), accessAlign(instruction).value()});
    pointerClass->isAtomic |= instruction.isAtomic();
  }
  for (auto &[root, pointerClass] : classes_) {
    const Uses use = uses.lookup(pointerClass.get());
    if (use.vector && use.isVector) {
      pointerClass->element = use.vector;
      continue;
    }
    const std::uint64_t size = use.type ? std::min<std::uint64_t>(use.narrowest, 8) : 4;
    const bool isPlain = use.type && !use.isMixed && !use.type->isPointerTy() &&
                         layout.getTypeStoreSize(use.type) == size && !use.type->isIntegerTy(1);
    pointerClass->element =
        isPlain && (use.type->isFloatingPointTy() || use.type->getScalarSizeInBits() == 8 * size)
            ? use.type
            : Type::getIntNTy(function_.getContext(), static_cast<unsigned>(8 * size));
  }
}

} // namespace ursa::vulkan
