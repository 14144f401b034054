// Expands intrinsics of floats. See intrinsics.h.
#include "compiler/targets/vulkan/intrinsics.h"
#include "compiler/targets/vulkan/primitives.h"

#include <spirv/unified1/GLSL.std.450.h>

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

/// Returns the GLSL.std.450 instruction for an intrinsic; 0 if there is none.
unsigned glslInstruction(Intrinsic::ID intrinsic) {
  switch (intrinsic) {
  case Intrinsic::fabs:
    return GLSLstd450FAbs;
  case Intrinsic::sqrt:
    return GLSLstd450Sqrt;
  case Intrinsic::floor:
    return GLSLstd450Floor;
  case Intrinsic::ceil:
    return GLSLstd450Ceil;
  case Intrinsic::trunc:
    return GLSLstd450Trunc;
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
    return GLSLstd450RoundEven;
  case Intrinsic::minnum:
  case Intrinsic::minimumnum:
    return GLSLstd450NMin;
  case Intrinsic::maxnum:
  case Intrinsic::maximumnum:
    return GLSLstd450NMax;
  case Intrinsic::sin:
    return GLSLstd450Sin;
  case Intrinsic::cos:
    return GLSLstd450Cos;
  case Intrinsic::exp:
    return GLSLstd450Exp;
  case Intrinsic::exp2:
    return GLSLstd450Exp2;
  case Intrinsic::log:
    return GLSLstd450Log;
  case Intrinsic::log2:
    return GLSLstd450Log2;
  case Intrinsic::pow:
    return GLSLstd450Pow;
  default:
    return 0;
  }
}

class FloatExpansion {
public:
  FloatExpansion(IRBuilder<> &builder, IntrinsicInst &call, FmaMode fma)
      : builder_(builder), call_(call), fma_(fma), type_(call.getType()),
        a_(call.arg_size() > 0 ? call.getArgOperand(0) : nullptr),
        b_(call.arg_size() > 1 ? call.getArgOperand(1) : nullptr) {}

  Value *run() {
    if (unsigned number = glslInstruction(call_.getIntrinsicID())) {
      SmallVector<Value *, 2> arguments(call_.args());
      return callGlsl(builder_, number, type_, arguments);
    }
    switch (call_.getIntrinsicID()) {
    case Intrinsic::fmuladd: {
      Value *product = builder_.CreateFMul(a_, b_);
      Value *sum = builder_.CreateFAdd(product, call_.getArgOperand(2));
      for (Value *value : {product, sum})
        if (auto *instruction = dyn_cast<Instruction>(value))
          instruction->setHasAllowContract(true);
      return sum;
    }
    case Intrinsic::fma:
      return expandFma();
    case Intrinsic::round:
      return roundAwayFromZero();
    case Intrinsic::copysign:
      return copySign();
    case Intrinsic::minimum:
    case Intrinsic::maximum:
      return propagateNan(call_.getIntrinsicID() == Intrinsic::minimum);
    case Intrinsic::ldexp:
      return expandLdexp();
    case Intrinsic::is_fpclass:
      return classify();
    case Intrinsic::fptosi_sat:
    case Intrinsic::fptoui_sat:
      return convertSaturated(call_.getIntrinsicID() == Intrinsic::fptosi_sat);
    default:
      return nullptr;
    }
  }

private:
  Type *bitsOf(Type *type) {
    return builder_.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
  }

