// See addresses.h.
#include "compiler/targets/vulkan/addresses.h"

#include "compiler/targets/vulkan/memory_access.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

void takeApart(Instruction &exchange) {
  if (isa<AtomicCmpXchgInst>(exchange))
    for (User *user : make_early_inc_range(exchange.users()))
      if (auto *part = dyn_cast<ExtractValueInst>(user))
        part->moveAfter(&exchange);
}

} // namespace

PreservedAnalyses AddressesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(kKernelAttribute))
    return PreservedAnalyses::all();
  for (Instruction &instruction : instructions(function)) {
    takeApart(instruction);
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
