// The vector form of each instruction. See vectorizer.h.
#include "compiler/targets/host/vectorize/lane_uniformity.h"
#include "compiler/targets/host/vectorize/vectorizer.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace ursa::compiler::host {

bool Vectorizer::isDropped(const Instruction &instruction) const {
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (!intrinsic || !intrinsic->isAssumeLikeIntrinsic())
    return false;
  return instruction.getType()->isVoidTy();
}

void Vectorizer::widen(Instruction &instruction) {
  if (isDropped(instruction)) {
    replaced_.push_back(&instruction);
    return;
  }
  if (widenSubGroupOperation(instruction))
    return;
  Builder builder(&instruction);
  auto *store = dyn_cast<StoreInst>(&instruction);
  const bool isPerLane = runsPerLane(instruction);
  if (!isDivergent(&instruction) && !isPerLane) {
    const bool isSame =
        none_of(instruction.operands(), [&](const Use &operand) { return isDivergent(operand); });
    if (isSame)
      return; // stays: some lane is active where it runs
  }
  if (strideOf(&instruction) && !isPerLane && isDivergent(&instruction)) {
    replaced_.push_back(&instruction);
    return; // created when it is needed
  }
  replaced_.push_back(&instruction);
  if (!isPerLane && store && store->isSimple() &&
      hasVectorForm(store->getValueOperand()->getType()))
    return widenStore(builder, *store);
  if (!isPerLane)
    if (Value *value = widenValue(builder, instruction)) {
      vectors_[&instruction] = value;
      return;
    }
  // No vector form: one lane after the other.
  std::vector<Value *> operands;
  for (Value *operand : instruction.operands())
    operands.push_back(isDivergent(operand) ? vectorOf(builder, operand) : nullptr);
  Value *mask = maskOf(instruction);
  Type *type = instruction.getType();
  if (Value *value =
          laneLoops_.add(instruction, mask, operands, type->isVoidTy() ? nullptr : wide(type)))
    vectors_[&instruction] = value;
}

Value *Vectorizer::widenValue(Builder &builder, Instruction &instruction) {
  const auto operand = [&](unsigned i) { return vectorOf(builder, instruction.getOperand(i)); };
  const auto withFlags = [&](Value *value) {
    if (auto *copy = dyn_cast<Instruction>(value))
      copy->copyIRFlags(&instruction);
    return value;
  };
  if (auto *operation = dyn_cast<BinaryOperator>(&instruction))
    return withFlags(widenBinary(builder, *operation));
  if (isa<UnaryOperator>(instruction))
    return withFlags(builder.CreateFNeg(operand(0)));
  if (auto *compare = dyn_cast<CmpInst>(&instruction)) {
    if (Value *narrow = widenNarrowCompare(builder, *compare))
      return narrow;
    return withFlags(builder.CreateCmp(compare->getPredicate(), operand(0), operand(1)));
  }
  if (auto *select = dyn_cast<SelectInst>(&instruction))
    return widenSelect(builder, *select);
  if (isa<FreezeInst>(instruction))
    return builder.CreateFreeze(operand(0));
  if (auto *cast = dyn_cast<CastInst>(&instruction))
    return withFlags(builder.CreateCast(cast->getOpcode(), operand(0), wide(cast->getType())));
  if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    return widenAddress(builder, *address);
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
    return widenShuffle(builder, *shuffle);
  if (isa<ExtractElementInst, InsertElementInst>(instruction))
    return widenElementAccess(builder, instruction);
  if (auto *part = dyn_cast<ExtractValueInst>(&instruction))
    return part->getNumIndices() == 1 ? builder.CreateExtractValue(operand(0), part->getIndices())
                                      : nullptr;
  if (auto *part = dyn_cast<InsertValueInst>(&instruction))
    return part->getNumIndices() == 1
               ? builder.CreateInsertValue(operand(0), operand(1), part->getIndices())
               : nullptr;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() && hasVectorForm(load->getType()) ? widenLoad(builder, *load) : nullptr;
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return widenIntrinsic(builder, *call);
  return nullptr;
}