  /// Expands fma. If the driver does not fuse, floats are computed in double, which rounds twice in
  /// rare cases only, and doubles by Dekker's product, which is exact in the error terms for which
  /// libraries use fma.
  Value *expandFma() {
    Value *c = call_.getArgOperand(2);
    if (fma_ == FmaMode::Native)
      return callGlsl(builder_, GLSLstd450Fma, type_, {a_, b_, c});
    if (!type_->isDoubleTy()) {
      Type *wide = builder_.getDoubleTy();
      Value *product =
          builder_.CreateFMul(builder_.CreateFPExt(a_, wide), builder_.CreateFPExt(b_, wide));
      return builder_.CreateFPTrunc(builder_.CreateFAdd(product, builder_.CreateFPExt(c, wide)),
                                    type_);
    }
    // Scale down if intermediate results could overflow although the sum does not.
    auto magnitude = [&](Value *value) { return callGlsl(builder_, GLSLstd450FAbs, type_, value); };
    auto constant = [&](double value) { return ConstantFP::get(type_, value); };
    Value *isLarge =
        builder_.CreateFCmpOGT(magnitude(builder_.CreateFMul(a_, b_)), constant(0x1p1000));
    Value *scale = builder_.CreateSelect(isLarge, constant(0x1p-64), constant(1));
    a_ = builder_.CreateFMul(a_, scale);
    c = builder_.CreateFMul(c, scale);
    Value *product = builder_.CreateFMul(a_, b_);
    // Split into 27 and 26 bits. The larger factor is truncated, because rounding could make it
    // infinite.
    Value *isLess = builder_.CreateFCmpOLT(magnitude(a_), magnitude(b_));
    auto [aHigh, aLow] = split(a_, isLess);
    auto [bHigh, bLow] = split(b_, builder_.CreateNot(isLess));
    Value *error = builder_.CreateFSub(builder_.CreateFMul(aHigh, bHigh), product);
    error = builder_.CreateFAdd(error, builder_.CreateFMul(aHigh, bLow));
    error = builder_.CreateFAdd(error, builder_.CreateFMul(aLow, bHigh));
    error = builder_.CreateFAdd(error, builder_.CreateFMul(aLow, bLow));
    Value *sum = builder_.CreateFAdd(product, c);
    Value *part = builder_.CreateFSub(sum, product);
    Value *lost = builder_.CreateFAdd(builder_.CreateFSub(product, builder_.CreateFSub(sum, part)),
                                      builder_.CreateFSub(c, part));
    Value *exact = builder_.CreateFAdd(sum, builder_.CreateFAdd(lost, error));
    // If a term overflowed or is NaN, the error terms are NaN too, and the plain sum is the result.
    Value *isNumber = builder_.CreateFCmpORD(exact, exact);
    Value *back = builder_.CreateSelect(isLarge, constant(0x1p64), constant(1));
    return builder_.CreateFMul(builder_.CreateSelect(isNumber, exact, sum), back);
  }

  /// Returns the upper and lower half of a double's significand. The upper half has 26 bits; the
  /// lower one has 27, or 26 if the upper one is rounded.
  std::pair<Value *, Value *> split(Value *value, Value *isRounded) {
    Value *bits = builder_.CreateBitCast(value, builder_.getInt64Ty());
    Value *half = builder_.CreateSelect(isRounded, builder_.getInt64(std::uint64_t{1} << 26),
                                        builder_.getInt64(0));
    Value *upper =
        builder_.CreateBitCast(builder_.CreateAnd(builder_.CreateAdd(bits, half),
                                                  builder_.getInt64(~std::uint64_t{0x7FFFFFF})),
                               type_);
    return {upper, builder_.CreateFSub(value, upper)};
  }

  Value *roundAwayFromZero() {
    Value *truncated = callGlsl(builder_, GLSLstd450Trunc, type_, a_);
    Value *fraction = callGlsl(builder_, GLSLstd450FAbs, type_, builder_.CreateFSub(a_, truncated));
    Value *one = builder_.CreateCopySign(ConstantFP::get(type_, 1.0), a_);
    Value *rounded =
        builder_.CreateSelect(builder_.CreateFCmpOGE(fraction, ConstantFP::get(type_, 0.5)),
                              builder_.CreateFAdd(truncated, one), truncated);
    return builder_.CreateCopySign(rounded, a_); // -0.0 for -0.3
  }

  Value *copySign() {
    auto *bits = cast<IntegerType>(bitsOf(type_));
    const APInt sign = APInt::getSignMask(bits->getBitWidth());
    auto masked = [&](Value *value, const APInt &mask) {
      return builder_.CreateAnd(builder_.CreateBitCast(value, bits), ConstantInt::get(bits, mask));
    };
    return builder_.CreateBitCast(builder_.CreateOr(masked(a_, ~sign), masked(b_, sign)), type_);
  }

