// The values of lanes: vectors, scalars of lane 0, masks. See vectorizer.h.
#include "compiler/targets/host/vectorize/lane_functions.h"
#include "compiler/targets/host/vectorize/vectorizer.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

/// Returns the place right after a definition; that of an argument is the entry.
BasicBlock::iterator afterDefinition(Function &function, Value &value) {
  if (auto *instruction = dyn_cast<Instruction>(&value))
    return *instruction->getInsertionPointAfterDef();
  return function.getEntryBlock().getFirstInsertionPt();
}

constexpr int kModular = 0;
constexpr int kSigned = 1;
constexpr int kUnsigned = 2;

} // namespace

Type *Vectorizer::wide(Type *type) const {
  if (auto *members = dyn_cast<StructType>(type)) {
    std::vector<Type *> types;
    for (Type *member : members->elements())
      types.push_back(wide(member));
    return StructType::get(type->getContext(), types);
  }
  return FixedVectorType::get(type->getScalarType(), elementsOf(type) * width_);
}

unsigned Vectorizer::elementsOf(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

std::optional<LaneStride> Vectorizer::strideOf(const Value *value) const {
  if (!isDivergent(value))
    return LaneStride{.step = 0, .isSigned = true, .isUnsigned = true};
  return analyses_.strides.of(value);
}

Value *Vectorizer::splat(Builder &builder, Value *value) const {
  Type *type = value->getType();
  if (isa<UndefValue>(value))
    return PoisonValue::get(wide(type));
  if (type->isStructTy()) {
    Value *whole = PoisonValue::get(wide(type));
    for (unsigned i = 0; i < type->getStructNumElements(); ++i)
      whole =
          builder.CreateInsertValue(whole, splat(builder, builder.CreateExtractValue(value, i)), i);
    return whole;
  }
  const unsigned elements = elementsOf(type);
  if (!type->isVectorTy())
    return builder.CreateVectorSplat(width_, value);
  std::vector<int> mask;
  for (unsigned i = 0; i < elements * width_; ++i)
    mask.push_back(static_cast<int>(i % elements));
  return builder.CreateShuffleVector(value, mask);
}

Constant *Vectorizer::laneOffsets(Type *type, int64_t step) const {
  std::vector<Constant *> offsets;
  for (unsigned lane = 0; lane < width_; ++lane)
    offsets.push_back(ConstantInt::get(type, static_cast<uint64_t>(step) * lane,
                                       /*IsSigned=*/true, /*ImplicitTrunc=*/true));
  return ConstantVector::get(offsets);
}

Value *Vectorizer::vectorOf(Builder &builder, Value *value) {
  if (!isDivergent(value))
    return splat(builder, value);
  if (const auto known = vectors_.find(value); known != vectors_.end())
    return known->second;
  // A value with a stride: the vector is created once, at the definition.
  const int64_t step = strideOf(value)->step;
  Value *zero = laneZero(value);
  Builder at(function_.getContext());
  const auto position = afterDefinition(function_, *zero);
  auto *instruction = dyn_cast<Instruction>(zero);
  at.SetInsertPoint(instruction ? instruction->getParent() : &function_.getEntryBlock(), position);
  Value *vector = nullptr;
  if (value->getType()->isPointerTy())
    vector = at.CreateGEP(at.getInt8Ty(), zero, laneOffsets(at.getInt64Ty(), step));
  else
    vector = at.CreateAdd(at.CreateVectorSplat(width_, zero), laneOffsets(value->getType(), step));
  return vectors_[value] = vector;
}

Value *Vectorizer::laneZero(Value *value) {
  if (const auto known = laneZeros_.find(value); known != laneZeros_.end())
    return known->second;
  if (!isDivergent(value) || isa<Argument>(value))
    return value;
  auto &instruction = *cast<Instruction>(value);
  Value *zero = nullptr;
  if (auto *phi = dyn_cast<PHINode>(value))
    zero = phiOfLaneZero(*phi, phi->getType(), kModular);
  else
    zero = computeLaneZero(instruction);
  return laneZeros_[value] = zero;
}

// The operation of lane 0. Lane 0 may be inactive, so that no flag of the operation holds for it.
Value *Vectorizer::computeLaneZero(Instruction &instruction) {
  Builder builder(&instruction);
  if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
    // The variables of all lanes, one after the other.
    Builder top(&function_.getEntryBlock(), function_.getEntryBlock().begin());
    auto *type = ArrayType::get(top.getInt8Ty(),
                                variable->getAllocationSize(layout_)->getFixedValue() * width_);
    AllocaInst *all = top.CreateAlloca(type, nullptr, variable->getName());
    all->setAlignment(std::max(variable->getAlign(), Align(64)));
    return all;
  }
  if (isa<ZExtInst, SExtInst>(instruction)) {
    Value *from = instruction.getOperand(0);
    if (const auto conditional = analyses_.strides.conditionalOf(&instruction);
        conditional && conditional->unlessOverflow == &instruction)
      return builder.CreateCast(cast<CastInst>(instruction).getOpcode(), laneZero(from),
                                instruction.getType());
    const LaneStride stride = *strideOf(from);
    const bool isSigned = isa<SExtInst>(instruction) || !stride.isUnsigned;
    return builder.CreateTrunc(wideLaneZero(from, isSigned), instruction.getType());
  }
  if (instruction.getOpcode() == Instruction::Or)
    return builder.CreateAdd(laneZero(instruction.getOperand(0)),
                             laneZero(instruction.getOperand(1)));
  std::vector<Value *> operands;
  for (Value *operand : instruction.operands()) {
    const bool isIndex = isa<GetElementPtrInst>(instruction) && isDivergent(operand) &&
                         operand->getType()->isIntegerTy() && !operand->getType()->isIntegerTy(64);
    operands.push_back(isIndex ? wideLaneZero(operand, true) : laneZero(operand));
  }
  Instruction *copy = instruction.clone();
  for (unsigned i = 0; i < operands.size(); ++i)
    copy->setOperand(i, operands[i]);
  copy->dropPoisonGeneratingFlags();
  copy->insertBefore(instruction.getIterator());
  return copy;
}