// A comparison of a 64-bit id, or a sum of ids, with a uniform bound: 32 bits are half as many
// registers. What exceeds 32 bits is above all ids.
Value *Vectorizer::widenNarrowCompare(Builder &builder, CmpInst &compare) {
  constexpr unsigned kIdBits = 31;
  Value *id = compare.getOperand(0);
  Value *bound = compare.getOperand(1);
  CmpInst::Predicate predicate = compare.getPredicate();
  if (!id->getType()->isIntegerTy(64))
    return nullptr;
  if (!isDivergent(id)) {
    std::swap(id, bound);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  const auto stride = strideOf(id);
  if (isDivergent(bound) || !stride || stride->step == 0 ||
      computeKnownBits(id, layout_).countMaxActiveBits() > kIdBits)
    return nullptr;
  const auto either = [&](CmpInst::Predicate first, Value *value, Value *other) {
    return builder.CreateSelect(builder.CreateICmp(first, value, other), value, other);
  };
  Value *most = builder.getInt64(uint64_t{1} << kIdBits);
  Value *limit =
      either(CmpInst::isSigned(predicate) ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, bound, most);
  if (CmpInst::isSigned(predicate)) {
    // id <= bound becomes id < bound + 1, which is not negative: then both are unsigned.
    if (predicate == CmpInst::ICMP_SLE || predicate == CmpInst::ICMP_SGT)
      limit = builder.CreateAdd(limit, builder.getInt64(1));
    limit = either(CmpInst::ICMP_SGT, limit, builder.getInt64(0));
    predicate = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate) ? CmpInst::ICMP_ULT
                                                                       : CmpInst::ICMP_UGE;
  }
  Type *narrow = builder.getInt32Ty();
  Value *zero = builder.CreateTrunc(laneZero(id), narrow);
  Value *numbers =
      builder.CreateAdd(builder.CreateVectorSplat(width_, zero), laneOffsets(narrow, stride->step));
  return builder.CreateICmp(predicate, numbers,
                            builder.CreateVectorSplat(width_, builder.CreateTrunc(limit, narrow)));
}

Value *Vectorizer::widenBinary(Builder &builder, BinaryOperator &operation) {
  Value *left = vectorOf(builder, operation.getOperand(0));
  Value *right = vectorOf(builder, operation.getOperand(1));
  if (operation.isIntDivRem() && !isa<Constant>(operation.getOperand(1))) {
    // Divisions of inactive lanes must not trap.
    Value *mask = maskOf(operation);
    right = blend(builder, mask, right, ConstantInt::get(right->getType(), 1));
    if (operation.getOpcode() == Instruction::SDiv || operation.getOpcode() == Instruction::SRem)
      left = blend(builder, mask, left, Constant::getNullValue(left->getType()));
  } else if (operation.getOpcode() == Instruction::SDiv ||
             operation.getOpcode() == Instruction::SRem) {
    left = blend(builder, maskOf(operation), left, Constant::getNullValue(left->getType()));
  }
  return builder.CreateBinOp(operation.getOpcode(), left, right);
}

Value *Vectorizer::widenSelect(Builder &builder, SelectInst &select) {
  Value *condition = select.getCondition();
  Value *whenTrue = vectorOf(builder, select.getTrueValue());
  Value *whenFalse = vectorOf(builder, select.getFalseValue());
  Value *result = nullptr;
  if (!isDivergent(condition) && !condition->getType()->isVectorTy()) {
    result = builder.CreateSelect(condition, whenTrue, whenFalse);
  } else if (whenTrue->getType()->isStructTy()) {
    return blend(builder, vectorOf(builder, condition), whenTrue, whenFalse);
  } else {
    Value *mask = vectorOf(builder, condition);
    if (!condition->getType()->isVectorTy())
      mask = spread(builder, mask, elementsOf(select.getType()));
    result = builder.CreateSelect(mask, whenTrue, whenFalse);
  }
  if (auto *copy = dyn_cast<SelectInst>(result); copy && isa<FPMathOperator>(copy))
    copy->copyFastMathFlags(&select);
  return result;
}

Value *Vectorizer::widenAddress(Builder &builder, GetElementPtrInst &address) {
  Value *base = address.getPointerOperand();
  std::vector<Value *> indices;
  for (const Use &index : address.indices())
    indices.push_back(isDivergent(index) ? vectorOf(builder, index) : index.get());
  return builder.CreateGEP(address.getSourceElementType(),
                           isDivergent(base) ? vectorOf(builder, base) : base, indices, "",
                           address.getNoWrapFlags());
}

// Accesses of one element: a constant index is a shuffle, any other a choice among all elements.
Value *Vectorizer::widenElementAccess(Builder &builder, Instruction &instruction) {
  const bool isInsert = isa<InsertElementInst>(instruction);
  const unsigned elements = elementsOf(instruction.getOperand(0)->getType());
  Value *vector = vectorOf(builder, instruction.getOperand(0));
  Value *index = instruction.getOperand(isInsert ? 2 : 1);
  std::vector<Value *> parts;
  if (const auto *constant = dyn_cast<ConstantInt>(index)) {
    const uint64_t at = constant->getValue().getLimitedValue();
    if (at >= elements)
      return PoisonValue::get(wide(instruction.getType()));
    if (!isInsert)
      return elementOf(builder, vector, elements, static_cast<unsigned>(at));
    for (unsigned i = 0; i < elements; ++i)
      parts.push_back(i == at ? vectorOf(builder, instruction.getOperand(1))
                              : elementOf(builder, vector, elements, i));
    return interleave(builder, parts);
  }
  Value *places = vectorOf(builder, index);
  Value *given = isInsert ? vectorOf(builder, instruction.getOperand(1)) : nullptr;
  Value *chosen = nullptr;
  for (unsigned i = 0; i < elements; ++i) {
    Value *isHere = builder.CreateICmpEQ(places, ConstantInt::get(places->getType(), i));
    Value *element = elementOf(builder, vector, elements, i);
    if (isInsert)
      parts.push_back(builder.CreateSelect(isHere, given, element));
    else
      chosen = chosen ? builder.CreateSelect(isHere, element, chosen) : element;
  }
  return isInsert ? interleave(builder, parts) : chosen;
}

