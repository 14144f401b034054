// Loads and stores of packs. See vectorizer.h.
#include "compiler/targets/host/vectorize/vectorizer.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::compiler::host {

// Bits and odd widths are packed in vectors, but not in memory.
bool Vectorizer::hasVectorForm(Type *type) const {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  Type *scalar = vector ? vector->getElementType() : type;
  if (!scalar->isSingleValueType() || (vector && scalar->isPointerTy()))
    return false;
  const TypeSize bits = layout_.getTypeSizeInBits(scalar);
  return bits == layout_.getTypeAllocSizeInBits(scalar) && bits.getFixedValue() <= 64;
}

unsigned Vectorizer::elementStep(Type *type, Value *pointer) const {
  return isDivergent(pointer) ? elementStep(type, strideOf(pointer)) : 0;
}

unsigned Vectorizer::elementStep(Type *type, const std::optional<LaneStride> &stride) const {
  if (!stride)
    return 0;
  const auto bytes =
      static_cast<int64_t>(layout_.getTypeStoreSize(type->getScalarType()).getFixedValue());
  const unsigned elements = elementsOf(type);
  if (stride->step <= 0 || stride->step % bytes != 0)
    return 0;
  const int64_t step = stride->step / bytes;
  return step >= elements && step <= std::max(elements, 1U) * int64_t{kMaxElementStep} &&
                 step * width_ <= 1024
             ? static_cast<unsigned>(step)
             : 0;
}

// The mask of a wide access: the elements of active lanes, without those between the lanes.
Value *Vectorizer::maskOfElements(Builder &builder, Value *mask, unsigned elements,
                                  unsigned step) const {
  Value *spreadMask = spread(builder, mask, step);
  if (step == elements)
    return spreadMask;
  std::vector<Constant *> isElement;
  for (unsigned i = 0; i < step * width_; ++i)
    isElement.push_back(builder.getInt1(i % step < elements));
  return builder.CreateAnd(spreadMask, ConstantVector::get(isElement));
}

// Small vectors are accessed as one integer.
Type *Vectorizer::wholeAccess(Type *type, Align align) const {
  if (!type->isVectorTy())
    return nullptr;
  const uint64_t bits = layout_.getTypeSizeInBits(type).getFixedValue();
  if ((bits != 32 && bits != 64) || align.value() * 8 < bits)
    return nullptr;
  return IntegerType::get(type->getContext(), static_cast<unsigned>(bits));
}

// Not all processors have masks for bytes and 16-bit numbers: then a lane is one larger integer.
FixedVectorType *Vectorizer::wholeLanes(Type *type, Align align, unsigned step,
                                        bool isStore) const {
  Type *whole = step == elementsOf(type) ? wholeAccess(type, align) : nullptr;
  if (!whole)
    return nullptr;
  auto *lanes = FixedVectorType::get(whole, width_);
  const auto isLegal = [&](Type *memory) {
    return isStore ? analyses_.target.isLegalMaskedStore(memory, align, 0)
                   : analyses_.target.isLegalMaskedLoad(memory, align, 0);
  };
  return !isLegal(wide(type)) && isLegal(lanes) ? lanes : nullptr;
}

bool Vectorizer::hasWideAccess(Instruction &access, unsigned step) const {
  Type *type = getLoadStoreType(&access);
  const Align align = getLoadStoreAlignment(&access);
  auto *memory = FixedVectorType::get(type->getScalarType(), step * width_);
  const bool isWhole = analyses_.shape.maskOf(access.getParent()).kind == LaneMask::Kind::Entry;
  if ((step == elementsOf(type) && isWhole) ||
      wholeLanes(type, align, step, isa<StoreInst>(access)))
    return true;
  return isa<LoadInst>(access) ? analyses_.target.isLegalMaskedLoad(memory, align, 0)
                               : analyses_.target.isLegalMaskedStore(memory, align, 0);
}

Value *Vectorizer::loadWide(Builder &builder, LoadInst &load, unsigned step, Value *first,
                            Value *mask) const {
  Type *type = load.getType();
  const unsigned elements = elementsOf(type);
  if (auto *lanes = wholeLanes(type, load.getAlign(), step, /*isStore=*/false))
    return builder.CreateBitCast(builder.CreateMaskedLoad(lanes, first, load.getAlign(), mask),
                                 wide(type));
  auto *memory = FixedVectorType::get(type->getScalarType(), step * width_);
  Value *all = builder.CreateMaskedLoad(memory, first, load.getAlign(),
                                        maskOfElements(builder, mask, elements, step));
  if (step == elements)
    return all;
  std::vector<int> lanes;
  for (unsigned i = 0; i < elements * width_; ++i)
    lanes.push_back(static_cast<int>(i / elements * step + i % elements));
  return builder.CreateShuffleVector(all, lanes);
}

