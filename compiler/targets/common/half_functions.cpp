// See half_functions.h.
#include "compiler/targets/common/half_functions.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/common/vector_memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::targets {

Value *roundedToOdd(IRBuilder<> &builder, Value *nearest, Value *lost) {
  Type *type = nearest->getType();
  Type *integer = type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
  Constant *zero = ConstantInt::get(integer, 0);
  Constant *one = ConstantInt::get(integer, 1);
  Value *bits = builder.CreateBitCast(nearest, integer);
  Value *difference = builder.CreateXor(bits, builder.CreateBitCast(lost, integer));
  // Encodings grow away from zero: subtract one if the number was rounded away from zero.
  Value *roundedAway = builder.CreateICmpSLT(difference, zero);
  Value *towardsZero = builder.CreateSelect(roundedAway, builder.CreateSub(bits, one), bits);
  Value *isInexact = builder.CreateFCmpONE(lost, ConstantFP::get(type, 0.0));
  Value *odd = builder.CreateBitCast(builder.CreateOr(towardsZero, one), type);
  return builder.CreateSelect(isInexact, odd, nearest);
}

Value *addRoundedToOdd(IRBuilder<> &builder, Value *a, Value *b) {
  Value *sum = builder.CreateFAdd(a, b);
  // The rounding error, which is exact (Knuth's two-sum).
  Value *part = builder.CreateFSub(sum, a);
  Value *lost = builder.CreateFAdd(builder.CreateFSub(a, builder.CreateFSub(sum, part)),
                                   builder.CreateFSub(b, part));
  return roundedToOdd(builder, sum, lost);
}

void convertDoublesByFloat(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (!isa<FPTruncInst>(instruction) || !instruction.getType()->getScalarType()->isHalfTy())
        continue;
      Value *number = instruction.getOperand(0);
      if (!number->getType()->getScalarType()->isDoubleTy())
        continue;
      IRBuilder<> builder(&instruction);
      Type *floats = number->getType()->getWithNewType(builder.getFloatTy());
      Value *nearest = builder.CreateFPTrunc(number, floats);
      // Where the float of what is lost is 0, so is the half.
      Value *lost = builder.CreateFPTrunc(
          builder.CreateFSub(number, builder.CreateFPExt(nearest, number->getType())), floats);
      instruction.replaceAllUsesWith(
          builder.CreateFPTrunc(roundedToOdd(builder, nearest, lost), instruction.getType()));
      instruction.eraseFromParent();
    }
}