Value *Vectorizer::widenShuffle(Builder &builder, ShuffleVectorInst &shuffle) {
  const unsigned from = elementsOf(shuffle.getOperand(0)->getType());
  std::vector<int> mask;
  for (unsigned lane = 0; lane < width_; ++lane)
    for (const int index : shuffle.getShuffleMask()) {
      const auto element = static_cast<unsigned>(index);
      mask.push_back(index < 0        ? -1
                     : element < from ? static_cast<int>(lane * from + element)
                                      : static_cast<int>((width_ + lane) * from + element - from));
    }
  return builder.CreateShuffleVector(vectorOf(builder, shuffle.getOperand(0)),
                                     vectorOf(builder, shuffle.getOperand(1)), mask);
}

Value *Vectorizer::widenIntrinsic(Builder &builder, IntrinsicInst &call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  if (isa<VectorType>(call.arg_size() > 0 ? call.getArgOperand(call.arg_size() - 1)->getType()
                                          : call.getType()) &&
      StringRef(Intrinsic::getBaseName(id)).starts_with("llvm.vector.reduce."))
    return widenReduction(builder, call);
  if (!isTriviallyVectorizable(id))
    return nullptr;
  const auto *target = &analyses_.target;
  std::vector<Type *> types;
  if (auto *members = dyn_cast<StructType>(call.getType())) {
    for (unsigned i = 0; i < members->getNumElements(); ++i)
      if (isVectorIntrinsicWithStructReturnOverloadAtField(id, static_cast<int>(i), target))
        types.push_back(wide(members->getElementType(i)));
  } else if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, target)) {
    types.push_back(wide(call.getType()));
  }
  std::vector<Value *> operands;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value *operand = call.getArgOperand(i);
    const bool isScalar = isVectorIntrinsicWithScalarOpAtArg(id, i, target);
    if (isScalar && isDivergent(operand))
      return nullptr;
    operands.push_back(isScalar ? operand : vectorOf(builder, operand));
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i), target))
      types.push_back(operands.back()->getType());
  }
  Function *callee = Intrinsic::getOrInsertDeclaration(function_.getParent(), id, types);
  CallInst *copy = builder.CreateCall(callee, operands);
  if (isa<FPMathOperator>(copy))
    copy->copyFastMathFlags(&call);
  return copy;
}

// A reduction of each lane's own vector, in the order of its elements.
Value *Vectorizer::widenReduction(Builder &builder, IntrinsicInst &call) {
  Value *own = call.getArgOperand(call.arg_size() - 1);
  Value *vector = vectorOf(builder, own);
  const unsigned elements = elementsOf(own->getType());
  Value *result = call.arg_size() == 2 ? vectorOf(builder, call.getArgOperand(0)) : nullptr;
  for (unsigned i = 0; i < elements; ++i) {
    Value *element = elementOf(builder, vector, elements, i);
    if (!result) {
      result = element;
      continue;
    }
    switch (call.getIntrinsicID()) {
    case Intrinsic::vector_reduce_fadd:
    case Intrinsic::vector_reduce_fmul:
    case Intrinsic::vector_reduce_add:
    case Intrinsic::vector_reduce_mul:
    case Intrinsic::vector_reduce_and:
    case Intrinsic::vector_reduce_or:
    case Intrinsic::vector_reduce_xor:
      result = builder.CreateBinOp(static_cast<Instruction::BinaryOps>(
                                       getArithmeticReductionInstruction(call.getIntrinsicID())),
                                   result, element);
      break;
    case Intrinsic::vector_reduce_smax:
    case Intrinsic::vector_reduce_smin:
    case Intrinsic::vector_reduce_umax:
    case Intrinsic::vector_reduce_umin:
      result = builder.CreateBinaryIntrinsic(getMinMaxReductionIntrinsicOp(call.getIntrinsicID()),
                                             result, element);
      break;
    default:
      return nullptr;
    }
    if (auto *step = dyn_cast<Instruction>(result); step && isa<FPMathOperator>(step))
      step->copyFastMathFlags(&call);
  }
  return result;
}

} // namespace ursa::compiler::host
