// See native_math.h.
#include "compiler/targets/vulkan/native_math.h"

#include "compiler/builtins/names.h"
#include "compiler/targets/vulkan/builtin_body.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/ADT/StringSwitch.h"

#include <spirv/unified1/GLSL.std.450.h>

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

/// Returns the GLSL.std.450 instruction for a function, named without "native_"; 0 if there is
/// none.
unsigned glslInstructionFor(StringRef name) {
  return StringSwitch<unsigned>(name)
      .Case("sin", GLSLstd450Sin)
      .Case("cos", GLSLstd450Cos)
      .Case("tan", GLSLstd450Tan)
      .Case("exp", GLSLstd450Exp)
      .Case("exp2", GLSLstd450Exp2)
      .Case("log", GLSLstd450Log)
      .Case("log2", GLSLstd450Log2)
      .Case("sqrt", GLSLstd450Sqrt)
      .Case("rsqrt", GLSLstd450InverseSqrt)
      .Case("powr", GLSLstd450Pow)
      .Default(0);
}

/// Likewise, with the instructions that only fast-relaxed math may use.
unsigned fastGlslInstructionFor(StringRef name) {
  if (unsigned number = glslInstructionFor(name))
    return number;
  return StringSwitch<unsigned>(name)
      .Case("asin", GLSLstd450Asin)
      .Case("acos", GLSLstd450Acos)
      .Case("atan", GLSLstd450Atan)
      .Case("atan2", GLSLstd450Atan2)
      .Case("sinh", GLSLstd450Sinh)
      .Case("cosh", GLSLstd450Cosh)
      .Case("tanh", GLSLstd450Tanh)
      .Case("asinh", GLSLstd450Asinh)
      .Case("acosh", GLSLstd450Acosh)
      .Case("atanh", GLSLstd450Atanh)
      .Default(0);
}

/// Defines exp10 and log10 by exp2 and log2; returns false for other functions.
bool defineDecimal(Function &function, StringRef name) {
  constexpr double kLog2Of10 = 3.32192809488736234787;
  if (name == "exp10") {
    defineByElement(function, [](IRBuilder<> &builder, ArrayRef<Value *> arguments) -> Value * {
      Type *type = arguments[0]->getType();
      Value *power = builder.CreateFMul(arguments[0], ConstantFP::get(type, kLog2Of10));
      return callGlsl(builder, GLSLstd450Exp2, type, power);
    });
    return true;
  }
  if (name == "log10") {
    defineByElement(function, [](IRBuilder<> &builder, ArrayRef<Value *> arguments) -> Value * {
      Type *type = arguments[0]->getType();
      Value *binary = callGlsl(builder, GLSLstd450Log2, type, arguments[0]);
      return builder.CreateFMul(binary, ConstantFP::get(type, 1.0 / kLog2Of10));
    });
    return true;
  }
  return false;
}

/// Defines pow and pown by GLSL's Pow, which requires a base that is not negative; returns false
/// for other functions.
bool definePower(Function &function, StringRef name) {
  if (name != "pow" && name != "pown")
    return false;
  defineByElement(function, [&](IRBuilder<> &builder, ArrayRef<Value *> arguments) -> Value * {
    Value *base = arguments[0];
    Type *type = base->getType();
    Value *exponent = name == "pown" ? builder.CreateSIToFP(arguments[1], type) : arguments[1];
    Value *magnitude = callGlsl(builder, GLSLstd450FAbs, type, base);
    Value *power = callGlsl(builder, GLSLstd450Pow, type, {magnitude, exponent});
    Value *halved = builder.CreateFMul(exponent, ConstantFP::get(type, 0.5));
    Value *fraction = builder.CreateFSub(halved, callGlsl(builder, GLSLstd450Trunc, type, halved));
    Value *isOdd = builder.CreateFCmpONE(fraction, ConstantFP::get(type, 0.0));
    Value *isNegative = builder.CreateFCmpOLT(base, ConstantFP::get(type, 0.0));
    return builder.CreateSelect(builder.CreateAnd(isNegative, isOdd), builder.CreateFNeg(power),
                                power);
  });
  return true;
}

void defineNativeMath(Function &function, bool isFast) {
  StringRef name = builtins::baseName(function.getName());
  if (name.size() == function.getName().size())
    return;
  const bool isNative = name.consume_front("native_");
  // GLSL.std.450 has these for 16 and 32 bits only. Its InverseSqrt meets OpenCL's bound for rsqrt.
  if (!function.getReturnType()->getScalarType()->isFloatTy() ||
      (!isNative && !isFast && name != "rsqrt"))
    return;
  if (isNative && (name == "recip" || name == "divide")) {
    const bool isReciprocal = name == "recip";
    IRBuilder<> builder = builtins::beginBody(function);
    FastMathFlags flags;
    flags.setApproxFunc();
    builder.setFastMathFlags(flags);
    Value *one = ConstantFP::get(function.getReturnType(), 1.0);
    builder.CreateRet(builder.CreateFDiv(isReciprocal ? one : function.getArg(0),
                                         isReciprocal ? function.getArg(0) : function.getArg(1)));
    return;
  }
  if (defineDecimal(function, name) || (isFast && !isNative && definePower(function, name)))
    return;
  if (unsigned number = isNative ? glslInstructionFor(name) : fastGlslInstructionFor(name))
    defineByElement(function, [&](IRBuilder<> &builder, ArrayRef<Value *> arguments) {
      return callGlsl(builder, number, arguments[0]->getType(), arguments);
    });
}

/// Redirects calls that clang marked as approximable (-cl-fast-relaxed-math) to an approximate copy
/// of @p function, if GLSL.std.450 has an instruction for it.
void defineApproximate(Function &function) {
  SmallVector<CallInst *, 8> calls;
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function &&
                                               isa<FPMathOperator>(call) && call->hasApproxFunc())
      calls.push_back(call);
  if (calls.empty())
    return;
  auto *approximate = Function::Create(function.getFunctionType(), function.getLinkage(),
                                       function.getName() + ".fast", *function.getParent());
  approximate->setCallingConv(function.getCallingConv());
  defineNativeMath(*approximate, true);
  if (approximate->isDeclaration()) {
    approximate->eraseFromParent();
    return;
  }
  for (CallInst *call : calls)
    call->setCalledFunction(approximate);
}

} // namespace

PreservedAnalyses NativeMathPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty())
      continue;
    if (!isFast_)
      defineApproximate(function);
    if (!function.use_empty())
      defineNativeMath(function, isFast_);
  }
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