  Value *propagateNan(bool isMinimum) {
    Value *result =
        callGlsl(builder_, isMinimum ? GLSLstd450NMin : GLSLstd450NMax, type_, {a_, b_});
    Value *isNan = builder_.CreateFCmpUNO(a_, b_);
    return builder_.CreateSelect(isNan, builder_.CreateFAdd(a_, b_), result);
  }

  /// Multiplies by powers of two in three steps, of which only the last one can round: a value that
  /// is subnormal before that step becomes 0 in it. GLSL.std.450's Ldexp is not exact for extreme
  /// exponents.
  Value *expandLdexp() {
    if (type_->isHalfTy()) {
      Value *wide = builder_.CreateFPExt(a_, builder_.getFloatTy());
      Value *scaled = builder_.CreateIntrinsic(Intrinsic::ldexp,
                                               {builder_.getFloatTy(), b_->getType()}, {wide, b_});
      return builder_.CreateFPTrunc(scaled, type_);
    }
    const bool isDouble = type_->isDoubleTy();
    const int maxExponent = isDouble ? 1023 : 127;
    const int minExponent = 1 - maxExponent;
    const int fractionBits = isDouble ? 52 : 23;
    Value *exponent = builder_.CreateSExtOrTrunc(b_, builder_.getInt32Ty());
    auto constant = [&](int value) { return ConstantInt::getSigned(builder_.getInt32Ty(), value); };
    auto clampedExponent = [&](int low, bool isBetween, int high) {
      Value *isLow = builder_.CreateICmpSLT(exponent, constant(minExponent));
      Value *isHigh = builder_.CreateICmpSGT(exponent, constant(maxExponent));
      Value *between = isBetween ? exponent : constant(0);
      return builder_.CreateSelect(isLow, constant(low),
                                   builder_.CreateSelect(isHigh, constant(high), between));
    };
    auto times = [&](Value *value, Value *power) {
      Value *biased =
          builder_.CreateZExt(builder_.CreateAdd(power, constant(maxExponent)), bitsOf(type_));
      return builder_.CreateFMul(
          value, builder_.CreateBitCast(
                     builder_.CreateShl(biased, static_cast<unsigned>(fractionBits)), type_));
    };
    Value *result = a_;
    for (int i = 0; i < 2; ++i) {
      Value *step = clampedExponent(minExponent + fractionBits + 1, false, maxExponent);
      result = times(result, step);
      exponent = builder_.CreateSub(exponent, step);
    }
    return times(result, clampedExponent(minExponent, true, maxExponent));
  }

  Value *classify() {
    const auto mask = static_cast<unsigned>(cast<ConstantInt>(b_)->getZExtValue());
    Type *floatType = a_->getType();
    const fltSemantics &semantics = floatType->getFltSemantics();
    auto *bits = cast<IntegerType>(bitsOf(floatType));
    auto constant = [&](const APInt &value) { return ConstantInt::get(bits, value); };
    const APInt infinity = APFloat::getInf(semantics).bitcastToAPInt();
    const APInt smallestNormal = APFloat::getSmallestNormalized(semantics).bitcastToAPInt();
    APInt quiet = infinity;
    quiet.setBit(static_cast<unsigned>(floatType->getFPMantissaWidth()) - 2);
    Value *encoded = builder_.CreateBitCast(a_, bits);
    Value *isNegative = builder_.CreateICmpSLT(encoded, constant(APInt(bits->getBitWidth(), 0)));
    Value *magnitude =
        builder_.CreateAnd(encoded, constant(APInt::getSignedMaxValue(bits->getBitWidth())));

    Value *result = builder_.getFalse();
    auto addSigned = [&](Value *isClass, unsigned positive, unsigned negative) {
      if (!(mask & (positive | negative)))
        return;
      if (!(mask & positive))
        isClass = builder_.CreateAnd(isClass, isNegative);
      else if (!(mask & negative))
        isClass = builder_.CreateAnd(isClass, builder_.CreateNot(isNegative));
      result = builder_.CreateOr(result, isClass);
    };
    Value *isNan = builder_.CreateICmpUGT(magnitude, constant(infinity));
    Value *isQuiet = builder_.CreateICmpUGE(magnitude, constant(quiet));
    if ((mask & fcNan) == fcNan)
      result = isNan;
    else if (mask & fcQNan)
      result = isQuiet;
    else if (mask & fcSNan)
      result = builder_.CreateAnd(isNan, builder_.CreateNot(isQuiet));
    Value *isZero = builder_.CreateICmpEQ(magnitude, constant(APInt(bits->getBitWidth(), 0)));
    Value *isSmall = builder_.CreateICmpULT(magnitude, constant(smallestNormal));
    addSigned(builder_.CreateICmpEQ(magnitude, constant(infinity)), fcPosInf, fcNegInf);
    addSigned(isZero, fcPosZero, fcNegZero);
    addSigned(builder_.CreateAnd(builder_.CreateNot(isZero), isSmall), fcPosSubnormal,
              fcNegSubnormal);
    addSigned(builder_.CreateAnd(builder_.CreateNot(isSmall),
                                 builder_.CreateICmpULT(magnitude, constant(infinity))),
              fcPosNormal, fcNegNormal);
    return result;
  }

