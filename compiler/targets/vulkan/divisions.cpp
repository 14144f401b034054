// See divisions.h.
#include "compiler/targets/vulkan/divisions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/DivisionByConstantInfo.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

/// Expands the divisions and remainders of one function.
class DivisionExpander {
public:
  DivisionExpander(IRBuilder<> &builder, const DataLayout &layout)
      : builder_(builder), layout_(layout) {}

  Value *expand(const BinaryOperator &operation) {
    const auto opcode = operation.getOpcode();
    const bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
    const bool isQuotient = opcode == Instruction::UDiv || opcode == Instruction::SDiv;
    Value *left = operation.getOperand(0);
    Value *right = operation.getOperand(1);
    if (!isSigned || (!mayBeNegative(left) && !mayBeNegative(right)))
      return divide(left, right, isQuotient);
    Value *leftSign = builder_.CreateAShr(left, 63);
    Value *rightSign = builder_.CreateAShr(right, 63);
    Value *result = divide(withSign(left, leftSign), withSign(right, rightSign), isQuotient);
    // A remainder has the sign of the dividend.
    return withSign(result, isQuotient ? builder_.CreateXor(leftSign, rightSign) : leftSign);
  }

private:
  KnownBits bitsOf(const Value *value) const { return computeKnownBits(value, layout_); }
  bool mayBeNegative(const Value *value) const { return !bitsOf(value).isNonNegative(); }

  /// Returns @p value, negated if all bits of @p sign are set.
  Value *withSign(Value *value, Value *sign) {
    return builder_.CreateSub(builder_.CreateXor(value, sign), sign);
  }

  Value *divide(Value *left, Value *right, bool isQuotient) {
    const KnownBits leftBits = bitsOf(left);
    const KnownBits rightBits = bitsOf(right);
    if (leftBits.countMinLeadingZeros() >= 32 && rightBits.countMinLeadingZeros() >= 32)
      return divideNarrow(left, right, isQuotient);
    if (!rightBits.isConstant() || rightBits.getConstant().isZero())
      return divideByReciprocal(left, right, isQuotient);
    const APInt &divisor = rightBits.getConstant();
    Value *quotient = divideByConstant(left, divisor, leftBits.countMinLeadingZeros());
    if (isQuotient)
      return quotient;
    return builder_.CreateSub(left,
                              builder_.CreateMul(quotient, ConstantInt::get(int64(), divisor)));
  }

  Type *int64() { return builder_.getInt64Ty(); }

  Value *divideNarrow(Value *left, Value *right, bool isQuotient) {
    Type *narrow = builder_.getInt32Ty();
    left = builder_.CreateTrunc(left, narrow);
    right = builder_.CreateTrunc(right, narrow);
    return builder_.CreateZExt(
        isQuotient ? builder_.CreateUDiv(left, right) : builder_.CreateURem(left, right), int64());
  }

  Value *divideByConstant(Value *left, const APInt &divisor, unsigned zeros) {
    if (divisor.isPowerOf2())
      return builder_.CreateLShr(left, divisor.logBase2());
    if (zeros > divisor.countl_zero())
      return ConstantInt::get(int64(), 0);
    const auto magic = UnsignedDivisionByConstantInfo::get(divisor, zeros);
    Value *shifted = builder_.CreateLShr(left, magic.PreShift);
    Value *product = multiplyHigh(builder_, shifted, ConstantInt::get(int64(), magic.Magic));
    if (magic.IsAdd) // the magic number has 65 bits
      product =
          builder_.CreateAdd(builder_.CreateLShr(builder_.CreateSub(shifted, product), 1), product);
    return builder_.CreateLShr(product, magic.PostShift);
  }

