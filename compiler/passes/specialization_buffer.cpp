// The specialization-buffer argument pass. See specialization_buffer.h.
#include "compiler/passes/specialization_buffer.h"

#include "compiler/passes/markup.h"
#include "compiler/passes/thread_argument.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

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

} // namespace

Expected<std::vector<std::string>> addSpecializationBuffer(Module &module) {
  Function *buffer = module.getFunction(kBufferFunction);
  if (!buffer)
    return std::vector<std::string>();
  return threadResult(*buffer, "reads specialization constants",
                      {"ursa.buffer", "const", bufferAttributes(*buffer)}, [](Function &kernel) {
                        kernel.addFnAttr(kBufferAttribute, std::to_string(kernel.arg_size() - 1));
                      });
}

PreservedAnalyses SpecializationBufferArgumentPass::run(Module &module, ModuleAnalysisManager &) {
  if (auto notExported = addSpecializationBuffer(module); !notExported)
    module.getContext().emitError(toString(notExported.takeError()));
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::passes
