// Expands intrinsics of integers. See intrinsics.h.
#include "compiler/targets/vulkan/intrinsics.h"
#include "compiler/targets/vulkan/primitives.h"

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.hpp11>

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

/// Expands one intrinsic of scalar integers.
class IntegerExpansion {
public:
  IntegerExpansion(IRBuilder<> &builder, IntrinsicInst &call)
      : builder_(builder), call_(call), type_(call.getType()),
        a_(call.arg_size() > 0 ? call.getArgOperand(0) : nullptr),
        b_(call.arg_size() > 1 ? call.getArgOperand(1) : nullptr) {}

  Value *run() {
    switch (call_.getIntrinsicID()) {
    case Intrinsic::smin:
      return builder_.CreateSelect(builder_.CreateICmpSLT(a_, b_), a_, b_);
    case Intrinsic::smax:
      return builder_.CreateSelect(builder_.CreateICmpSGT(a_, b_), a_, b_);
    case Intrinsic::umin:
      return builder_.CreateSelect(builder_.CreateICmpULT(a_, b_), a_, b_);
    case Intrinsic::umax:
      return builder_.CreateSelect(builder_.CreateICmpUGT(a_, b_), a_, b_);
    case Intrinsic::abs:
      return builder_.CreateSelect(builder_.CreateICmpSLT(a_, zero()), builder_.CreateNeg(a_), a_);
    case Intrinsic::scmp:
    case Intrinsic::ucmp:
      return compare(call_.getIntrinsicID() == Intrinsic::scmp);
    case Intrinsic::fshl:
    case Intrinsic::fshr:
      return funnelShift(call_.getIntrinsicID() == Intrinsic::fshl);
    case Intrinsic::ctpop:
      return countBits();
    case Intrinsic::ctlz:
      return countZeros(true);
    case Intrinsic::cttz:
      return countZeros(false);
    case Intrinsic::bitreverse:
      return reverseBits();
    case Intrinsic::bswap:
      return reverseBytes();
    case Intrinsic::uadd_sat: {
      Value *sum = builder_.CreateAdd(a_, b_);
      return builder_.CreateSelect(builder_.CreateICmpULT(sum, a_),
                                   Constant::getAllOnesValue(type_), sum);
    }
    case Intrinsic::usub_sat:
      return builder_.CreateSelect(builder_.CreateICmpULT(a_, b_), zero(),
                                   builder_.CreateSub(a_, b_));
    case Intrinsic::sadd_sat:
    case Intrinsic::ssub_sat:
      return saturate(call_.getIntrinsicID() == Intrinsic::sadd_sat);
    case Intrinsic::uadd_with_overflow: {
      Value *sum = builder_.CreateAdd(a_, b_);
      return pair(sum, builder_.CreateICmpULT(sum, a_));
    }
    case Intrinsic::usub_with_overflow:
      return pair(builder_.CreateSub(a_, b_), builder_.CreateICmpULT(a_, b_));
    case Intrinsic::sadd_with_overflow:
    case Intrinsic::ssub_with_overflow: {
      const bool isAdd = call_.getIntrinsicID() == Intrinsic::sadd_with_overflow;
      Value *result = isAdd ? builder_.CreateAdd(a_, b_) : builder_.CreateSub(a_, b_);
      return pair(result, overflows(result, isAdd));
    }
    case Intrinsic::umul_with_overflow:
    case Intrinsic::smul_with_overflow:
      return multiply(call_.getIntrinsicID() == Intrinsic::smul_with_overflow);
    default:
      return nullptr;
    }
  }

private:
  Value *zero() { return ConstantInt::get(type_, 0); }
  unsigned width() const { return type_->getIntegerBitWidth(); }

  Value *compare(bool isSigned) {
    Value *less = builder_.CreateICmp(isSigned ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, a_, b_);
    Value *more = builder_.CreateICmp(isSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT, a_, b_);
    Value *positive = builder_.CreateSelect(more, ConstantInt::get(type_, 1), zero());
    return builder_.CreateSelect(less, ConstantInt::getSigned(type_, -1), positive);
  }

