#include "compiler/targets/host/passes/local_memory.h"

#include "compiler/targets/host/passes/kernel_entry.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace ursa::compiler::host {

std::vector<GlobalVariable *> localVariables(Module &module) {
  std::vector<GlobalVariable *> variables;
  for (GlobalVariable &variable : module.globals())
    if (variable.getSection() == "ursa.local")
      variables.push_back(&variable);
  return variables;
}

Result<uint64_t> placeLocalVariables(Function &function, Value &base) {
  Module &module = *function.getParent();
  const DataLayout &layout = module.getDataLayout();
  uint64_t bytes = 0;
  for (GlobalVariable *variable : localVariables(module)) {
    if (!variable->getValueType()->isSized())
      return makeError(UR_RESULT_ERROR_INVALID_BINARY, "Local variable '{}' has no size.",
                       variable->getName().str());
    convertUsersOfConstantsToInstructions({variable}, &function);
    SmallVector<Use *, 8> uses;
    for (Use &use : variable->uses())
      if (const auto *user = dyn_cast<Instruction>(use.getUser());
          user && user->getFunction() == &function)
        uses.push_back(&use);
    if (uses.empty())
      continue;
    const uint64_t alignment =
        std::max<uint64_t>(variable->getAlign().valueOrOne().value(),
                           layout.getABITypeAlign(variable->getValueType()).value());
    if (alignment > format::host::kMemoryAlignment)
      return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                       "Local variable '{}' has an alignment of {}; at most {} is supported.",
                       variable->getName().str(), alignment, format::host::kMemoryAlignment);
    bytes = alignTo(bytes, alignment);
    IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value *address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &base, bytes, variable->getName());
    for (Use *use : uses)
      use->set(address);
    bytes += layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
  }
  return bytes;
}

void markLocalMemory(Function &pack, const Kernel &kernel) {
  pack.addParamAttr(kernel.ownArguments + kLocalMemory, Attribute::NoAlias);
  for (unsigned i = 0; i < kernel.ownArguments; ++i)
    if (kernel.info.arguments[i].kind == format::host::ArgumentKind::Local)
      pack.addParamAttr(i, Attribute::NoAlias);
}

} // namespace ursa::compiler::host