Value *Vectorizer::phiOfLaneZero(PHINode &phi, Type *type, int extension) {
  Builder builder(&phi);
  PHINode *scalar = builder.CreatePHI(type, phi.getNumIncomingValues(), phi.getName());
  stridePhis_.push_back({&phi, scalar, extension});
  return scalar;
}

void Vectorizer::fillStridePhis() {
  for (size_t i = 0; i < stridePhis_.size(); ++i) { // grows during the iteration
    const StridePhi phi = stridePhis_[i];
    for (unsigned k = 0; k < phi.own->getNumIncomingValues(); ++k) {
      Value *value = phi.own->getIncomingValue(k);
      Value *zero = nullptr;
      if (isa<UndefValue>(value))
        zero = Constant::getNullValue(phi.scalar->getType());
      else if (phi.extension == kModular)
        zero = laneZero(value);
      else
        zero = wideLaneZero(value, phi.extension == kSigned);
      phi.scalar->addIncoming(zero, phi.own->getIncomingBlock(k));
    }
  }
}

Value *Vectorizer::wideLaneZero(Value *value, bool isSigned) {
  if (value->getType()->isIntegerTy(64))
    return laneZero(value);
  const std::pair<const Value *, int> key(value, isSigned ? kSigned : kUnsigned);
  if (const auto known = wideLaneZeros_.find(key); known != wideLaneZeros_.end())
    return known->second;
  Value *wide = computeWideLaneZero(value, isSigned);
  return wideLaneZeros_[key] = wide;
}

