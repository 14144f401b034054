// See pointer_classes.h.
#include "compiler/targets/vulkan/pointer_classes.h"

#include "compiler/targets/vulkan/memory_access.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

bool isNullOrUndef(const Value *pointer) { return isa<ConstantPointerNull, UndefValue>(pointer); }

} // namespace

bool isLogicalPointer(const Value *pointer) {
  const unsigned space = addressSpaceOf(*pointer);
  return space == 0 || space == 3;
}

/// How the pointers of a class are accessed.
struct PointerClasses::AccessSummary {
  Type *type = nullptr;              ///< scalar type of the first access
  bool isMixed = false;              ///< whether other accesses have other types
  std::uint64_t narrowest = 16;      ///< bytes that divide all sizes and alignments
  FixedVectorType *vector = nullptr; ///< type of the last access, if it is a vector
  bool isVector = true;              ///< whether all accesses are of one aligned vector type
};

PointerClasses::PointerClasses(Function &function) : function_(function), parent_{0, 1} {
  for (Instruction &instruction : instructions(function))
    collectConstraints(instruction);
  collectObjects();
  for (unsigned node : nullableNodes_)
    if (auto found = classes_.find(find(node)); found != classes_.end())
      found->second->hasNull = true;
  for (unsigned escaping : {0U, 1U})
    if (auto found = classes_.find(find(escaping)); found != classes_.end())
      found->second->hasNull = true;
  chooseElementTypes();
}

PointerClass *PointerClasses::classOf(Value *pointer) {
  if (!isLogicalPointer(pointer) || isNullOrUndef(pointer))
    return nullptr;
  const auto known = nodes_.find(pointer);
  if (known == nodes_.end())
    return nullptr;
  const auto found = classes_.find(find(known->second));
  return found == classes_.end() ? nullptr : found->second.get();
}

std::vector<PointerClass *> PointerClasses::classes() {
  // Sort by the first objects, so that the order does not depend on addresses.
  std::vector<PointerClass *> result;
  for (auto &[root, pointerClass] : classes_)
    result.push_back(pointerClass.get());
  sort(result, [&](const PointerClass *a, const PointerClass *b) {
    return nodes_.lookup(a->objects.front()) < nodes_.lookup(b->objects.front());
  });
  return result;
}

unsigned PointerClasses::nodeOf(Value *pointer) {
  const auto [entry, isNew] = nodes_.insert({pointer, static_cast<unsigned>(parent_.size())});
  if (isNew)
    parent_.push_back(entry->second);
  return entry->second;
}

unsigned PointerClasses::find(unsigned node) {
  while (parent_[node] != node) {
    parent_[node] = parent_[parent_[node]];
    node = parent_[node];
  }
  return node;
}

void PointerClasses::unite(Value *a, Value *b) {
  if (!isLogicalPointer(a) || !isLogicalPointer(b))
    return;
  if (isNullOrUndef(a) || isNullOrUndef(b)) {
    markNullable(isNullOrUndef(a) ? b : a);
    return;
  }
  parent_[find(nodeOf(a))] = find(nodeOf(b));
}

void PointerClasses::markNullable(Value *pointer) {
  if (!isNullOrUndef(pointer))
    nullableNodes_.push_back(nodeOf(pointer));
}

void PointerClasses::markEscaping(Value *pointer) {
  if (isLogicalPointer(pointer) && !isNullOrUndef(pointer))
    parent_[find(nodeOf(pointer))] = find(addressSpaceOf(*pointer) == 3 ? 1 : 0);
}

void PointerClasses::collectConstraints(Instruction &instruction) {
  if (isa<GetElementPtrInst, FreezeInst, BitCastInst>(instruction)) {
    unite(&instruction, instruction.getOperand(0));
  } else if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    for (Value *value : phi->incoming_values())
      unite(phi, value);
  } else if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    unite(select, select->getTrueValue());
    unite(select, select->getFalseValue());
  } else if (auto *compare = dyn_cast<ICmpInst>(&instruction)) {
    unite(compare->getOperand(0), compare->getOperand(1));
  } else if (isa<AddrSpaceCastInst, PtrToIntInst, PtrToAddrInst, IntToPtrInst>(instruction)) {
    markEscaping(instruction.getOperand(0));
    markEscaping(&instruction);
  } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    markEscaping(store->getValueOperand());
  } else if (isa<LoadInst, AtomicRMWInst>(instruction)) {
    markEscaping(&instruction);
  }
}

void PointerClasses::collectObjects() {
  SetVector<Value *> objects;
  for (Instruction &instruction : instructions(function_)) {
    if (isa<AllocaInst>(instruction))
      objects.insert(&instruction);
    for (Value *operand : instruction.operands())
      if (auto *variable = dyn_cast<GlobalVariable>(operand);
          variable && isLogicalPointer(variable))
        objects.insert(variable);
  }
  for (Value *object : objects) {
    auto &pointerClass = classes_[find(nodeOf(object))];
    if (!pointerClass)
      pointerClass = std::make_unique<PointerClass>();
    pointerClass->objects.push_back(object);
    pointerClass->space = addressSpaceOf(*object);
  }
}

void PointerClasses::chooseElementTypes() {
  const DataLayout &layout = function_.getDataLayout();
  DenseMap<PointerClass *, AccessSummary> uses;
  for (Instruction &instruction : instructions(function_)) {
    Value *pointer = accessedPointer(instruction);
    PointerClass *pointerClass = pointer ? classOf(pointer) : nullptr;
    if (!pointerClass)
      continue;
    AccessSummary &use = uses[pointerClass];
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
    // The largest power of two that divides the size; i24 has three bytes.
    use.narrowest = std::min({use.narrowest, size & (~size + 1), accessAlign(instruction).value()});
    pointerClass->isAtomic |= instruction.isAtomic();
  }
  for (auto &[root, pointerClass] : classes_) {
    const AccessSummary use = uses.lookup(pointerClass.get());
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

} // namespace ursa::compiler::vulkan