  /// Shifts in two steps, because a shift by the width of the type is undefined. The width need not
  /// be a power of two.
  Value *funnelShift(bool isLeft) {
    Constant *bits = ConstantInt::get(type_, width());
    Constant *one = ConstantInt::get(type_, 1);
    Value *amount = call_.getArgOperand(2);
    amount = isPowerOf2_32(width())
                 ? builder_.CreateAnd(amount, ConstantInt::get(type_, width() - 1))
                 : builder_.CreateURem(amount, bits);
    Value *complement = builder_.CreateSub(ConstantInt::get(type_, width() - 1), amount);
    if (isLeft)
      return builder_.CreateOr(builder_.CreateShl(a_, amount),
                               builder_.CreateLShr(builder_.CreateLShr(b_, one), complement));
    return builder_.CreateOr(builder_.CreateShl(builder_.CreateShl(a_, one), complement),
                             builder_.CreateLShr(b_, amount));
  }

  Value *low() { return builder_.CreateTrunc(a_, builder_.getInt32Ty()); }
  Value *high() { return builder_.CreateTrunc(builder_.CreateLShr(a_, 32), builder_.getInt32Ty()); }

  Value *callSpirv(spv::Op op, Value *value) {
    return callPrimitive(builder_, "op." + Twine(static_cast<unsigned>(op)) + ".i32",
                         builder_.getInt32Ty(), value);
  }

  Value *countBits() {
    if (width() > 32)
      return builder_.CreateZExt(builder_.CreateAdd(callSpirv(spv::Op::OpBitCount, low()),
                                                    callSpirv(spv::Op::OpBitCount, high())),
                                 type_);
    Value *wide = builder_.CreateZExt(a_, builder_.getInt32Ty());
    return builder_.CreateTrunc(callSpirv(spv::Op::OpBitCount, wide), type_);
  }

  /// Counts leading or trailing zeros of 32 bits; 32 for zero.
  Value *countZeros32(Value *value, bool isLeading) {
    Value *bit = callGlsl(builder_, isLeading ? GLSLstd450FindUMsb : GLSLstd450FindILsb,
                          builder_.getInt32Ty(), value);
    if (isLeading) // FindUMsb returns -1 for zero
      return builder_.CreateSub(builder_.getInt32(31), bit);
    return builder_.CreateSelect(builder_.CreateICmpEQ(value, builder_.getInt32(0)),
                                 builder_.getInt32(32), bit);
  }

  Value *countZeros(bool isLeading) {
    if (width() == 32)
      return countZeros32(a_, isLeading);
    if (width() > 32) {
      if (width() != 64)
        return nullptr;
      Value *first = isLeading ? high() : low();
      Value *second = isLeading ? low() : high();
      Value *inSecond = builder_.CreateAdd(countZeros32(second, isLeading), builder_.getInt32(32));
      return builder_.CreateZExt(
          builder_.CreateSelect(builder_.CreateICmpEQ(first, builder_.getInt32(0)), inSecond,
                                countZeros32(first, isLeading)),
          type_);
    }
    Value *wide = builder_.CreateZExt(a_, builder_.getInt32Ty());
    Value *count = nullptr;
    if (isLeading)
      count = builder_.CreateSub(countZeros32(wide, true), builder_.getInt32(32 - width()));
    else
      count = countZeros32(builder_.CreateOr(wide, builder_.getInt32(1U << width())), false);
    return builder_.CreateTrunc(count, type_);
  }

