// See library_corrections.h.
#include "compiler/targets/common/library_corrections.h"

#include "compiler/targets/common/opencl_names.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

/// Conversions of doubles all are; those of floats only where the result is limited afterwards.
bool reliesOnSaturation(const Instruction &conversion) {
  return conversion.getOperand(0)->getType()->getScalarType()->isDoubleTy() ||
         any_of(conversion.users(), [](const User *user) { return isa<MinMaxIntrinsic>(user); });
}

void saturate(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!isa<FPToSIInst, FPToUIInst>(instruction) || !reliesOnSaturation(instruction))
      continue;
    IRBuilder<> builder(&instruction);
    Value *number = instruction.getOperand(0);
    const auto intrinsic =
        isa<FPToSIInst>(instruction) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
    instruction.replaceAllUsesWith(
        builder.CreateIntrinsic(intrinsic, {instruction.getType(), number->getType()}, {number}));
    instruction.eraseFromParent();
  }
}

using Arguments = SmallVector<Value *, 2>;

/// The library's gamma function is infinite where that of 1 - x overflows. There it is taken some
/// steps above, and divided by what is between: gamma(x) = gamma(x + n) / (x (x + 1) ...). Far
/// below it is 0 between its poles.
Value *gammaOf(IRBuilder<> &builder, Value *x, function_ref<Value *(ArrayRef<Value *>)> library) {
  Type *type = x->getType();
  const bool isDouble = type->getScalarType()->isDoubleTy();
  const double highest = isDouble ? -170 : -34;
  const double lowest = isDouble ? -184 : -43;
  auto number = [&](double value) { return ConstantFP::get(type, value); };
  Value *isLow = builder.CreateFCmpOLT(x, number(highest));
  Value *result =
      library(builder.CreateSelect(isLow, builder.CreateFAdd(x, number(highest - lowest)), x));
  Value *divided = result;
  for (int i = 0; i < highest - lowest; ++i)
    divided = builder.CreateFDiv(divided, builder.CreateFAdd(x, number(i)));
  result = builder.CreateSelect(isLow, divided, result);

  Value *whole = builder.CreateUnaryIntrinsic(Intrinsic::floor, x);
  Value *half = builder.CreateFMul(whole, number(0.5));
  Value *isNegative =
      builder.CreateFCmpONE(builder.CreateUnaryIntrinsic(Intrinsic::floor, half), half);
  Value *zero = builder.CreateSelect(isNegative, ConstantFP::getNegativeZero(type), number(0));
  Value *isFar =
      builder.CreateAnd(builder.CreateFCmpOLT(x, number(lowest)), builder.CreateFCmpONE(whole, x));
  result = builder.CreateSelect(isFar, zero, result);
  // As good as 1 / x near 0, with the sign that the library loses.
  Value *isTiny = builder.CreateFCmpOLT(builder.CreateUnaryIntrinsic(Intrinsic::fabs, x),
                                        number(isDouble ? 0x1p-60 : 0x1p-30));
  return builder.CreateSelect(isTiny, builder.CreateFDiv(number(1), x), result);
}

