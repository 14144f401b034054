// The vector form of each instruction. See vectorizer.h.
#include "compiler/targets/host/vectorize/lane_uniformity.h"
#include "compiler/targets/host/vectorize/vectorizer.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace ursa::host {

bool Vectorizer::isDropped(const llvm::Instruction &instruction) const {
  const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!intrinsic || !intrinsic->isAssumeLikeIntrinsic())
    return false;
  return instruction.getType()->isVoidTy();
}

void Vectorizer::widen(llvm::Instruction &instruction) {
  if (isDropped(instruction)) {
    replaced_.push_back(&instruction);
    return;
  }
  Builder builder(&instruction);
  auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  const bool isPerLane = runsPerLane(instruction);
  if (!isDivergent(&instruction) && !isPerLane) {
    const bool isSame = llvm::none_of(
        instruction.operands(), [&](const llvm::Use &operand) { return isDivergent(operand); });
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
    if (llvm::Value *value = widenValue(builder, instruction)) {
      vectors_[&instruction] = value;
      return;
    }
  // No vector form: one lane after the other.
  std::vector<llvm::Value *> operands;
  for (llvm::Value *operand : instruction.operands())
    operands.push_back(isDivergent(operand) ? vectorOf(builder, operand) : nullptr);
  llvm::Value *mask = maskOf(instruction);
  llvm::Type *type = instruction.getType();
  if (llvm::Value *value =
          laneLoops_.add(instruction, mask, operands, type->isVoidTy() ? nullptr : wide(type)))
    vectors_[&instruction] = value;
}

llvm::Value *Vectorizer::widenValue(Builder &builder, llvm::Instruction &instruction) {
  const auto operand = [&](unsigned i) { return vectorOf(builder, instruction.getOperand(i)); };
  const auto withFlags = [&](llvm::Value *value) {
    if (auto *copy = llvm::dyn_cast<llvm::Instruction>(value))
      copy->copyIRFlags(&instruction);
    return value;
  };
  if (auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return withFlags(widenBinary(builder, *operation));
  if (llvm::isa<llvm::UnaryOperator>(instruction))
    return withFlags(builder.CreateFNeg(operand(0)));
  if (auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return withFlags(builder.CreateCmp(compare->getPredicate(), operand(0), operand(1)));
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return widenSelect(builder, *select);
  if (llvm::isa<llvm::FreezeInst>(instruction))
    return builder.CreateFreeze(operand(0));
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return withFlags(builder.CreateCast(cast->getOpcode(), operand(0), wide(cast->getType())));
  if (auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return widenAddress(builder, *address);
  if (auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
    return widenShuffle(builder, *shuffle);
  if (llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst>(instruction))
    return widenElementAccess(builder, instruction);
  if (auto *part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return part->getNumIndices() == 1 ? builder.CreateExtractValue(operand(0), part->getIndices())
                                      : nullptr;
  if (auto *part = llvm::dyn_cast<llvm::InsertValueInst>(&instruction))
    return part->getNumIndices() == 1
               ? builder.CreateInsertValue(operand(0), operand(1), part->getIndices())
               : nullptr;
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isSimple() && hasVectorForm(load->getType()) ? widenLoad(builder, *load) : nullptr;
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return widenIntrinsic(builder, *call);
  return nullptr;
}

llvm::Value *Vectorizer::widenBinary(Builder &builder, llvm::BinaryOperator &operation) {
  llvm::Value *left = vectorOf(builder, operation.getOperand(0));
  llvm::Value *right = vectorOf(builder, operation.getOperand(1));
  if (operation.isIntDivRem() && !llvm::isa<llvm::Constant>(operation.getOperand(1))) {
    // Divisions of inactive lanes must not trap.
    llvm::Value *mask = maskOf(operation);
    right = blend(builder, mask, right, llvm::ConstantInt::get(right->getType(), 1));
    if (operation.getOpcode() == llvm::Instruction::SDiv ||
        operation.getOpcode() == llvm::Instruction::SRem)
      left = blend(builder, mask, left, llvm::Constant::getNullValue(left->getType()));
  } else if (operation.getOpcode() == llvm::Instruction::SDiv ||
             operation.getOpcode() == llvm::Instruction::SRem) {
    left = blend(builder, maskOf(operation), left, llvm::Constant::getNullValue(left->getType()));
  }
  return builder.CreateBinOp(operation.getOpcode(), left, right);
}

llvm::Value *Vectorizer::widenSelect(Builder &builder, llvm::SelectInst &select) {
  llvm::Value *condition = select.getCondition();
  llvm::Value *whenTrue = vectorOf(builder, select.getTrueValue());
  llvm::Value *whenFalse = vectorOf(builder, select.getFalseValue());
  llvm::Value *result = nullptr;
  if (!isDivergent(condition) && !condition->getType()->isVectorTy()) {
    result = builder.CreateSelect(condition, whenTrue, whenFalse);
  } else if (whenTrue->getType()->isStructTy()) {
    return blend(builder, vectorOf(builder, condition), whenTrue, whenFalse);
  } else {
    llvm::Value *mask = vectorOf(builder, condition);
    if (!condition->getType()->isVectorTy())
      mask = spread(builder, mask, elementsOf(select.getType()));
    result = builder.CreateSelect(mask, whenTrue, whenFalse);
  }
  if (auto *copy = llvm::dyn_cast<llvm::SelectInst>(result);
      copy && llvm::isa<llvm::FPMathOperator>(copy))
    copy->copyFastMathFlags(&select);
  return result;
}

llvm::Value *Vectorizer::widenAddress(Builder &builder, llvm::GetElementPtrInst &address) {
  llvm::Value *base = address.getPointerOperand();
  std::vector<llvm::Value *> indices;
  for (const llvm::Use &index : address.indices())
    indices.push_back(isDivergent(index) ? vectorOf(builder, index) : index.get());
  return builder.CreateGEP(address.getSourceElementType(),
                           isDivergent(base) ? vectorOf(builder, base) : base, indices, "",
                           address.getNoWrapFlags());
}

// Accesses of one element: a constant index is a shuffle, any other a choice among all elements.
llvm::Value *Vectorizer::widenElementAccess(Builder &builder, llvm::Instruction &instruction) {
  const bool isInsert = llvm::isa<llvm::InsertElementInst>(instruction);
  const unsigned elements = elementsOf(instruction.getOperand(0)->getType());
  llvm::Value *vector = vectorOf(builder, instruction.getOperand(0));
  llvm::Value *index = instruction.getOperand(isInsert ? 2 : 1);
  std::vector<llvm::Value *> parts;
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(index)) {
    const uint64_t at = constant->getValue().getLimitedValue();
    if (at >= elements)
      return llvm::PoisonValue::get(wide(instruction.getType()));
    if (!isInsert)
      return elementOf(builder, vector, elements, static_cast<unsigned>(at));
    for (unsigned i = 0; i < elements; ++i)
      parts.push_back(i == at ? vectorOf(builder, instruction.getOperand(1))
                              : elementOf(builder, vector, elements, i));
    return interleave(builder, parts);
  }
  llvm::Value *places = vectorOf(builder, index);
  llvm::Value *given = isInsert ? vectorOf(builder, instruction.getOperand(1)) : nullptr;
  llvm::Value *chosen = nullptr;
  for (unsigned i = 0; i < elements; ++i) {
    llvm::Value *isHere =
        builder.CreateICmpEQ(places, llvm::ConstantInt::get(places->getType(), i));
    llvm::Value *element = elementOf(builder, vector, elements, i);
    if (isInsert)
      parts.push_back(builder.CreateSelect(isHere, given, element));
    else
      chosen = chosen ? builder.CreateSelect(isHere, element, chosen) : element;
  }
  return isInsert ? interleave(builder, parts) : chosen;
}

llvm::Value *Vectorizer::widenShuffle(Builder &builder, llvm::ShuffleVectorInst &shuffle) {
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

llvm::Value *Vectorizer::widenIntrinsic(Builder &builder, llvm::IntrinsicInst &call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (llvm::isa<llvm::VectorType>(call.arg_size() > 0
                                      ? call.getArgOperand(call.arg_size() - 1)->getType()
                                      : call.getType()) &&
      llvm::StringRef(llvm::Intrinsic::getBaseName(id)).starts_with("llvm.vector.reduce."))
    return widenReduction(builder, call);
  if (!llvm::isTriviallyVectorizable(id))
    return nullptr;
  const auto *target = &analyses_.target;
  std::vector<llvm::Type *> types;
  if (auto *members = llvm::dyn_cast<llvm::StructType>(call.getType())) {
    for (unsigned i = 0; i < members->getNumElements(); ++i)
      if (llvm::isVectorIntrinsicWithStructReturnOverloadAtField(id, static_cast<int>(i), target))
        types.push_back(wide(members->getElementType(i)));
  } else if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1, target)) {
    types.push_back(wide(call.getType()));
  }
  std::vector<llvm::Value *> operands;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Value *operand = call.getArgOperand(i);
    const bool isScalar = llvm::isVectorIntrinsicWithScalarOpAtArg(id, i, target);
    if (isScalar && isDivergent(operand))
      return nullptr;
    operands.push_back(isScalar ? operand : vectorOf(builder, operand));
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i), target))
      types.push_back(operands.back()->getType());
  }
  llvm::Function *callee =
      llvm::Intrinsic::getOrInsertDeclaration(function_.getParent(), id, types);
  llvm::CallInst *copy = builder.CreateCall(callee, operands);
  if (llvm::isa<llvm::FPMathOperator>(copy))
    copy->copyFastMathFlags(&call);
  return copy;
}

