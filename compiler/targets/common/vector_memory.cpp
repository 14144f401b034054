// See vector_memory.h.
#include "compiler/targets/common/vector_memory.h"

#include "compiler/builtins/definitions.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::targets {

using builtins::VectorAccess;

namespace {

/// Computes the bits of @p value as a half, i16, by integer operations.
Value *halfBits(IRBuilder<> &builder, Value *value, StringRef rounding) {
  const bool isDouble = value->getType()->getScalarType()->isDoubleTy();
  const bool isNearest = rounding.empty() || rounding == "rte";
  const unsigned width = isDouble ? 64 : 32;
  const unsigned fraction = isDouble ? 52 : 23;
  const unsigned surplus = fraction - 10;
  const std::uint64_t bias = isDouble ? 1023 : 127; // half's is 15
  Type *type = value->getType()->getWithNewType(builder.getIntNTy(width));
  auto number = [&](std::uint64_t bits) { return ConstantInt::get(type, bits); };

  Value *bits = builder.CreateBitCast(value, type);
  Value *isNegative = builder.CreateICmpSLT(bits, number(0));
  Value *magnitude = builder.CreateAnd(bits, number((std::uint64_t(1) << (width - 1)) - 1));
  Value *exponent = builder.CreateLShr(magnitude, fraction);
  // For subnormal results, shifts the fraction with its leading one right.
  Value *isSmall = builder.CreateICmpULT(exponent, number(bias - 14));
  Value *shift = builder.CreateSub(number(bias - 14 + surplus), exponent);
  shift = builder.CreateSelect(builder.CreateICmpUGT(shift, number(fraction + 2)),
                               number(fraction + 2), shift);
  shift = builder.CreateSelect(isSmall, shift, number(surplus));
  const std::uint64_t one = std::uint64_t(1) << fraction;
  Value *small = builder.CreateOr(builder.CreateAnd(magnitude, number(one - 1)), number(one));
  Value *large = builder.CreateSub(magnitude, number((bias - 15) << fraction));
  Value *whole = builder.CreateSelect(isSmall, small, large);
  Value *result = builder.CreateLShr(whole, shift);
  Value *lost = builder.CreateSub(whole, builder.CreateShl(result, shift));

  const std::uint64_t infinity = isDouble ? 0x7FF0000000000000 : 0x7F800000;
  Value *isTooLarge = builder.CreateICmpUGE(magnitude, number((bias + 16) << fraction));
  Value *isUp = nullptr; // incrementing the bits moves away from zero
  if (isNearest) {
    Value *middle = builder.CreateShl(number(1), builder.CreateSub(shift, number(1)));
    Value *isOdd = builder.CreateIsNotNull(builder.CreateAnd(result, number(1)));
    isUp = builder.CreateOr(builder.CreateICmpUGT(lost, middle),
                            builder.CreateAnd(builder.CreateICmpEQ(lost, middle), isOdd));
    isUp = builder.CreateAnd(isUp, builder.CreateNot(isTooLarge));
    result = builder.CreateSelect(isTooLarge, number(0x7C00), result);
  } else {
    Value *isInexact = builder.CreateAnd(builder.CreateICmpNE(lost, number(0)),
                                         builder.CreateICmpNE(magnitude, number(0)));
    isInexact = builder.CreateSelect(isTooLarge, builder.CreateICmpNE(magnitude, number(infinity)),
                                     isInexact);
    Value *largest = builder.CreateSelect(builder.CreateICmpEQ(magnitude, number(infinity)),
                                          number(0x7C00), number(0x7BFF));
    result = builder.CreateSelect(isTooLarge, largest, result);
    if (rounding != "rtz")
      isUp = builder.CreateAnd(isInexact,
                               rounding == "rtp" ? builder.CreateNot(isNegative) : isNegative);
  }
  if (isUp)
    result = builder.CreateAdd(result, builder.CreateZExt(isUp, type));
  Value *isNan = builder.CreateICmpUGT(magnitude, number(infinity));
  result = builder.CreateSelect(isNan, number(0x7E00), result);
  Value *sign = builder.CreateAnd(builder.CreateLShr(bits, width - 16), number(0x8000));
  return builder.CreateTrunc(builder.CreateOr(result, sign),
                             type->getWithNewType(builder.getInt16Ty()));
}

/// Computes the float value of halves with the bits @p bits, i16 or a vector of it.
Value *halfValue(IRBuilder<> &builder, Value *bits) {
  Type *type = bits->getType()->getWithNewType(builder.getInt32Ty());
  Type *floats = bits->getType()->getWithNewType(builder.getFloatTy());
  auto number = [&](std::uint64_t value) { return ConstantInt::get(type, value); };
  Value *wide = builder.CreateZExt(bits, type);
  Value *magnitude = builder.CreateAnd(wide, number(0x7FFF));
  Value *shifted = builder.CreateShl(magnitude, 13);
  Value *normal = builder.CreateAdd(shifted, number(std::uint64_t(127 - 15) << 23));
  Value *special = builder.CreateOr(shifted, number(0x7F800000));
  Value *small = builder.CreateBitCast(
      builder.CreateFMul(builder.CreateUIToFP(magnitude, floats), ConstantFP::get(floats, 0x1p-24)),
      type);
  Value *result =
      builder.CreateSelect(builder.CreateICmpULT(magnitude, number(0x400)), small, normal);
  result = builder.CreateSelect(builder.CreateICmpUGE(magnitude, number(0x7C00)), special, result);
  Value *sign = builder.CreateShl(builder.CreateAnd(wide, number(0x8000)), 16);
  return builder.CreateBitCast(builder.CreateOr(result, sign), floats);
}

/// Loads @p type from @p address, as a vector or by elements.
Value *load(IRBuilder<> &builder, Type *type, Value *address, Align align, AccessForm form) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (form == AccessForm::Vectors || !vector)
    return builder.CreateAlignedLoad(type, address, align);
  Value *result = PoisonValue::get(type);
  Type *element = vector->getElementType();
  const unsigned size = element->getScalarSizeInBits() / 8;
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    result = builder.CreateInsertElement(
        result,
        builder.CreateAlignedLoad(element, builder.CreateGEP(element, address, builder.getInt64(i)),
                                  Align(size)),
        i);
  return result;
}