/// The library's pow of doubles is lost where y log(x) is far beyond all exponents. There y is
/// taken nearer to 0, where the result is the same infinity or 0.
Value *powerOf(IRBuilder<> &builder, Value *x, Value *y, bool hasSign,
               function_ref<Value *(ArrayRef<Value *>)> library) {
  Type *type = x->getType();
  auto number = [&](double value) { return ConstantFP::get(type, value); };
  auto magnitude = [&](Value *value) {
    return builder.CreateUnaryIntrinsic(Intrinsic::fabs, value);
  };
  auto isWhole = [&](Value *value) {
    return builder.CreateFCmpOEQ(builder.CreateUnaryIntrinsic(Intrinsic::floor, value), value);
  };
  // |log(x)| is at least 0.69 |x - 1| up to 2, and at least 0.69 above it.
  Value *distance = magnitude(builder.CreateFSub(magnitude(x), number(1)));
  distance = builder.CreateSelect(builder.CreateFCmpOLT(distance, number(1)), distance, number(1));
  Value *most = builder.CreateFDiv(number(4000), distance);
  Constant *infinity = ConstantFP::getInfinity(type);
  Value *isFar = builder.CreateAnd(builder.CreateFCmpOGT(magnitude(y), most),
                                   builder.CreateFCmpOLT(magnitude(y), infinity));
  Value *nearer = builder.CreateSelect(isFar, builder.CreateCopySign(most, y), y);
  if (!hasSign)
    return library({x, nearer});
  Value *result = library({builder.CreateSelect(isFar, magnitude(x), x), nearer});
  Value *isInteger = isWhole(y);
  Value *isOdd =
      builder.CreateAnd(isInteger, builder.CreateNot(isWhole(builder.CreateFMul(y, number(0.5)))));
  Value *isNegative = builder.CreateFCmpOLT(builder.CreateCopySign(number(1), x), number(0));
  Value *isBeside = builder.CreateAnd(builder.CreateFCmpOLT(x, number(0)),
                                      builder.CreateFCmpOLT(magnitude(x), infinity));
  Value *signedResult = builder.CreateSelect(builder.CreateAnd(isOdd, isNegative),
                                             builder.CreateFNeg(result), result);
  signedResult = builder.CreateSelect(builder.CreateAnd(isBeside, builder.CreateNot(isInteger)),
                                      ConstantFP::getNaN(type), signedResult);
  return builder.CreateSelect(isFar, signedResult, result);
}

bool isWrong(StringRef name, Type *result) {
  const bool isDouble = result->getScalarType()->isDoubleTy();
  return name == "tgamma" || name == "rootn" || name == "ldexp" ||
         (isDouble && (name == "pow" || name == "powr"));
}

/// What the function gives, by the library's one where that is right.
Value *correct(IRBuilder<> &builder, StringRef name, Arguments arguments,
               function_ref<Value *(ArrayRef<Value *>)> library) {
  if (name == "tgamma")
    return gammaOf(builder, arguments[0], library);
  if (name == "pow" || name == "powr")
    return powerOf(builder, arguments[0], arguments[1], name == "pow", library);
  Type *integer = arguments[1]->getType();
  if (name == "ldexp") { // it negates the exponent, and makes infinity of what is no number
    constexpr int kMost = 5000;
    Value *most = ConstantInt::get(integer, kMost);
    Value *least = ConstantInt::getSigned(integer, -kMost);
    Value *exponent = builder.CreateBinaryIntrinsic(Intrinsic::smin, arguments[1], most);
    arguments[1] = builder.CreateBinaryIntrinsic(Intrinsic::smax, exponent, least);
    Value *isNan = builder.CreateFCmpUNO(arguments[0], arguments[0]);
    return builder.CreateSelect(isNan, arguments[0], library(arguments));
  }
  Value *isFirst = builder.CreateICmpEQ(arguments[1], ConstantInt::get(integer, 1));
  return builder.CreateSelect(isFirst, arguments[0], library(arguments));
}

void wrap(Function &function) {
  const std::string name = function.getName().str();
  auto *wrapper = Function::Create(function.getFunctionType(), function.getLinkage(), "",
                                   *function.getParent());
  wrapper->setCallingConv(function.getCallingConv());
  wrapper->addFnAttr(Attribute::NoUnwind);
  function.setName(name + ".library");
  function.setLinkage(GlobalValue::InternalLinkage);
  wrapper->setName(name);
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", wrapper));
  Arguments arguments;
  for (Argument &argument : wrapper->args())
    arguments.push_back(&argument);
  builder.CreateRet(
      correct(builder, openclBaseName(name), arguments, [&](ArrayRef<Value *> values) {
        CallInst *call = builder.CreateCall(&function, values);
        call->setCallingConv(function.getCallingConv());
        return call;
      }));
}

} // namespace

void correctLibrary(Module &library) {
  SmallVector<Function *, 4> wrong;
  for (Function &function : library) {
    if (function.isDeclaration())
      continue;
    saturate(function);
    const StringRef name = openclBaseName(function.getName());
    if (name.size() != function.getName().size() && isWrong(name, function.getReturnType()))
      wrong.push_back(&function);
  }
  for (Function *function : wrong)
    wrap(*function);
}

} // namespace ursa