// A reduction of each lane's own vector, in the order of its elements.
llvm::Value *Vectorizer::widenReduction(Builder &builder, llvm::IntrinsicInst &call) {
  llvm::Value *own = call.getArgOperand(call.arg_size() - 1);
  llvm::Value *vector = vectorOf(builder, own);
  const unsigned elements = elementsOf(own->getType());
  llvm::Value *result = call.arg_size() == 2 ? vectorOf(builder, call.getArgOperand(0)) : nullptr;
  for (unsigned i = 0; i < elements; ++i) {
    llvm::Value *element = elementOf(builder, vector, elements, i);
    if (!result) {
      result = element;
      continue;
    }
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::vector_reduce_fadd:
    case llvm::Intrinsic::vector_reduce_fmul:
    case llvm::Intrinsic::vector_reduce_add:
    case llvm::Intrinsic::vector_reduce_mul:
    case llvm::Intrinsic::vector_reduce_and:
    case llvm::Intrinsic::vector_reduce_or:
    case llvm::Intrinsic::vector_reduce_xor:
      result =
          builder.CreateBinOp(static_cast<llvm::Instruction::BinaryOps>(
                                  llvm::getArithmeticReductionInstruction(call.getIntrinsicID())),
                              result, element);
      break;
    case llvm::Intrinsic::vector_reduce_smax:
    case llvm::Intrinsic::vector_reduce_smin:
    case llvm::Intrinsic::vector_reduce_umax:
    case llvm::Intrinsic::vector_reduce_umin:
      result = builder.CreateBinaryIntrinsic(
          llvm::getMinMaxReductionIntrinsicOp(call.getIntrinsicID()), result, element);
      break;
    default:
      return nullptr;
    }
    if (auto *step = llvm::dyn_cast<llvm::Instruction>(result);
        step && llvm::isa<llvm::FPMathOperator>(step))
      step->copyFastMathFlags(&call);
  }
  return result;
}

} // namespace ursa::host
