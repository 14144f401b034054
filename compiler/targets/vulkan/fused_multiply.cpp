// See fused_multiply.h.
#include "compiler/targets/vulkan/fused_multiply.h"

#include "compiler/targets/common/opencl_names.h"
#include "compiler/targets/vulkan/builtin_body.h"
#include "compiler/targets/vulkan/half_functions.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

/// fma of doubles in integers: product and summand in 128 bits each, from bit 124 on, what is
/// shifted out below kept as the lowest bit.
class DoubleFma {
public:
  explicit DoubleFma(IRBuilder<> &builder) : builder_(builder) {}

  Value *of(Value *x, Value *y, Value *z) {
    const Number a = take(x);
    const Number b = take(y);
    const Number c = take(z);
    Value *sign = builder_.CreateXor(a.sign, b.sign);
    Pair product = shiftLeft(multiply(a.significand, b.significand), 20);
    Value *productExponent = sub(add(a.exponent, b.exponent), number(20));
    Pair summand{builder_.CreateShl(c.significand, 8), number(0)}; // by 72 of 128
    Value *summandExponent = sub(c.exponent, number(72));

    // Both with the larger exponent.
    Value *distance = sub(productExponent, summandExponent);
    Value *isProductLess = builder_.CreateICmpSLT(distance, number(0));
    Value *exponent = builder_.CreateSelect(isProductLess, summandExponent, productExponent);
    Value *nothing = number(0);
    product = shiftRight(
        product, builder_.CreateSelect(isProductLess, builder_.CreateNeg(distance), nothing));
    summand = shiftRight(summand, builder_.CreateSelect(isProductLess, nothing, distance));

    Pair total = addPairs(product, summand);
    const Pair difference = subtractPairs(product, summand);
    Value *isLess = builder_.CreateICmpSLT(difference.high, number(0));
    const Pair opposite = subtractPairs({nothing, nothing}, difference);
    Value *isSame = builder_.CreateICmpEQ(sign, c.sign);
    total = choose(isSame, total, choose(isLess, opposite, difference));
    sign =
        builder_.CreateSelect(builder_.CreateOr(isSame, builder_.CreateNot(isLess)), sign, c.sign);

    Value *isZero = builder_.CreateICmpEQ(builder_.CreateOr(total.high, total.low), nothing);
    Value *result = builder_.CreateSelect(isZero, nothing, pack(total, exponent, sign));
    // A finite product does not change an infinite summand, though rounded it may be infinite too.
    Value *isFactorBeyond = builder_.CreateOr(a.isBeyond, b.isBeyond);
    Value *isSummand = builder_.CreateAnd(c.isBeyond, builder_.CreateNot(isFactorBeyond));
    Value *plain = builder_.CreateFAdd(builder_.CreateFMul(x, y), z);
    plain = builder_.CreateSelect(isSummand, z, plain);
    Value *isSpecial = builder_.CreateOr(builder_.CreateOr(a.isZero, b.isZero),
                                         builder_.CreateOr(isFactorBeyond, c.isBeyond));
    return builder_.CreateSelect(isSpecial, plain, builder_.CreateBitCast(result, x->getType()));
  }

private:
  /// significand × 2^exponent; the significand has 53 bits, or is 0.
  struct Number {
    Value *significand;
    Value *exponent;
    Value *sign; ///< in the highest bit
    Value *isZero;
    Value *isBeyond; ///< infinite, or no number
  };
  struct Pair {
    Value *high;
    Value *low;
  };

  static constexpr int kBias = 1023;
  static constexpr int kFraction = 52;

  Value *number(std::int64_t value) { return ConstantInt::getSigned(builder_.getInt64Ty(), value); }
  Value *add(Value *a, Value *b) { return builder_.CreateAdd(a, b); }
  Value *sub(Value *a, Value *b) { return builder_.CreateSub(a, b); }
  Value *zeros(Value *value) {
    return builder_.CreateIntrinsic(builder_.getInt64Ty(), Intrinsic::ctlz,
                                    {value, builder_.getFalse()});
  }
  Value *isNot0(Value *value) {
    return builder_.CreateZExt(builder_.CreateIsNotNull(value), builder_.getInt64Ty());
  }

  Pair choose(Value *condition, const Pair &a, const Pair &b) {
    return {builder_.CreateSelect(condition, a.high, b.high),
            builder_.CreateSelect(condition, a.low, b.low)};
  }

  Number take(Value *value) {
    Value *bits = builder_.CreateBitCast(value, builder_.getInt64Ty());
    Value *sign = builder_.CreateAnd(bits, number(INT64_MIN));
    Value *fraction = builder_.CreateAnd(bits, number((std::int64_t{1} << kFraction) - 1));
    Value *field = builder_.CreateAnd(builder_.CreateLShr(bits, kFraction), number(2047));
    Value *isSmall = builder_.CreateICmpEQ(field, number(0));
    Value *normal = builder_.CreateOr(fraction, number(std::int64_t{1} << kFraction));
    // A subnormal number's significand is shifted up to where the others' is; 0 stays 0.
    Value *shift = builder_.CreateSub(zeros(fraction), number(63 - kFraction));
    shift = builder_.CreateAnd(shift, number(63));
    Value *significand =
        builder_.CreateSelect(isSmall, builder_.CreateShl(fraction, shift), normal);
    Value *exponent = builder_.CreateSelect(isSmall, sub(number(1), shift), field);
    return {significand, sub(exponent, number(kBias + kFraction)), sign,
            builder_.CreateAnd(isSmall, builder_.CreateICmpEQ(fraction, number(0))),
            builder_.CreateICmpEQ(field, number(2047))};
  }

