// See definitions.h.
#include "compiler/builtins/definitions.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::builtins {
namespace {

constexpr unsigned kDimensions = 3;

} // namespace

SmallVector<Function *, 16> usedDeclarations(Module &module) {
  SmallVector<Function *, 16> functions;
  for (Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
      functions.push_back(&function);
  return functions;
}

SmallVector<CallInst *, 8> callsOf(Function &function) {
  SmallVector<CallInst *, 8> calls;
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
      calls.push_back(call);
  return calls;
}

void setDefinitionAttributes(Function &function, bool isConvergent) {
  function.setLinkage(GlobalValue::InternalLinkage);
  function.setAttributes(AttributeList());
  function.addFnAttr(Attribute::AlwaysInline);
  function.addFnAttr(Attribute::NoUnwind);
  if (isConvergent)
    function.addFnAttr(Attribute::Convergent);
}

IRBuilder<> beginBody(Function &function, bool isConvergent) {
  setDefinitionAttributes(function, isConvergent);
  return IRBuilder<>(BasicBlock::Create(function.getContext(), "", &function));
}

CallInst *callFunction(IRBuilderBase &builder, StringRef name, Type *result,
                       ArrayRef<Value *> arguments, AttributeList attributes) {
  SmallVector<Type *, 8> types;
  for (const Value *argument : arguments)
    types.push_back(argument->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  auto *type = FunctionType::get(result, types, /*isVarArg=*/false);
  Function *function = module.getFunction(name);
  if (!function) {
    function = cast<Function>(module.getOrInsertFunction(name, type, attributes).getCallee());
    if (module.getTargetTriple().isSPIROrSPIRV())
      function->setCallingConv(CallingConv::SPIR_FUNC);
  }
  CallInst *call = builder.CreateCall(type, function, arguments);
  call->setCallingConv(function->getCallingConv());
  return call;
}

Value *callQuery(IRBuilderBase &builder, Query query, unsigned dimension) {
  const std::string name = mangledName(nameOf(query), hasDimension(query) ? "j" : "v");
  if (hasDimension(query))
    return callFunction(builder, name, builder.getInt64Ty(), {builder.getInt32(dimension)});
  return callFunction(builder, name, builder.getInt64Ty(), {});
}

Value *linearId(IRBuilderBase &builder, function_ref<Value *(unsigned)> id,
                function_ref<Value *(unsigned)> size) {
  Value *result = id(kDimensions - 1);
  for (unsigned i = kDimensions - 1; i-- > 0;) {
    result = builder.CreateMul(result, size(i));
    result = builder.CreateAdd(result, id(i));
  }
  return result;
}

Value *selectDimension(IRBuilderBase &builder, Query query, Value *dimension,
                       function_ref<Value *(unsigned)> value) {
  Value *result = builder.getInt64(valueBeyondDimensions(query));
  for (unsigned i = kDimensions; i-- > 0;) {
    Value *isThis = builder.CreateICmpEQ(dimension, ConstantInt::get(dimension->getType(), i));
    result = builder.CreateSelect(isThis, value(i), result);
  }
  return result;
}

} // namespace ursa::compiler::builtins
