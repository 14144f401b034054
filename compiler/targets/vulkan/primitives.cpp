// See primitives.h.
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa::compiler::vulkan {

Function *getPrimitive(Module &module, const Twine &name, Type *result, ArrayRef<Type *> parameters,
                       Effect effect) {
  auto *function = cast<Function>(
      module
          .getOrInsertFunction((kPrefix + name).str(), FunctionType::get(result, parameters, false))
          .getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::WillReturn);
  if (effect != Effect::None)
    function->addFnAttr(Attribute::Convergent);
  if (effect == Effect::None)
    function->addFnAttr(Attribute::Speculatable);
  if (effect != Effect::Memory)
    function->setDoesNotAccessMemory();
  return function;
}

CallInst *callPrimitive(IRBuilderBase &builder, const Twine &name, Type *result,
                        ArrayRef<Value *> arguments, Effect effect) {
  SmallVector<Type *, 4> types;
  for (const Value *argument : arguments)
    types.push_back(argument->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(getPrimitive(module, name, result, types, effect), arguments);
}

void callBarrier(IRBuilderBase &builder, Value *flags) {
  callPrimitive(builder, "barrier", builder.getVoidTy(),
                {flags ? flags : builder.getInt32(kAllFences)}, Effect::Memory);
}

Value *callGlsl(IRBuilderBase &builder, unsigned number, Type *result,
                ArrayRef<Value *> arguments) {
  return callPrimitive(builder, "glsl." + Twine(number) + "." + typeName(result), result,
                       arguments);
}

Value *callSpecConstant(IRBuilderBase &builder, unsigned specId, Type *type,
                        std::uint64_t defaultValue) {
  CallInst *call = callPrimitive(builder, "spec." + typeName(type) + "." + Twine(specId), type);
  call->getCalledFunction()->addFnAttr(kDefaultAttribute, utostr(defaultValue));
  return call;
}

Value *readPushConstant32(IRBuilderBase &builder, unsigned byte) {
  return callPrimitive(builder, "push." + Twine(byte), builder.getInt32Ty());
}

Value *readPushConstant64(IRBuilderBase &builder, unsigned byte) {
  Value *low = builder.CreateZExt(readPushConstant32(builder, byte), builder.getInt64Ty());
  Value *high = builder.CreateZExt(readPushConstant32(builder, byte + 4), builder.getInt64Ty());
  return builder.CreateOr(low, builder.CreateShl(high, 32));
}

std::string typeName(const Type *type) {
  std::string text;
  raw_string_ostream out(text);
  type->print(out);
  return text;
}

StringRef primitiveName(const Function *function) {
  StringRef name = function ? function->getName() : "";
  return name.consume_front(kPrefix) ? name : "";
}

SmallVector<Function *, 4> kernelsOf(Module &module) {
  SmallVector<Function *, 4> kernels;
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasFnAttribute(kKernelAttribute))
      kernels.push_back(&function);
  return kernels;
}

void reportError(const Function &function, const Twine &predicate) {
  function.getContext().emitError("Kernel '" + function.getName() + "' " + predicate);
}

std::string textOf(const Value &value) {
  std::string text;
  raw_string_ostream out(text);
  value.print(out);
  return StringRef(text).trim().str();
}

} // namespace ursa::compiler::vulkan