Value *Vectorizer::loadLanes(Builder &builder, LoadInst &load, Value *pointers, Value *mask) {
  Type *type = load.getType();
  const unsigned elements = elementsOf(type);
  if (elements == 1)
    return gather(builder, type->getScalarType(), pointers, load.getAlign(), mask);
  if (Type *whole = wholeAccess(type, load.getAlign()))
    return builder.CreateBitCast(gather(builder, whole, pointers, load.getAlign(), mask),
                                 wide(type));
  const uint64_t bytes = layout_.getTypeStoreSize(type->getScalarType()).getFixedValue();
  std::vector<Value *> parts;
  for (unsigned i = 0; i < elements; ++i) {
    Value *places = builder.CreateGEP(type->getScalarType(), pointers, builder.getInt64(i));
    parts.push_back(gather(builder, type->getScalarType(), places,
                           commonAlignment(load.getAlign(), bytes * i), mask));
  }
  return interleave(builder, parts);
}

Value *Vectorizer::widenLoad(Builder &builder, LoadInst &load) {
  Type *type = load.getType();
  Value *pointer = load.getPointerOperand();
  const unsigned elements = elementsOf(type);
  const auto stride = strideOf(pointer);
  if (stride && stride->step == 0) {
    Instruction *scalar = load.clone();
    scalar->setOperand(0, laneZero(pointer));
    return splat(builder, builder.Insert(scalar));
  }
  Value *mask = maskOf(load);
  const auto bytes =
      static_cast<int64_t>(layout_.getTypeStoreSize(type->getScalarType()).getFixedValue());
  if (const unsigned step = elementStep(type, pointer); step && hasWideAccess(load, step))
    return loadWide(builder, load, step, laneZero(pointer), mask);
  if (const unsigned step = elementStep(type, analyses_.strides.conditionalOf(pointer));
      step && hasWideAccess(load, step))
    return addConditional(builder, load, pointer, nullptr, step, mask);
  if (stride && elements == 1 && stride->step == -bytes) {
    auto *memory = cast<FixedVectorType>(wide(type));
    std::vector<int> reverse;
    for (unsigned i = 0; i < width_; ++i)
      reverse.push_back(static_cast<int>(width_ - 1 - i));
    if (analyses_.target.isLegalMaskedLoad(memory, load.getAlign(), 0)) {
      Value *last = builder.CreateGEP(
          builder.getInt8Ty(), laneZero(pointer),
          builder.getInt64(static_cast<uint64_t>(-bytes * static_cast<int64_t>(width_ - 1))));
      Value *all = builder.CreateMaskedLoad(memory, last, load.getAlign(),
                                            builder.CreateShuffleVector(mask, reverse));
      return builder.CreateShuffleVector(all, reverse);
    }
  }
  return loadLanes(builder, load, vectorOf(builder, pointer), mask);
}

void Vectorizer::storeWide(Builder &builder, StoreInst &store, Value *value, unsigned step,
                           Value *first, Value *mask) const {
  Type *type = store.getValueOperand()->getType();
  const unsigned elements = elementsOf(type);
  if (auto *lanes = wholeLanes(type, store.getAlign(), step, /*isStore=*/true)) {
    builder.CreateMaskedStore(builder.CreateBitCast(value, lanes), first, store.getAlign(), mask);
    return;
  }
  if (step != elements) {
    std::vector<int> places(size_t{step} * width_, -1);
    for (unsigned i = 0; i < elements * width_; ++i)
      places[i / elements * step + i % elements] = static_cast<int>(i);
    value = builder.CreateShuffleVector(value, places);
  }
  builder.CreateMaskedStore(value, first, store.getAlign(),
                            maskOfElements(builder, mask, elements, step));
}

void Vectorizer::storeLanes(Builder &builder, StoreInst &store, Value *value, Value *pointers,
                            Value *mask) {
  Type *type = store.getValueOperand()->getType();
  const unsigned elements = elementsOf(type);
  if (elements == 1)
    return scatter(builder, value, pointers, store.getAlign(), mask);
  if (Type *whole = wholeAccess(type, store.getAlign()))
    return scatter(builder, builder.CreateBitCast(value, wide(whole)), pointers, store.getAlign(),
                   mask);
  const uint64_t bytes = layout_.getTypeStoreSize(type->getScalarType()).getFixedValue();
  for (unsigned i = 0; i < elements; ++i) {
    Value *places = builder.CreateGEP(type->getScalarType(), pointers, builder.getInt64(i));
    scatter(builder, elementOf(builder, value, elements, i), places,
            commonAlignment(store.getAlign(), bytes * i), mask);
  }
}