  /// Multiplies by an approximation of 2^64 / right from below: the first estimate, in float, is
  /// reduced by more than its error, and each Newton step squares the relative error. The quotient
  /// is too small by at most two, which two conditional steps correct.
  Value *divideByReciprocal(Value *left, Value *right, bool isQuotient) {
    Value *&reciprocal = reciprocals_[right];
    auto *known = dyn_cast_or_null<Instruction>(reciprocal);
    if (!known || known->getParent() != builder_.GetInsertBlock())
      reciprocal = reciprocalOf(right);
    Value *quotient = multiplyHigh(builder_, left, reciprocal);
    Value *remainder = builder_.CreateSub(left, builder_.CreateMul(quotient, right));
    for (int i = 0; i < 2; ++i) {
      Value *fits = builder_.CreateICmpUGE(remainder, right);
      if (isQuotient)
        quotient = builder_.CreateAdd(quotient, builder_.CreateZExt(fits, int64()));
      remainder = builder_.CreateSelect(fits, builder_.CreateSub(remainder, right), remainder);
    }
    return isQuotient ? quotient : remainder;
  }

  Value *reciprocalOf(Value *divisor) {
    Type *int32 = builder_.getInt32Ty();
    Type *floatType = builder_.getFloatTy();
    auto constant = [&](double value) { return ConstantFP::get(floatType, value); };
    auto asFloat = [&](Value *half) {
      return builder_.CreateUIToFP(builder_.CreateTrunc(half, int32), floatType);
    };
    auto asInteger = [&](Value *half) {
      return builder_.CreateZExt(builder_.CreateFPToUI(half, int32), int64());
    };
    Value *high = builder_.CreateFMul(asFloat(builder_.CreateLShr(divisor, 32)), constant(0x1p32));
    Value *estimate = builder_.CreateFDiv(constant(0x1p64 * (1 - 0x1p-20)),
                                          builder_.CreateFAdd(high, asFloat(divisor)));
    // The upper and the lower 32 bits of the estimate are exact as floats.
    Value *upper = asInteger(builder_.CreateFMul(estimate, constant(0x1p-32)));
    Value *upperPart = builder_.CreateFMul(
        builder_.CreateUIToFP(builder_.CreateTrunc(upper, int32), floatType), constant(0x1p32));
    Value *lower = asInteger(builder_.CreateFSub(estimate, upperPart));
    Value *result = builder_.CreateOr(builder_.CreateShl(upper, 32), lower);
    Value *negative = builder_.CreateNeg(divisor);
    for (int i = 0; i < 2; ++i)
      result = builder_.CreateAdd(
          result, multiplyHigh(builder_, result, builder_.CreateMul(negative, result)));
    return result;
  }

  IRBuilder<> &builder_;
  const DataLayout &layout_;
  DenseMap<Value *, Value *> reciprocals_; ///< the latest reciprocal of each divisor
};

} // namespace

Value *multiplyHigh(IRBuilderBase &builder, Value *a, Value *b) {
  Type *type = builder.getInt64Ty();
  auto low = [&](Value *value) {
    return builder.CreateZExt(builder.CreateTrunc(value, builder.getInt32Ty()), type);
  };
  auto high = [&](Value *value) { return low(builder.CreateLShr(value, 32)); };
  Value *aLow = low(a);
  Value *aHigh = high(a);
  Value *bLow = low(b);
  Value *bHigh = high(b);
  Value *carry = builder.CreateLShr(builder.CreateMul(aLow, bLow), 32);
  Value *middle = builder.CreateAdd(builder.CreateMul(aHigh, bLow), carry);
  Value *other = builder.CreateAdd(builder.CreateMul(aLow, bHigh), low(middle));
  return builder.CreateAdd(builder.CreateAdd(builder.CreateMul(aHigh, bHigh), high(middle)),
                           high(other));
}

PreservedAnalyses DivisionsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<BinaryOperator *, 8> divisions;
  for (Instruction &instruction : instructions(function))
    if (auto *operation = dyn_cast<BinaryOperator>(&instruction);
        operation && operation->isIntDivRem() && operation->getType()->isIntegerTy(64))
      divisions.push_back(operation);
  if (divisions.empty())
    return PreservedAnalyses::all();
  IRBuilder<> builder(function.getContext());
  DivisionExpander expander(builder, function.getDataLayout());
  for (BinaryOperator *operation : divisions) {
    builder.SetInsertPoint(operation);
    Value *result = expander.expand(*operation);
    operation->replaceAllUsesWith(result);
    operation->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
