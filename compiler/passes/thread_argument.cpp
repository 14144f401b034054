// See thread_argument.h.
#include "compiler/passes/thread_argument.h"

#include "compiler/passes/source_location.h"
#include "compiler/passes/split_module.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::passes {
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

/// Appends an entry for the last argument to the argument metadata of a kernel, as clang writes it.
void appendArgumentMetadata(Function &kernel, const ThreadedParameter &parameter) {
  LLVMContext &context = kernel.getContext();
  const unsigned space = kernel.getArg(kernel.arg_size() - 1)->getType()->getPointerAddressSpace();
  auto append = [&](StringRef kind, Metadata *entry) {
    MDNode *node = kernel.getMetadata(kind);
    if (!node)
      return;
    SmallVector<Metadata *, 8> operands(node->operands());
    operands.push_back(entry);
    kernel.setMetadata(kind, MDNode::get(context, operands));
  };
  auto text = [&](StringRef value) { return MDString::get(context, value); };
  append("kernel_arg_addr_space",
         ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), space)));
  append("kernel_arg_access_qual", text("none"));
  append("kernel_arg_type", text("void*"));
  append("kernel_arg_base_type", text("void*"));
  append("kernel_arg_type_qual", text(parameter.qualifier));
  append("kernel_arg_name", text(parameter.name));
}

/// Returns the functions among @p reaching that use the result of @p source, or call one that does.
SetVector<const Function *> functionsThatUse(const Function &source,
                                             const SetVector<Function *> &reaching) {
  SetVector<const Function *> result;
  for (const User *user : source.users())
    if (const auto *call = dyn_cast<CallInst>(user); call && !call->use_empty())
      result.insert(call->getFunction());
  for (std::size_t i = 0; i < result.size(); ++i)
    for (const User *user : result[i]->users())
      if (auto *call = dyn_cast<CallBase>(user); call && reaching.contains(call->getFunction()))
        result.insert(call->getFunction());
  return result;
}

void internalize(Function &function) {
  function.setLinkage(GlobalValue::InternalLinkage);
  function.setVisibility(GlobalValue::DefaultVisibility);
  function.setComdat(nullptr);
  function.removeFnAttr(kModuleIdAttribute);
  function.setMetadata(kModuleIdAttribute, nullptr);
}

Argument *lastArgument(Function &function) { return function.getArg(function.arg_size() - 1); }

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

Expected<std::vector<std::string>> threadResult(Function &source, StringRef predicate,
                                                const ThreadedParameter &parameter,
                                                function_ref<void(Function &kernel)> addToKernel) {
  auto reaching = functionsThatReach(source, predicate);
  if (!reaching)
    return reaching.takeError();
  const auto users = functionsThatUse(source, *reaching);
  std::vector<std::string> notExported;
  MapVector<Function *, Function *> replacements;
  for (Function *function : *reaching) {
    if (!users.contains(function))
      continue;
    if (isExported(*function)) {
      notExported.push_back(function->getName().str());
      internalize(*function);
    }
    Function *result =
        appendParameter(*function, source.getReturnType(), parameter.name, parameter.attributes);
    if (hasKernelConvention(*result)) {
      addToKernel(*result);
      appendArgumentMetadata(*result, parameter);
    }
    replacements[function] = result;
  }
  for (auto &[function, replacement] : replacements) {
    for (User *user : make_early_inc_range(function->users()))
      if (auto *call = dyn_cast<CallInst>(user))
        appendArgument(*call, *replacement, lastArgument(*call->getFunction()));
    function->replaceAllUsesWith(replacement);
    function->eraseFromParent();
  }
  for (User *user : make_early_inc_range(source.users())) {
    auto *call = cast<CallInst>(user);
    if (!call->use_empty())
      call->replaceAllUsesWith(lastArgument(*call->getFunction()));
    call->eraseFromParent();
  }
  source.eraseFromParent();
  return notExported;
}

} // namespace ursa::compiler::passes
