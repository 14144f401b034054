// The specialization-buffer argument pass. See specialization_buffer.h.
#include "compiler/passes/specialization_buffer.h"

#include "compiler/passes/markup.h"
#include "compiler/passes/source_location.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

/// Whether @p user only keeps a function alive, as llvm.used does.
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

/// All functions that reach @p buffer by direct calls.
Expected<SetVector<Function *>> functionsInNeed(Function &buffer) {
  SetVector<Function *> needy;
  needy.insert(&buffer);
  for (std::size_t i = 0; i < needy.size(); ++i)
    for (const Use &use : needy[i]->uses()) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      if (call && call->isCallee(&use) && call->getFunctionType() == needy[i]->getFunctionType())
        needy.insert(call->getFunction());
      else if (!isKeepAlive(use.getUser()))
        return createStringError(sourceLocation(*needy[i]) + "Function '" + needy[i]->getName() +
                                 "' reads specialization constants and has its address taken; it "
                                 "can only be called directly.");
    }
  needy.remove(&buffer);
  return needy;
}

/// Kernel argument metadata gets an entry for the new argument, as clang would write it.
void describeArgument(Function &kernel) {
  LLVMContext &context = kernel.getContext();
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
         ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1)));
  append("kernel_arg_access_qual", text("none"));
  append("kernel_arg_type", text("void*"));
  append("kernel_arg_base_type", text("void*"));
  append("kernel_arg_type_qual", text("const"));
  append("kernel_arg_name", text("ursa.buffer"));
}

/// What calls of @p buffer promise about the memory: its size and alignment, in emulated images.
AttrBuilder promisesOf(const Function &buffer) {
  AttrBuilder promises(buffer.getContext());
  for (const User *user : buffer.users())
    for (Attribute attribute : cast<CallInst>(user)->getAttributes().getRetAttrs())
      promises.addAttribute(attribute);
  for (Attribute::AttrKind kind : {Attribute::NoUndef, Attribute::NoAlias, Attribute::ReadOnly})
    promises.addAttribute(kind);
  return promises;
}

/// Replaces @p function by one with the buffer as last parameter.
Function *addParameter(Function &function, const AttrBuilder &promises) {
  FunctionType *type = function.getFunctionType();
  SmallVector<Type *, 8> parameters(type->params());
  parameters.push_back(PointerType::get(function.getContext(), 1));
  auto *result =
      Function::Create(FunctionType::get(type->getReturnType(), parameters, type->isVarArg()),
                       function.getLinkage(), function.getAddressSpace());
  function.getParent()->getFunctionList().insert(function.getIterator(), result);
  result->takeName(&function);
  result->copyAttributesFrom(&function);
  result->setComdat(function.getComdat());
  result->copyMetadata(&function, 0);
  result->splice(result->begin(), &function);
  for (Argument &argument : function.args()) {
    Argument *twin = result->getArg(argument.getArgNo());
    twin->takeName(&argument);
    argument.replaceAllUsesWith(twin);
  }
  const unsigned last = result->arg_size() - 1;
  result->getArg(last)->setName("ursa.buffer");
  result->addParamAttrs(last, promises);
  if (result->getCallingConv() == CallingConv::SPIR_KERNEL) {
    result->addFnAttr(kBufferAttribute, std::to_string(last));
    describeArgument(*result);
  }
  return result;
}

/// Replaces @p call by a call of @p callee that passes the caller's buffer too.
void passBuffer(CallInst &call, Function &callee) {
  SmallVector<Value *, 8> arguments(call.args());
  Function *caller = call.getFunction();
  arguments.push_back(caller->getArg(caller->arg_size() - 1));
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

} // namespace

Error addSpecializationBuffer(Module &module) {
  Function *buffer = module.getFunction(kBufferFunction);
  if (!buffer)
    return Error::success();
  auto needy = functionsInNeed(*buffer);
  if (!needy)
    return needy.takeError();
  const AttrBuilder promises = promisesOf(*buffer);
  MapVector<Function *, Function *> replaced;
  for (Function *function : *needy)
    replaced[function] = addParameter(*function, promises);
  for (auto &[function, twin] : replaced) {
    for (User *user : make_early_inc_range(function->users()))
      if (auto *call = dyn_cast<CallInst>(user))
        passBuffer(*call, *twin);
    function->replaceAllUsesWith(twin);
    function->eraseFromParent();
  }
  for (User *user : make_early_inc_range(buffer->users())) {
    auto *call = cast<CallInst>(user);
    Function *caller = call->getFunction();
    Value *argument = caller->getArg(caller->arg_size() - 1);
    call->replaceAllUsesWith(argument);
    call->eraseFromParent();
  }
  buffer->eraseFromParent();
  return Error::success();
}

PreservedAnalyses SpecializationBufferArgumentPass::run(Module &module, ModuleAnalysisManager &) {
  if (Error error = addSpecializationBuffer(module))
    module.getContext().emitError(toString(std::move(error)));
  return PreservedAnalyses::none();
}

} // namespace ursa