void Vectorizer::widenStore(Builder &builder, StoreInst &store) {
  Type *type = store.getValueOperand()->getType();
  Value *pointer = store.getPointerOperand();
  const auto stride = strideOf(pointer);
  Value *mask = maskOf(store);
  if (stride && stride->step == 0)
    return storeLastLane(builder, store, mask);
  Value *value = vectorOf(builder, store.getValueOperand());
  if (const unsigned step = elementStep(type, pointer); step && hasWideAccess(store, step))
    return storeWide(builder, store, value, step, laneZero(pointer), mask);
  if (const unsigned step = elementStep(type, analyses_.strides.conditionalOf(pointer));
      step && hasWideAccess(store, step)) {
    addConditional(builder, store, pointer, value, step, mask);
    return;
  }
  storeLanes(builder, store, value, vectorOf(builder, pointer), mask);
}

// All lanes store to one place: the last active one wins, as if they had run one after the other.
void Vectorizer::storeLastLane(Builder &builder, StoreInst &store, Value *mask) {
  Value *value = store.getValueOperand();
  const unsigned elements = elementsOf(value->getType());
  Value *stored = value;
  if (isDivergent(value)) {
    Value *vector = vectorOf(builder, value);
    Value *bits = builder.CreateBitCast(mask, builder.getIntNTy(width_));
    Value *zeros = builder.CreateBinaryIntrinsic(Intrinsic::ctlz, bits, builder.getTrue());
    Value *last = builder.CreateSub(builder.getInt64(width_ - 1),
                                    builder.CreateZExtOrTrunc(zeros, builder.getInt64Ty()));
    if (elements == 1) {
      stored = builder.CreateExtractElement(vector, last);
    } else {
      stored = PoisonValue::get(value->getType());
      Value *begin = builder.CreateMul(last, builder.getInt64(elements));
      for (unsigned i = 0; i < elements; ++i)
        stored = builder.CreateInsertElement(
            stored,
            builder.CreateExtractElement(vector, builder.CreateAdd(begin, builder.getInt64(i))), i);
    }
  }
  builder.CreateAlignedStore(stored, laneZero(store.getPointerOperand()), store.getAlign());
}

// Memory that inactive lanes may access.
Value *Vectorizer::scratch() {
  if (!scratch_) {
    Builder builder(&function_.getEntryBlock(), function_.getEntryBlock().begin());
    scratch_ = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), 64));
    scratch_->setAlignment(Align(64));
  }
  return scratch_;
}

Value *Vectorizer::gather(Builder &builder, Type *type, Value *pointers, Align align, Value *mask) {
  auto *vector = FixedVectorType::get(type, width_);
  if (analyses_.target.isLegalMaskedGather(vector, align) &&
      !analyses_.target.forceScalarizeMaskedGather(vector, align))
    return builder.CreateMaskedGather(vector, pointers, align, mask);
  // One load for each lane, without branches: inactive lanes read scratch memory.
  Value *places =
      builder.CreateSelect(mask, pointers, builder.CreateVectorSplat(width_, scratch()));
  Value *result = PoisonValue::get(vector);
  for (unsigned lane = 0; lane < width_; ++lane)
    result = builder.CreateInsertElement(
        result, builder.CreateAlignedLoad(type, builder.CreateExtractElement(places, lane), align),
        lane);
  return result;
}

void Vectorizer::scatter(Builder &builder, Value *value, Value *pointers, Align align,
                         Value *mask) {
  auto *vector = cast<VectorType>(value->getType());
  if (analyses_.target.isLegalMaskedScatter(vector, align) &&
      !analyses_.target.forceScalarizeMaskedScatter(vector, align)) {
    builder.CreateMaskedScatter(value, pointers, align, mask);
    return;
  }
  Value *places =
      builder.CreateSelect(mask, pointers, builder.CreateVectorSplat(width_, scratch()));
  for (unsigned lane = 0; lane < width_; ++lane)
    builder.CreateAlignedStore(builder.CreateExtractElement(value, lane),
                               builder.CreateExtractElement(places, lane), align);
}

} // namespace ursa::compiler::host
