// See scratch_memory.h.
#include "compiler/passes/scratch_memory.h"

#include "compiler/passes/thread_argument.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

constexpr StringLiteral kSource = "__ursa_work_group_scratch_memory";
constexpr unsigned kLocalSpace = 3;

} // namespace

Expected<std::vector<std::string>> lowerScratchMemory(Module &module) {
  Function *source = module.getFunction(kSource);
  if (!source || !source->isDeclaration())
    return std::vector<std::string>();
  if (source->getFunctionType() !=
      FunctionType::get(PointerType::get(module.getContext(), kLocalSpace), false))
    return createStringError("Function '" + kSource +
                             "' is declared with another type; it returns a pointer to local "
                             "memory and has no parameter.");
  AttrBuilder attributes(module.getContext());
  attributes.addAttribute(Attribute::NoUndef);
  attributes.addAttribute(kScratchMemoryAttribute);
  const ThreadedParameter parameter{"ursa.scratch", "", std::move(attributes)};
  return threadResult(*source, "uses the scratch memory of its work-group", parameter,
                      [](Function &) {});
}

PreservedAnalyses ScratchMemoryPass::run(Module &module, ModuleAnalysisManager &) {
  if (auto notExported = lowerScratchMemory(module); !notExported)
    module.getContext().emitError(toString(notExported.takeError()));
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::passes
