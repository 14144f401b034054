// See group_operations.h.
#include "compiler/builtins/group_operations.h"

using namespace llvm;

namespace ursa::compiler::builtins {

Value *combine(IRBuilderBase &builder, const GroupFunction &function, Value *a, Value *b) {
  const bool isFloat = a->getType()->isFPOrFPVectorTy();
  const bool isUnsigned = function.value.isUnsigned();
  switch (function.operation) {
  case GroupFunction::Add:
    return isFloat ? builder.CreateFAdd(a, b) : builder.CreateAdd(a, b);
  case GroupFunction::Mul:
    return isFloat ? builder.CreateFMul(a, b) : builder.CreateMul(a, b);
  case GroupFunction::Min:
    return builder.CreateBinaryIntrinsic(isFloat      ? Intrinsic::minnum
                                         : isUnsigned ? Intrinsic::umin
                                                      : Intrinsic::smin,
                                         a, b);
  case GroupFunction::Max:
    return builder.CreateBinaryIntrinsic(isFloat      ? Intrinsic::maxnum
                                         : isUnsigned ? Intrinsic::umax
                                                      : Intrinsic::smax,
                                         a, b);
  case GroupFunction::And:
    return builder.CreateAnd(a, b);
  case GroupFunction::Or:
    return builder.CreateOr(a, b);
  default:
    return builder.CreateXor(a, b);
  }
}

Constant *identity(const GroupFunction &function, Type *type) {
  const bool isFloat = type->isFPOrFPVectorTy();
  const bool isUnsigned = function.value.isUnsigned();
  const unsigned width = type->getScalarSizeInBits();
  switch (function.operation) {
  case GroupFunction::Mul:
    return isFloat ? ConstantFP::get(type, 1.0) : ConstantInt::get(type, 1);
  case GroupFunction::Min:
    if (isFloat)
      return ConstantFP::getInfinity(type);
    return ConstantInt::get(type, isUnsigned ? APInt::getMaxValue(width)
                                             : APInt::getSignedMaxValue(width));
  case GroupFunction::Max:
    if (isFloat)
      return ConstantFP::getInfinity(type, /*Negative=*/true);
    return ConstantInt::get(type, isUnsigned ? APInt::getMinValue(width)
                                             : APInt::getSignedMinValue(width));
  case GroupFunction::And:
    return Constant::getAllOnesValue(type);
  default:
    return Constant::getNullValue(type);
  }
}

bool combinesValues(GroupFunction::Kind kind) {
  return kind == GroupFunction::All || kind == GroupFunction::Any || kind >= GroupFunction::Reduce;
}

bool givesBits(const GroupFunction &group) {
  return group.kind == GroupFunction::All || group.kind == GroupFunction::Any ||
         group.operation >= GroupFunction::LogicalAnd;
}

GroupFunction combinationOf(GroupFunction group) {
  if (group.kind == GroupFunction::All || group.operation == GroupFunction::LogicalAnd)
    group.operation = GroupFunction::And;
  else if (group.kind == GroupFunction::Any || group.operation == GroupFunction::LogicalOr)
    group.operation = GroupFunction::Or;
  else if (group.operation == GroupFunction::LogicalXor)
    group.operation = GroupFunction::Xor;
  return group;
}

Constant *startOf(const GroupFunction &combination, Type *type) {
  if (type->isFPOrFPVectorTy() && combination.kind != GroupFunction::ScanExclusive) {
    if (combination.operation == GroupFunction::Add)
      return ConstantFP::getNegativeZero(type);
    if (combination.operation == GroupFunction::Min || combination.operation == GroupFunction::Max)
      return ConstantFP::getQNaN(type);
  }
  return builtins::identity(combination, type);
}

} // namespace ursa::compiler::builtins
