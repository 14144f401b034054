// See fused_multiply.h.
#include "compiler/targets/vulkan/fused_multiply.h"

#include "compiler/builtins/names.h"
#include "compiler/targets/common/half_functions.h"
#include "compiler/targets/vulkan/builtin_body.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

/// Computes fma of doubles in integers. Product and summand have 128 bits each, with the leading
/// bit at bit 124 or 125; the lowest bit is sticky: it is set if a bit was shifted out.
class DoubleFma {
public:
  explicit DoubleFma(IRBuilder<> &builder) : builder_(builder) {}

  Value *create(Value *x, Value *y, Value *z) {
    const Number a = unpack(x);
    const Number b = unpack(y);
    const Number c = unpack(z);
    Value *sign = builder_.CreateXor(a.sign, b.sign);
    Int128 product = shiftLeft(multiply(a.significand, b.significand), 20);
    Value *productExponent = sub(add(a.exponent, b.exponent), number(20));
    Int128 summand{builder_.CreateShl(c.significand, 8), number(0)}; // shifted left by 72
    Value *summandExponent = sub(c.exponent, number(72));

    // Align both to the larger exponent.
    Value *distance = sub(productExponent, summandExponent);
    Value *isProductLess = builder_.CreateICmpSLT(distance, number(0));
    Value *exponent = builder_.CreateSelect(isProductLess, summandExponent, productExponent);
    Value *zero = number(0);
    product = shiftRight(product,
                         builder_.CreateSelect(isProductLess, builder_.CreateNeg(distance), zero));
    summand = shiftRight(summand, builder_.CreateSelect(isProductLess, zero, distance));

    Int128 total = add128(product, summand);
    const Int128 difference = subtract128(product, summand);
    Value *isLess = builder_.CreateICmpSLT(difference.high, number(0));
    const Int128 opposite = subtract128({zero, zero}, difference);
    Value *isSame = builder_.CreateICmpEQ(sign, c.sign);
    total = select(isSame, total, select(isLess, opposite, difference));
    sign =
        builder_.CreateSelect(builder_.CreateOr(isSame, builder_.CreateNot(isLess)), sign, c.sign);

    Value *isZero = builder_.CreateICmpEQ(builder_.CreateOr(total.high, total.low), zero);
    Value *result = builder_.CreateSelect(isZero, zero, pack(total, exponent, sign));
    // An infinite summand is the result if the product is finite, even if the rounded product is
    // not.
    Value *isFactorInfOrNan = builder_.CreateOr(a.isInfOrNan, b.isInfOrNan);
    Value *isSummandResult = builder_.CreateAnd(c.isInfOrNan, builder_.CreateNot(isFactorInfOrNan));
    Value *plain = builder_.CreateFAdd(builder_.CreateFMul(x, y), z);
    plain = builder_.CreateSelect(isSummandResult, z, plain);
    Value *isSpecial = builder_.CreateOr(builder_.CreateOr(a.isZero, b.isZero),
                                         builder_.CreateOr(isFactorInfOrNan, c.isInfOrNan));
    return builder_.CreateSelect(isSpecial, plain, builder_.CreateBitCast(result, x->getType()));
  }

private:
  /// significand × 2^exponent; the significand has 53 bits, or is 0.
  struct Number {
    Value *significand;
    Value *exponent;
    Value *sign; ///< the sign bit, in place
    Value *isZero;
    Value *isInfOrNan; ///< infinite or NaN
  };
  struct Int128 {
    Value *high;
    Value *low;
  };

  static constexpr int kBias = 1023;
  static constexpr int kFraction = 52;

  Value *number(std::int64_t value) { return ConstantInt::getSigned(builder_.getInt64Ty(), value); }
  Value *add(Value *a, Value *b) { return builder_.CreateAdd(a, b); }
  Value *sub(Value *a, Value *b) { return builder_.CreateSub(a, b); }
  Value *leadingZeros(Value *value) {
    return builder_.CreateIntrinsic(builder_.getInt64Ty(), Intrinsic::ctlz,
                                    {value, builder_.getFalse()});
  }
  Value *isNonZero(Value *value) {
    return builder_.CreateZExt(builder_.CreateIsNotNull(value), builder_.getInt64Ty());
  }

  Int128 select(Value *condition, const Int128 &a, const Int128 &b) {
    return {builder_.CreateSelect(condition, a.high, b.high),
            builder_.CreateSelect(condition, a.low, b.low)};
  }

  Number unpack(Value *value) {
    Value *bits = builder_.CreateBitCast(value, builder_.getInt64Ty());
    Value *sign = builder_.CreateAnd(bits, number(INT64_MIN));
    Value *fraction = builder_.CreateAnd(bits, number((std::int64_t{1} << kFraction) - 1));
    Value *field = builder_.CreateAnd(builder_.CreateLShr(bits, kFraction), number(2047));
    Value *isSmall = builder_.CreateICmpEQ(field, number(0));
    Value *normal = builder_.CreateOr(fraction, number(std::int64_t{1} << kFraction));
    // Normalizes the significand of a subnormal number; 0 stays 0.
    Value *shift = builder_.CreateSub(leadingZeros(fraction), number(63 - kFraction));
    shift = builder_.CreateAnd(shift, number(63));
    Value *significand =
        builder_.CreateSelect(isSmall, builder_.CreateShl(fraction, shift), normal);
    Value *exponent = builder_.CreateSelect(isSmall, sub(number(1), shift), field);
    return {significand, sub(exponent, number(kBias + kFraction)), sign,
            builder_.CreateAnd(isSmall, builder_.CreateICmpEQ(fraction, number(0))),
            builder_.CreateICmpEQ(field, number(2047))};
  }