void store(IRBuilder<> &builder, Value *value, Value *address, Align align, AccessForm form) {
  auto *vector = dyn_cast<FixedVectorType>(value->getType());
  if (form == AccessForm::Vectors || !vector) {
    builder.CreateAlignedStore(value, address, align);
    return;
  }
  Type *element = vector->getElementType();
  const unsigned size = element->getScalarSizeInBits() / 8;
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    builder.CreateAlignedStore(builder.CreateExtractElement(value, i),
                               builder.CreateGEP(element, address, builder.getInt64(i)),
                               Align(size));
}

} // namespace

/// Computes directed roundings by integer operations: NVIDIA's driver folds a conversion to half
/// and back away, so that the error of rounding to the nearest cannot be computed.
Value *roundToHalf(IRBuilder<> &builder, Value *value, StringRef rounding) {
  Type *half = value->getType()->getWithNewType(builder.getHalfTy());
  if (rounding.empty() || rounding == "rte")
    return builder.CreateFPTrunc(value, half);
  return builder.CreateBitCast(halfBits(builder, value, rounding), half);
}

void defineVectorAccess(Function &function, const VectorAccess &access, AccessForm form) {
  IRBuilder<> builder = builtins::beginBody(function);
  Value *index = function.getArg(access.isLoad ? 0 : 1);
  Value *pointer = function.getArg(access.isLoad ? 1 : 2);
  Type *type = access.isLoad ? function.getReturnType() : function.getArg(0)->getType();
  const bool isInteger = form == AccessForm::Scalars && access.isHalf;
  Type *element = isInteger       ? builder.getInt16Ty()
                  : access.isHalf ? builder.getHalfTy()
                                  : type->getScalarType();
  Type *memoryType = type->getWithNewType(element);
  const unsigned size = element->getScalarSizeInBits() / 8;
  const Align align(access.isAligned ? size * access.stride : size);
  Value *address = builder.CreateGEP(
      element, pointer,
      builder.CreateMul(index, ConstantInt::get(index->getType(), access.stride)));
  if (!access.isLoad) {
    Value *value = function.getArg(0);
    if (isInteger)
      value = halfBits(builder, value, access.rounding);
    else if (access.isHalf)
      value = roundToHalf(builder, value, access.rounding);
    store(builder, value, address, align, form);
    builder.CreateRetVoid();
    return;
  }
  Value *value = load(builder, memoryType, address, align, form);
  if (isInteger)
    value = halfValue(builder, value);
  else if (access.isHalf)
    value = builder.CreateFPExt(value, type);
  builder.CreateRet(value);
}

namespace {

void defineAccesses(Module &module,
                    function_ref<bool(const Function &, const VectorAccess &)> isWanted) {
  for (Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic())
      if (const auto access = builtins::describeAs<VectorAccess>(function.getName());
          access && isWanted(function, *access))
        defineVectorAccess(function, *access);
}

} // namespace

void defineDirectedHalfStores(Module &module) {
  defineAccesses(module, [](const Function &, const VectorAccess &access) {
    return access.isHalf && (access.rounding == "rtp" || access.rounding == "rtn");
  });
}

void defineHalfVectorAccess(Module &module) {
  defineAccesses(module, [](const Function &function, const VectorAccess &access) {
    return !access.isHalf && function.getName().contains("Dh");
  });
}

} // namespace ursa::compiler::targets