  Value *convertSaturated(bool isSigned) {
    const unsigned width = type_->getIntegerBitWidth();
    const APInt minimum = isSigned ? APInt::getSignedMinValue(width) : APInt::getMinValue(width);
    const APInt maximum = isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
    Type *floatType = a_->getType();
    // The least integer is exact as a float; the one above the largest is a power of two, or
    // infinity.
    APFloat low(floatType->getFltSemantics());
    APFloat high(floatType->getFltSemantics());
    low.convertFromAPInt(minimum, isSigned, APFloat::rmTowardZero);
    high.convertFromAPInt(maximum.zext(width + 1) + 1, false, APFloat::rmNearestTiesToEven);
    Value *converted =
        isSigned ? builder_.CreateFPToSI(a_, type_) : builder_.CreateFPToUI(a_, type_);
    Value *tooLow = builder_.CreateFCmpOLT(a_, ConstantFP::get(floatType, low));
    Value *tooHigh = builder_.CreateFCmpOGE(a_, ConstantFP::get(floatType, high));
    Value *result = builder_.CreateSelect(tooLow, ConstantInt::get(type_, minimum), converted);
    result = builder_.CreateSelect(tooHigh, ConstantInt::get(type_, maximum), result);
    return builder_.CreateSelect(builder_.CreateFCmpUNO(a_, a_), ConstantInt::get(type_, 0),
                                 result);
  }

  IRBuilder<> &builder_;
  IntrinsicInst &call_;
  const FmaMode fma_;
  Type *type_;
  Value *a_;
  Value *b_;
};

/// Returns whether the magnitude of a float is known to be at most 2^126.
bool isKnownSmall(const Value *value) {
  if (auto *constant = dyn_cast<ConstantFP>(value))
    return abs(constant->getValueAPF()) <= APFloat(0x1p126f);
  if (isa<SIToFPInst, UIToFPInst>(value))
    return true;
  auto *widened = dyn_cast<FPExtInst>(value);
  return widened && widened->getOperand(0)->getType()->isHalfTy();
}

} // namespace

/// Vulkan bounds the error of a division only for divisors up to 2^126, because the reciprocals of
/// larger ones are subnormal. Scales both the divisor and the quotient if the divisor is larger.
Value *expandDivision(IRBuilder<> &builder, BinaryOperator &division) {
  Value *divisor = division.getOperand(1);
  if (division.getOpcode() != Instruction::FDiv || !division.getType()->isFloatTy() ||
      division.hasAllowReciprocal() || division.hasApproxFunc() || isKnownSmall(divisor))
    return nullptr;
  auto constant = [&](double value) { return ConstantFP::get(division.getType(), value); };
  Value *magnitude = callGlsl(builder, GLSLstd450FAbs, division.getType(), divisor);
  Value *isLarge = builder.CreateFCmpOGT(magnitude, constant(0x1p126));
  Value *scale = builder.CreateSelect(isLarge, constant(0x1p-24), constant(1));
  Value *quotient = builder.CreateFDiv(division.getOperand(0), builder.CreateFMul(divisor, scale));
  return builder.CreateFMul(quotient, scale);
}

Value *expandFloatIntrinsic(IRBuilder<> &builder, IntrinsicInst &call, FmaMode fma) {
  return FloatExpansion(builder, call, fma).run();
}

} // namespace ursa::compiler::vulkan
