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

/// Appends an entry for the new argument to the kernel argument metadata, as clang would write it.
void appendArgumentMetadata(Function &kernel) {
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

/// Returns the attributes of the buffer argument: those of calls of @p buffer, which have its size
/// and alignment in emulated images, and common ones.
AttrBuilder bufferAttributes(const Function &buffer) {
  AttrBuilder attributes(buffer.getContext());
  for (const User *user : buffer.users())
    for (Attribute attribute : cast<CallInst>(user)->getAttributes().getRetAttrs())
      attributes.addAttribute(attribute);
  for (Attribute::AttrKind kind : {Attribute::NoUndef, Attribute::NoAlias, Attribute::ReadOnly})
    attributes.addAttribute(kind);
  return attributes;
}

/// Replaces @p function by one with the buffer as last parameter.
Function *addParameter(Function &function, const AttrBuilder &attributes) {
  Function *result = appendParameter(function, PointerType::get(function.getContext(), 1),
                                     "ursa.buffer", attributes);
  if (hasKernelConvention(*result)) {
    result->addFnAttr(kBufferAttribute, std::to_string(result->arg_size() - 1));
    appendArgumentMetadata(*result);
  }
  return result;
}

/// Returns the functions among @p reaching that use the address that @p buffer returns, or pass it
/// on to one that does.
SetVector<const Function *> functionsThatUse(const Function &buffer,
                                             const SetVector<Function *> &reaching) {
  SetVector<const Function *> result;
  for (const User *user : buffer.users())
    if (!user->use_empty())
      result.insert(cast<CallInst>(user)->getFunction());
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

} // namespace

Expected<std::vector<std::string>> addSpecializationBuffer(Module &module) {
  std::vector<std::string> notExported;
  Function *buffer = module.getFunction(kBufferFunction);
  if (!buffer)
    return notExported;
  auto reaching = functionsThatReach(*buffer, "reads specialization constants");
  if (!reaching)
    return reaching.takeError();
  const auto users = functionsThatUse(*buffer, *reaching);
  const AttrBuilder attributes = bufferAttributes(*buffer);
  MapVector<Function *, Function *> replacements;
  for (Function *function : *reaching) {
    if (!users.contains(function))
      continue;
    if (isExported(*function)) {
      notExported.push_back(function->getName().str());
      internalize(*function);
    }
    replacements[function] = addParameter(*function, attributes);
  }
  // A function that uses the buffer, or whose callee does, has it as last argument now.
  const auto bufferIn = [](Function &function) { return function.getArg(function.arg_size() - 1); };
  for (auto &[function, replacement] : replacements) {
    for (User *user : make_early_inc_range(function->users()))
      if (auto *call = dyn_cast<CallInst>(user))
        appendArgument(*call, *replacement, bufferIn(*call->getFunction()));
    function->replaceAllUsesWith(replacement);
    function->eraseFromParent();
  }
  for (User *user : make_early_inc_range(buffer->users())) {
    auto *call = cast<CallInst>(user);
    if (!call->use_empty())
      call->replaceAllUsesWith(bufferIn(*call->getFunction()));
    call->eraseFromParent();
  }
  buffer->eraseFromParent();
  return notExported;
}

PreservedAnalyses SpecializationBufferArgumentPass::run(Module &module, ModuleAnalysisManager &) {
  if (auto notExported = addSpecializationBuffer(module); !notExported)
    module.getContext().emitError(toString(notExported.takeError()));
  return PreservedAnalyses::none();
}

} // namespace ursa
