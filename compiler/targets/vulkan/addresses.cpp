// See addresses.h.
#include "compiler/targets/vulkan/addresses.h"

#include "compiler/targets/vulkan/memory_access.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ursa::vulkan {

PreservedAnalyses AddressesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(kKernelAttribute))
    return PreservedAnalyses::all();
  for (Instruction &instruction : instructions(function)) {
    auto *address = dyn_cast_or_null<Instruction>(accessedPointer(instruction));
    if (!address || !isa<GetElementPtrInst, IntToPtrInst>(address))
      continue;
    Instruction *clone = address->clone();
    clone->insertBefore(instruction.getIterator());
    instruction.setOperand(pointerOperandOf(instruction), clone);
    if (address->use_empty())
      address->eraseFromParent();
  }
  for (BasicBlock &block : function)
    if (isa<UnreachableInst>(block.getTerminator())) {
      block.getTerminator()->eraseFromParent();
      ReturnInst::Create(function.getContext(), &block);
    }
  return PreservedAnalyses::none();
}

} // namespace ursa::vulkan