Value *Vectorizer::computeWideLaneZero(Value *value, bool isSigned) {
  auto *instruction = dyn_cast<Instruction>(value);
  Builder builder(function_.getContext());
  Type *type = builder.getInt64Ty();
  if (!isDivergent(value)) {
    if (auto *constant = dyn_cast<ConstantInt>(value))
      return builder.getInt64(isSigned ? static_cast<uint64_t>(constant->getSExtValue())
                                       : constant->getZExtValue());
    builder.SetInsertPoint(instruction ? instruction->getParent() : &function_.getEntryBlock(),
                           afterDefinition(function_, *value));
    return isSigned ? builder.CreateSExt(value, type) : builder.CreateZExt(value, type);
  }
  if (isLaneNumber(*value))
    return builder.getInt64(0);
  if (auto *phi = dyn_cast<PHINode>(value)) {
    Value *wide = phiOfLaneZero(*phi, type, isSigned ? kSigned : kUnsigned);
    return wide;
  }
  builder.SetInsertPoint(instruction);
  const auto operand = [&](unsigned i) {
    return wideLaneZero(instruction->getOperand(i), isSigned);
  };
  switch (instruction->getOpcode()) {
  case Instruction::Add:
  case Instruction::Or:
    return builder.CreateAdd(operand(0), operand(1));
  case Instruction::Sub:
    return builder.CreateSub(operand(0), operand(1));
  case Instruction::Mul:
    return builder.CreateMul(operand(0), operand(1));
  case Instruction::Shl:
    return builder.CreateShl(operand(0), wideLaneZero(instruction->getOperand(1), false));
  case Instruction::Select:
    return builder.CreateSelect(instruction->getOperand(0), operand(1), operand(2));
  case Instruction::Trunc:
    return operand(0);
  default: { // an extension of a still narrower value
    const bool isSext = isa<SExtInst>(instruction);
    const LaneStride stride = *strideOf(instruction->getOperand(0));
    return wideLaneZero(instruction->getOperand(0), isSext || !stride.isUnsigned);
  }
  }
}

Value *Vectorizer::spread(Builder &builder, Value *mask, unsigned elements) const {
  if (elements == 1)
    return mask;
  std::vector<int> lanes;
  for (unsigned i = 0; i < elements * width_; ++i)
    lanes.push_back(static_cast<int>(i / elements));
  return builder.CreateShuffleVector(mask, lanes);
}

Value *Vectorizer::blend(Builder &builder, Value *mask, Value *active, Value *inactive) const {
  Type *type = active->getType();
  if (type->isStructTy()) {
    Value *whole = PoisonValue::get(type);
    for (unsigned i = 0; i < type->getStructNumElements(); ++i)
      whole = builder.CreateInsertValue(whole,
                                        blend(builder, mask, builder.CreateExtractValue(active, i),
                                              builder.CreateExtractValue(inactive, i)),
                                        i);
    return whole;
  }
  if (isa<UndefValue>(inactive))
    return active;
  return builder.CreateSelect(spread(builder, mask, elementsOf(type) / width_), active, inactive);
}

Value *Vectorizer::anyOf(Builder &builder, Value *mask) const {
  Type *bits = builder.getIntNTy(width_);
  return builder.CreateICmpNE(builder.CreateBitCast(mask, bits), ConstantInt::get(bits, 0));
}

Value *Vectorizer::elementOf(Builder &builder, Value *vector, unsigned elements,
                             unsigned index) const {
  if (elements == 1)
    return vector;
  std::vector<int> mask;
  for (unsigned lane = 0; lane < width_; ++lane)
    mask.push_back(static_cast<int>(lane * elements + index));
  return builder.CreateShuffleVector(vector, mask);
}

Value *Vectorizer::interleave(Builder &builder, ArrayRef<Value *> elements) const {
  if (elements.size() == 1)
    return elements[0];
  Value *whole = nullptr;
  const auto count = static_cast<unsigned>(elements.size());
  for (unsigned index = 0; index < count; ++index) {
    // Each lane's element moves to its place; the places of other elements stay.
    std::vector<int> place(size_t{count} * width_, -1);
    for (unsigned lane = 0; lane < width_; ++lane)
      place[lane * count + index] = static_cast<int>(lane);
    Value *placed = builder.CreateShuffleVector(elements[index], place);
    if (!whole) {
      whole = placed;
      continue;
    }
    std::vector<int> merge;
    for (unsigned i = 0; i < count * width_; ++i)
      merge.push_back(static_cast<int>(i % count == index ? i + count * width_ : i));
    whole = builder.CreateShuffleVector(whole, placed, merge);
  }
  return whole;
}

} // namespace ursa::compiler::host