  Pair multiply(Value *a, Value *b) {
    auto low = [&](Value *value) { return builder_.CreateAnd(value, number(0xFFFFFFFF)); };
    auto high = [&](Value *value) { return builder_.CreateLShr(value, 32); };
    Value *lowest = builder_.CreateMul(low(a), low(b));
    Value *first = add(builder_.CreateMul(high(a), low(b)), high(lowest));
    Value *second = add(builder_.CreateMul(low(a), high(b)), low(first));
    return {add(builder_.CreateMul(high(a), high(b)), add(high(first), high(second))),
            builder_.CreateOr(builder_.CreateShl(second, 32), low(lowest))};
  }

  Pair shiftLeft(const Pair &value, unsigned bits) {
    return {builder_.CreateOr(builder_.CreateShl(value.high, bits),
                              builder_.CreateLShr(value.low, 64 - bits)),
            builder_.CreateShl(value.low, bits)};
  }

  /// By any number of bits from 0 to 127.
  Pair shiftLeft(const Pair &value, Value *bits) {
    Value *rest = builder_.CreateAnd(bits, number(63));
    Value *isFar = builder_.CreateICmpUGE(bits, number(64));
    Value *carried = builder_.CreateLShr(builder_.CreateLShr(value.low, 1), sub(number(63), rest));
    Value *low = builder_.CreateShl(value.low, rest);
    return choose(isFar, {low, number(0)},
                  {builder_.CreateOr(builder_.CreateShl(value.high, rest), carried), low});
  }

  /// By any number of bits; a bit that is lost sets the lowest one.
  Pair shiftRight(const Pair &value, Value *bits) {
    Value *most = number(127);
    bits = builder_.CreateSelect(builder_.CreateICmpUGT(bits, most), most, bits);
    Value *rest = builder_.CreateAnd(bits, number(63));
    Value *isFar = builder_.CreateICmpUGE(bits, number(64));
    const Pair moved = choose(isFar, {number(0), value.high}, value);
    Value *lost = builder_.CreateSelect(isFar, value.low, number(0));
    Value *mask = sub(builder_.CreateShl(number(1), rest), number(1));
    lost = builder_.CreateOr(lost, builder_.CreateAnd(moved.low, mask));
    Value *carried = builder_.CreateShl(builder_.CreateShl(moved.high, 1), sub(number(63), rest));
    Value *low = builder_.CreateOr(builder_.CreateLShr(moved.low, rest), carried);
    return {builder_.CreateLShr(moved.high, rest), builder_.CreateOr(low, isNot0(lost))};
  }

  Pair addPairs(const Pair &a, const Pair &b) {
    Value *low = add(a.low, b.low);
    Value *carry = builder_.CreateZExt(builder_.CreateICmpULT(low, a.low), builder_.getInt64Ty());
    return {add(add(a.high, b.high), carry), low};
  }

  Pair subtractPairs(const Pair &a, const Pair &b) {
    Value *borrow =
        builder_.CreateZExt(builder_.CreateICmpULT(a.low, b.low), builder_.getInt64Ty());
    return {sub(sub(a.high, b.high), borrow), sub(a.low, b.low)};
  }

  /// The double nearest to total × 2^exponent, which is not 0.
  Value *pack(const Pair &total, Value *exponent, Value *sign) {
    Value *isLow = builder_.CreateICmpEQ(total.high, number(0));
    Value *leading =
        builder_.CreateSelect(isLow, add(zeros(total.low), number(64)), zeros(total.high));
    const Pair full = shiftLeft(total, leading);
    Value *top = builder_.CreateOr(full.high, isNot0(full.low));
    // The field of the exponent; subnormal numbers are shifted down to its least value.
    Value *field = add(sub(exponent, leading), number(127 + kBias));
    Value *shift = sub(number(1), field);
    shift = builder_.CreateSelect(builder_.CreateICmpSGT(shift, number(0)), shift, number(0));
    top = shiftRight({number(0), top}, shift).low;
    Value *significand = builder_.CreateLShr(top, 11);
    Value *rest = builder_.CreateAnd(top, number(0x7FF));
    Value *isOdd = builder_.CreateAnd(significand, number(1));
    Value *roundsUp = builder_.CreateICmpUGT(add(rest, isOdd), number(0x400));
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

Value *fused(IRBuilder<> &builder, ArrayRef<Value *> arguments) {
  Type *type = arguments[0]->getType();
  if (type->isDoubleTy())
    return DoubleFma(builder).of(arguments[0], arguments[1], arguments[2]);
  auto wide = [&](unsigned index) {
    return builder.CreateFPExt(arguments[index], builder.getDoubleTy());
  };
  Value *sum = addRoundedToOdd(builder, builder.CreateFMul(wide(0), wide(1)), wide(2));
  return builder.CreateFPTrunc(sum, type);
}

} // namespace

PreservedAnalyses FusedMultiplyPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty() ||
        function.arg_size() != 3 || openclBaseName(function.getName()) != "fma")
      continue;
    Type *type = function.getReturnType()->getScalarType();
    if (type->isFloatTy() || type->isDoubleTy())
      defineByElement(function, fused);
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