namespace {

/// Returns @p type with @p to instead of half.
Type *withoutHalves(Type *type, Type *to) {
  return type->getScalarType()->isHalfTy() ? type->getWithNewType(to) : type;
}

/// Returns the arguments, with halves extended to floats.
SmallVector<Value *, 4> floatArguments(IRBuilder<> &builder, Function &function) {
  SmallVector<Value *, 4> arguments;
  for (Argument &argument : function.args())
    arguments.push_back(argument.getType()->getScalarType()->isHalfTy()
                            ? builder.CreateFPExt(&argument, withoutHalves(argument.getType(),
                                                                           builder.getFloatTy()))
                            : static_cast<Value *>(&argument));
  return arguments;
}

/// Defines @p function by a call of the function of the same name for floats.
void defineViaFloat(Function &function) {
  std::string name = function.getName().str();
  for (std::size_t at = name.find("Dh"); at != std::string::npos; at = name.find("Dh", at)) {
    name[at] = 'f';
    name.erase(at + 1, 1);
  }
  const auto second = builtins::describeAs<builtins::SecondResult>(name);
  const bool hasPointer = second && !second->isInteger;
  if (hasPointer)
    name = builtins::privateOverload(name);
  IRBuilder<> builder = builtins::beginBody(function);
  SmallVector<Value *, 4> arguments = floatArguments(builder, function);
  Type *result = function.getReturnType();
  Type *floats = withoutHalves(result, builder.getFloatTy());
  // Comparisons of vectors return integers as wide as their elements.
  const bool isComparison = result->isVectorTy() && result->getScalarType()->isIntegerTy(16) &&
                            !builtins::describeAs<builtins::Conversion>(name);
  if (isComparison)
    floats = result->getWithNewType(builder.getInt32Ty());
  Value *pointer = nullptr;
  if (hasPointer) {
    pointer = arguments.back();
    arguments.back() = builder.CreateAlloca(floats);
  }
  CallInst *call = builtins::callFunction(builder, name, floats, arguments);
  if (pointer)
    builder.CreateStore(builder.CreateFPTrunc(builder.CreateLoad(floats, arguments.back()), result),
                        pointer);
  builder.CreateRet(isComparison       ? builder.CreateTrunc(call, result)
                    : floats == result ? static_cast<Value *>(call)
                                       : builder.CreateFPTrunc(call, result));
}

/// Defines a conversion to or from halves, such as "convert_half4_rtz" and "convert_double4".
void defineConversion(Function &function, const builtins::Conversion &conversion) {
  Type *to = function.getReturnType();
  Type *from = function.getArg(0)->getType();
  if (!to->getScalarType()->isFloatingPointTy()) {
    defineViaFloat(function);
    return;
  }
  IRBuilder<> builder = builtins::beginBody(function);
  Value *value = function.getArg(0);
  if (from == to) {
    builder.CreateRet(value);
    return;
  }
  if (!to->getScalarType()->isHalfTy()) {
    builder.CreateRet(builder.CreateFPExt(value, to));
    return;
  }
  if (from->getScalarType()->isIntegerTy()) {
    // Integers that a float does not represent exactly are far above the largest half.
    const bool isUnsigned = builtins::valueType(function.getName()).isUnsigned();
    Type *floats = to->getWithNewType(builder.getFloatTy());
    value = isUnsigned ? builder.CreateUIToFP(value, floats) : builder.CreateSIToFP(value, floats);
  }
  builder.CreateRet(roundToHalf(builder, value, conversion.rounding));
}

/// Defines shuffle or shuffle2; the mask is the last argument.
void defineShuffle(Function &function, bool hasTwoSources) {
  IRBuilder<> builder = builtins::beginBody(function);
  Value *mask = function.getArg(hasTwoSources ? 2 : 1);
  auto *from = cast<FixedVectorType>(function.getArg(0)->getType());
  auto *to = cast<FixedVectorType>(function.getReturnType());
  const unsigned count = from->getNumElements();
  Value *result = PoisonValue::get(to);
  for (unsigned i = 0; i < to->getNumElements(); ++i) {
    Value *index = builder.CreateExtractElement(mask, i);
    Value *source = builder.CreateAnd(index, ConstantInt::get(index->getType(), count - 1));
    Value *element = builder.CreateExtractElement(function.getArg(0), source);
    if (hasTwoSources) {
      Value *second = builder.CreateExtractElement(function.getArg(1), source);
      Value *isSecond = builder.CreateIsNotNull(
          builder.CreateAnd(index, ConstantInt::get(index->getType(), count)));
      element = builder.CreateSelect(isSecond, second, element);
    }
    result = builder.CreateInsertElement(result, element, i);
  }
  builder.CreateRet(result);
}

/// Returns the next half towards another number, computed from its encoding.
Value *nextAfter(IRBuilder<> &builder, Value *from, Value *to) {
  Type *type = from->getType();
  Type *integer = type->getWithNewType(builder.getInt16Ty());
  Constant *one = ConstantInt::get(integer, 1);
  Value *bits = builder.CreateBitCast(from, integer);
  Value *grows = builder.CreateICmpEQ(builder.CreateFCmpOGT(to, from),
                                      builder.CreateICmpSGE(bits, ConstantInt::get(integer, 0)));
  Value *next =
      builder.CreateSelect(grows, builder.CreateAdd(bits, one), builder.CreateSub(bits, one));
  Value *sign =
      builder.CreateAnd(builder.CreateBitCast(to, integer), ConstantInt::get(integer, 0x8000));
  Value *isZero = builder.CreateFCmpOEQ(from, ConstantFP::get(type, 0.0));
  next = builder.CreateSelect(isZero, builder.CreateOr(sign, one), next);
  Value *result =
      builder.CreateSelect(builder.CreateFCmpOEQ(from, to), to, builder.CreateBitCast(next, type));
  Value *isNan = builder.CreateFCmpUNO(from, to);
  return builder.CreateSelect(isNan, builder.CreateFAdd(from, to), result);
}

/// Defines functions that cannot be computed in float; returns false for others.
bool defineOnHalves(Function &function, StringRef base) {
  Type *type = function.getReturnType();
  auto argument = [&](unsigned index) { return function.getArg(index); };
  if (base == "shuffle" || base == "shuffle2") {
    defineShuffle(function, base == "shuffle2");
    return true;
  }
  if (!StringSwitch<bool>(base)
           .Cases({"fma", "mad", "fdim", "nextafter", "copysign", "select", "bitselect"}, true)
           .Default(false))
    return false;
  IRBuilder<> builder = builtins::beginBody(function);
  Type *integer = type->getWithNewType(builder.getInt16Ty());
  Value *result = nullptr;
  if (base == "fma" || base == "mad") { // the product is exact in a float
    auto wide = floatArguments(builder, function);
    Value *product = builder.CreateFMul(wide[0], wide[1]);
    result = builder.CreateFPTrunc(base == "fma" ? addRoundedToOdd(builder, product, wide[2])
                                                 : builder.CreateFAdd(product, wide[2]),
                                   type);
  } else if (base == "fdim") {
    Value *difference = builder.CreateFSub(argument(0), argument(1));
    Value *isLess = builder.CreateFCmpOLE(argument(0), argument(1));
    result = builder.CreateSelect(isLess, ConstantFP::get(type, 0.0), difference);
  } else if (base == "nextafter") {
    result = nextAfter(builder, argument(0), argument(1));
  } else if (base == "copysign") { // also the sign of a NaN
    result = builder.CreateCopySign(argument(0), argument(1));
  } else if (base == "select") { // vectors test the highest bit, scalars any bit
    Value *choice = argument(2);
    Constant *zero = Constant::getNullValue(choice->getType());
    Value *isSecond = type->isVectorTy() ? builder.CreateICmpSLT(choice, zero)
                                         : builder.CreateICmpNE(choice, zero);
    result = builder.CreateSelect(isSecond, argument(1), argument(0));
  } else {
    auto bits = [&](unsigned index) { return builder.CreateBitCast(argument(index), integer); };
    Value *chosen = builder.CreateOr(builder.CreateAnd(bits(0), builder.CreateNot(bits(2))),
                                     builder.CreateAnd(bits(1), bits(2)));
    result = builder.CreateBitCast(chosen, type);
  }
  builder.CreateRet(result);
  return true;
}

/// Defines fract on halves, because a result of the float function just below 1 would round to 1.
void defineFract(Function &function) {
  IRBuilder<> builder = builtins::beginBody(function);
  Value *value = function.getArg(0);
  Type *type = value->getType();
  Value *whole = builder.CreateUnaryIntrinsic(Intrinsic::floor, value);
  builder.CreateStore(whole, function.getArg(1));
  Value *fraction = builder.CreateFSub(value, whole);
  Constant *maxFraction = ConstantFP::get(type, 0x1.ffcp-1);
  fraction =
      builder.CreateSelect(builder.CreateFCmpOGT(fraction, maxFraction), maxFraction, fraction);
  Value *isInfinite = builder.CreateFCmpOEQ(builder.CreateUnaryIntrinsic(Intrinsic::fabs, value),
                                            ConstantFP::getInfinity(type));
  Value *zero = builder.CreateCopySign(ConstantFP::get(type, 0.0), value);
  builder.CreateRet(builder.CreateSelect(isInfinite, zero, fraction));
}

/// Defines nan(ushort), which returns a quiet NaN.
void defineNan(Function &function) {
  IRBuilder<> builder = builtins::beginBody(function);
  Value *code = function.getArg(0);
  Value *bits = builder.CreateOr(code, ConstantInt::get(code->getType(), 0x7E00));
  builder.CreateRet(builder.CreateBitCast(bits, function.getReturnType()));
}

bool isDefinedByOtherPass(StringRef base) {
  for (const char *prefix : {"__spirv_SpecConstant", "vload", "vstore", "atomic_", "sub_group_",
                             "work_group_", "async_", "prefetch", "read_image", "write_image"})
    if (base.starts_with(prefix))
      return true;
  return false;
}

/// Returns the intrinsic on halves of a function, if there is one.
Intrinsic::ID halfIntrinsic(StringRef base) {
  return StringSwitch<Intrinsic::ID>(base)
      .Case("fma", Intrinsic::fma)
      .Case("mad", Intrinsic::fmuladd)
      .Case("fabs", Intrinsic::fabs)
      .Case("floor", Intrinsic::floor)
      .Case("ceil", Intrinsic::ceil)
      .Case("trunc", Intrinsic::trunc)
      .Case("rint", Intrinsic::rint)
      .Default(Intrinsic::not_intrinsic);
}

void defineAsIntrinsic(Function &function, Intrinsic::ID intrinsic) {
  IRBuilder<> builder = builtins::beginBody(function);
  SmallVector<Value *, 3> arguments;
  for (Argument &argument : function.args())
    arguments.push_back(&argument);
  builder.CreateRet(builder.CreateIntrinsic(intrinsic, {function.getReturnType()}, arguments));
}

void defineHalfFunction(Function &function, bool hasHalfArithmetic) {
  const StringRef name = function.getName();
  const StringRef base = builtins::baseName(name);
  if (base.size() == name.size() || isDefinedByOtherPass(base))
    return;
  const bool takesHalves = builtins::parameterTypes(name).contains("Dh");
  const auto conversion = builtins::describeAs<builtins::Conversion>(name);
  if (base == "nan" && function.getReturnType()->getScalarType()->isHalfTy())
    defineNan(function);
  else if (conversion && (takesHalves || base.starts_with("convert_half")))
    defineConversion(function, *conversion);
  else if (!takesHalves)
    return;
  else if (base == "fract")
    defineFract(function);
  else if (const Intrinsic::ID intrinsic = halfIntrinsic(base);
           hasHalfArithmetic && intrinsic != Intrinsic::not_intrinsic)
    defineAsIntrinsic(function, intrinsic);
  else if (!defineOnHalves(function, base))
    defineViaFloat(function);
}

} // namespace

void defineHalfFunctions(Module &module, bool hasHalfArithmetic) {
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
      defineHalfFunction(function, hasHalfArithmetic);
}

void defineFmaOfHalves(Module &module) {
  for (Function &function : module)
    if (function.isDeclaration() && builtins::baseName(function.getName()) == "fma" &&
        builtins::parameterTypes(function.getName()).contains("Dh"))
      defineOnHalves(function, "fma");
}

} // namespace ursa::compiler::targets
