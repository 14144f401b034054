// The specialization-buffer argument pass. See specialization_buffer.h.
#include "compiler/passes/specialization_buffer.h"

#include "compiler/passes/markup.h"
#include "compiler/passes/split_module.h"
#include "compiler/passes/thread_argument.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa {
namespace {

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
  Function *result = appendParameter(function, PointerType::get(function.getContext(), 1),
                                     "ursa.buffer", promises);
  if (hasKernelConvention(*result)) {
    result->addFnAttr(kBufferAttribute, std::to_string(result->arg_size() - 1));
    describeArgument(*result);
  }
  return result;
}

} // namespace

Error addSpecializationBuffer(Module &module) {
  Function *buffer = module.getFunction(kBufferFunction);
  if (!buffer)
    return Error::success();
  auto needy = functionsThatReach(*buffer, "reads specialization constants");
  if (!needy)
    return needy.takeError();
  const AttrBuilder promises = promisesOf(*buffer);
  MapVector<Function *, Function *> replaced;
  for (Function *function : *needy)
    replaced[function] = addParameter(*function, promises);
  for (auto &[function, twin] : replaced) {
    for (User *user : make_early_inc_range(function->users()))
      if (auto *call = dyn_cast<CallInst>(user))
        appendArgument(*call, *twin,
                       call->getFunction()->getArg(call->getFunction()->arg_size() - 1));
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
