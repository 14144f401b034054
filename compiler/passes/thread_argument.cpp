// See thread_argument.h.
#include "compiler/passes/thread_argument.h"

#include "compiler/passes/source_location.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

/// Returns whether @p user only keeps a function alive, as llvm.used does.
bool isKeepAlive(const User *user) {
  auto *constant = dyn_cast<Constant>(user);
  if (!constant)
    return false;
  if (auto *global = dyn_cast<GlobalVariable>(constant))
    return global->getName() == "llvm.used" || global->getName() == "llvm.compiler.used";
  if (isa<GlobalValue>(constant))
    return false;
  for (const User *next : constant->users())
    if (!isKeepAlive(next))
      return false;
  return true;
}

} // namespace

Expected<SetVector<Function *>> functionsThatReach(Function &source, StringRef predicate) {
  SetVector<Function *> reaching;
  reaching.insert(&source);
  for (std::size_t i = 0; i < reaching.size(); ++i)
    for (const Use &use : reaching[i]->uses()) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      if (call && call->isCallee(&use) && call->getFunctionType() == reaching[i]->getFunctionType())
        reaching.insert(call->getFunction());
      else if (!isKeepAlive(use.getUser()))
        return createStringError(sourceLocation(*reaching[i]) + "Function '" +
                                 reaching[i]->getName() + "' " + predicate +
                                 " and has its address taken; it can only be called directly.");
    }
  reaching.remove(&source);
  return reaching;
}

Function *appendParameter(Function &function, Type *type, StringRef name,
                          const AttrBuilder &attributes) {
  FunctionType *before = function.getFunctionType();
  SmallVector<Type *, 8> parameters(before->params());
  parameters.push_back(type);
  auto *result =
      Function::Create(FunctionType::get(before->getReturnType(), parameters, before->isVarArg()),
                       function.getLinkage(), function.getAddressSpace());
  function.getParent()->getFunctionList().insert(function.getIterator(), result);
  result->takeName(&function);
  result->copyAttributesFrom(&function);
  result->setComdat(function.getComdat());
  result->copyMetadata(&function, 0);
  result->splice(result->begin(), &function);
  for (Argument &argument : function.args()) {
    Argument *parameter = result->getArg(argument.getArgNo());
    parameter->takeName(&argument);
    argument.replaceAllUsesWith(parameter);
  }
  const unsigned last = result->arg_size() - 1;
  result->getArg(last)->setName(name);
  result->addParamAttrs(last, attributes);
  return result;
}

void appendArgument(CallInst &call, Function &callee, Value *argument) {
  SmallVector<Value *, 8> arguments(call.args());
  arguments.push_back(argument);
  SmallVector<OperandBundleDef, 1> bundles;
  call.getOperandBundlesAsDefs(bundles);
  CallInst *result = CallInst::Create(callee.getFunctionType(), &callee, arguments, bundles, "",
                                      call.getIterator());
  result->setCallingConv(call.getCallingConv());
  result->setTailCallKind(call.getTailCallKind());
  result->setAttributes(call.getAttributes());
  result->copyMetadata(call);
  result->takeName(&call);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

} // namespace ursa