  Value *reverseBits() {
    if (width() > 32) {
      Value *first =
          builder_.CreateZExt(callSpirv(spv::Op::OpBitReverse, low()), builder_.getInt64Ty());
      Value *second =
          builder_.CreateZExt(callSpirv(spv::Op::OpBitReverse, high()), builder_.getInt64Ty());
      Value *both = builder_.CreateOr(builder_.CreateShl(first, 32), second);
      return builder_.CreateTrunc(builder_.CreateLShr(both, 64 - width()), type_);
    }
    Value *wide = builder_.CreateZExt(a_, builder_.getInt32Ty());
    return builder_.CreateTrunc(
        builder_.CreateLShr(callSpirv(spv::Op::OpBitReverse, wide), 32 - width()), type_);
  }

  Value *reverseBytes() {
    Value *result = zero();
    for (unsigned bit = 0; bit < width(); bit += 8) {
      Value *byte = builder_.CreateAnd(builder_.CreateLShr(a_, bit), ConstantInt::get(type_, 0xFF));
      result = builder_.CreateOr(result, builder_.CreateShl(byte, width() - 8 - bit));
    }
    return result;
  }

  /// Returns whether the signed sum or difference @p result overflowed.
  Value *overflows(Value *result, bool isAdd) {
    Value *changed = builder_.CreateXor(result, a_);
    Value *other = isAdd ? builder_.CreateXor(result, b_) : builder_.CreateXor(a_, b_);
    return builder_.CreateICmpSLT(builder_.CreateAnd(changed, other),
                                  ConstantInt::get(result->getType(), 0));
  }

  Value *saturate(bool isAdd) {
    Value *result = isAdd ? builder_.CreateAdd(a_, b_) : builder_.CreateSub(a_, b_);
    Value *limit = builder_.CreateXor(builder_.CreateAShr(a_, width() - 1),
                                      ConstantInt::get(type_, APInt::getSignedMaxValue(width())));
    return builder_.CreateSelect(overflows(result, isAdd), limit, result);
  }

  Value *pair(Value *result, Value *overflow) {
    Value *both = builder_.CreateInsertValue(PoisonValue::get(type_), result, 0);
    return builder_.CreateInsertValue(both, overflow, 1);
  }

  Value *multiply(bool isSigned) {
    Type *type = a_->getType();
    const unsigned bits = type->getIntegerBitWidth();
    Value *result = builder_.CreateMul(a_, b_);
    if (bits <= 32) {
      Type *wide = builder_.getInt64Ty();
      auto extend = [&](Value *value) { return builder_.CreateIntCast(value, wide, isSigned); };
      return pair(result, builder_.CreateICmpNE(builder_.CreateMul(extend(a_), extend(b_)),
                                                extend(result)));
    }
    // Dividing the product by one factor gives the other, unless it overflowed. The division cannot
    // detect -1 times the least integer.
    Value *isZero = builder_.CreateICmpEQ(a_, ConstantInt::get(type, 0));
    Value *divisor = builder_.CreateSelect(isZero, ConstantInt::get(type, 1), a_);
    if (!isSigned)
      return pair(result, builder_.CreateAnd(
                              builder_.CreateNot(isZero),
                              builder_.CreateICmpNE(builder_.CreateUDiv(result, divisor), b_)));
    Value *isMinusOne = builder_.CreateICmpEQ(a_, Constant::getAllOnesValue(type));
    Value *isLeast =
        builder_.CreateICmpEQ(b_, ConstantInt::get(type, APInt::getSignedMinValue(bits)));
    divisor = builder_.CreateSelect(isMinusOne, ConstantInt::get(type, 1), divisor);
    Value *differs = builder_.CreateICmpNE(builder_.CreateSDiv(result, divisor), b_);
    differs = builder_.CreateSelect(isMinusOne, isLeast, differs);
    return pair(result, builder_.CreateAnd(builder_.CreateNot(isZero), differs));
  }

  IRBuilder<> &builder_;
  IntrinsicInst &call_;
  Type *type_;
  Value *a_;
  Value *b_;
};

} // namespace

Value *expandIntegerIntrinsic(IRBuilder<> &builder, IntrinsicInst &call) {
  return IntegerExpansion(builder, call).run();
}

} // namespace ursa::compiler::vulkan