  Int128 multiply(Value *a, Value *b) {
    auto low = [&](Value *value) { return builder_.CreateAnd(value, number(0xFFFFFFFF)); };
    auto high = [&](Value *value) { return builder_.CreateLShr(value, 32); };
    Value *lowest = builder_.CreateMul(low(a), low(b));
    Value *first = add(builder_.CreateMul(high(a), low(b)), high(lowest));
    Value *second = add(builder_.CreateMul(low(a), high(b)), low(first));
    return {add(builder_.CreateMul(high(a), high(b)), add(high(first), high(second))),
            builder_.CreateOr(builder_.CreateShl(second, 32), low(lowest))};
  }

  Int128 shiftLeft(const Int128 &value, unsigned bits) {
    return {builder_.CreateOr(builder_.CreateShl(value.high, bits),
                              builder_.CreateLShr(value.low, 64 - bits)),
            builder_.CreateShl(value.low, bits)};
  }

  /// Shifts by 0 to 127 bits.
  Int128 shiftLeft(const Int128 &value, Value *bits) {
    Value *shift = builder_.CreateAnd(bits, number(63));
    Value *isFar = builder_.CreateICmpUGE(bits, number(64));
    Value *carried = builder_.CreateLShr(builder_.CreateLShr(value.low, 1), sub(number(63), shift));
    Value *low = builder_.CreateShl(value.low, shift);
    return select(isFar, {low, number(0)},
                  {builder_.CreateOr(builder_.CreateShl(value.high, shift), carried), low});
  }

  /// Shifts by any number of bits; the lowest bit of the result is sticky.
  Int128 shiftRight(const Int128 &value, Value *bits) {
    Value *maxShift = number(127);
    bits = builder_.CreateSelect(builder_.CreateICmpUGT(bits, maxShift), maxShift, bits);
    Value *shift = builder_.CreateAnd(bits, number(63));
    Value *isFar = builder_.CreateICmpUGE(bits, number(64));
    const Int128 moved = select(isFar, {number(0), value.high}, value);
    Value *lost = builder_.CreateSelect(isFar, value.low, number(0));
    Value *mask = sub(builder_.CreateShl(number(1), shift), number(1));
    lost = builder_.CreateOr(lost, builder_.CreateAnd(moved.low, mask));
    Value *carried = builder_.CreateShl(builder_.CreateShl(moved.high, 1), sub(number(63), shift));
    Value *low = builder_.CreateOr(builder_.CreateLShr(moved.low, shift), carried);
    return {builder_.CreateLShr(moved.high, shift), builder_.CreateOr(low, isNonZero(lost))};
  }

  Int128 add128(const Int128 &a, const Int128 &b) {
    Value *low = add(a.low, b.low);
    Value *carry = builder_.CreateZExt(builder_.CreateICmpULT(low, a.low), builder_.getInt64Ty());
    return {add(add(a.high, b.high), carry), low};
  }

  Int128 subtract128(const Int128 &a, const Int128 &b) {
    Value *borrow =
        builder_.CreateZExt(builder_.CreateICmpULT(a.low, b.low), builder_.getInt64Ty());
    return {sub(sub(a.high, b.high), borrow), sub(a.low, b.low)};
  }

  /// Returns the double nearest to total × 2^exponent; @p total is not 0.
  Value *pack(const Int128 &total, Value *exponent, Value *sign) {
    Value *isLow = builder_.CreateICmpEQ(total.high, number(0));
    Value *leading = builder_.CreateSelect(isLow, add(leadingZeros(total.low), number(64)),
                                           leadingZeros(total.high));
    const Int128 full = shiftLeft(total, leading);
    Value *top = builder_.CreateOr(full.high, isNonZero(full.low));
    // The biased exponent; the significand of a subnormal result is shifted right instead.
    Value *field = add(sub(exponent, leading), number(127 + kBias));
    Value *shift = sub(number(1), field);
    shift = builder_.CreateSelect(builder_.CreateICmpSGT(shift, number(0)), shift, number(0));
    top = shiftRight({number(0), top}, shift).low;
    Value *significand = builder_.CreateLShr(top, 11);
    Value *discarded = builder_.CreateAnd(top, number(0x7FF));
    Value *isOdd = builder_.CreateAnd(significand, number(1));
    Value *roundsUp = builder_.CreateICmpUGT(add(discarded, isOdd), number(0x400));
    Value *base = sub(field, number(1));
    base = builder_.CreateSelect(builder_.CreateICmpSGT(base, number(0)), base, number(0));
    Value *bits = add(add(builder_.CreateShl(base, kFraction), significand),
                      builder_.CreateZExt(roundsUp, builder_.getInt64Ty()));
    Value *infinity = number(std::int64_t{2047} << kFraction);
    bits = builder_.CreateSelect(builder_.CreateICmpSGE(field, number(2047)), infinity, bits);
    return builder_.CreateOr(bits, sign);
  }

  IRBuilder<> &builder_;
};

Value *createFma(IRBuilder<> &builder, ArrayRef<Value *> arguments) {
  Type *type = arguments[0]->getType();
  if (type->isDoubleTy())
    return DoubleFma(builder).create(arguments[0], arguments[1], arguments[2]);
  auto wide = [&](unsigned index) {
    return builder.CreateFPExt(arguments[index], builder.getDoubleTy());
  };
  Value *sum = targets::addRoundedToOdd(builder, builder.CreateFMul(wide(0), wide(1)), wide(2));
  return builder.CreateFPTrunc(sum, type);
}

} // namespace

PreservedAnalyses FusedMultiplyPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty() ||
        function.arg_size() != 3 || builtins::baseName(function.getName()) != "fma")
      continue;
    Type *type = function.getReturnType()->getScalarType();
    if (type->isFloatTy() || type->isDoubleTy())
      defineByElement(function, createFma);
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
