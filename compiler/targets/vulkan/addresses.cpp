// See addresses.h.
#include "compiler/targets/vulkan/addresses.h"

#include "compiler/targets/vulkan/memory_access.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

bool isAddress(const Instruction &instruction) {
  return isa<GetElementPtrInst, IntToPtrInst>(instruction);
}

void cloneBeside(Instruction &access, Instruction &address) {
  Instruction *clone = address.clone();
  clone->insertBefore(access.getIterator());
  access.setOperand(pointerOperandOf(access), clone);
}

void takeApart(Instruction &exchange) {
  if (isa<AtomicCmpXchgInst>(exchange))
    for (User *user : make_early_inc_range(exchange.users()))
      if (auto *part = dyn_cast<ExtractValueInst>(user))
        part->moveAfter(&exchange);
}

bool isQuery(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const StringRef name = call ? primitiveName(call->getCalledFunction()) : "";
  return name.starts_with("push.") || name.starts_with("local_id.") ||
         name.starts_with("group_id.");
}

// Drivers that do not take them out of loops ask in every turn.
void hoistQueries(Function &function) {
  BasicBlock &entry = function.getEntryBlock();
  const auto place = entry.getFirstNonPHIOrDbgOrAlloca();
  for (BasicBlock &block : drop_begin(function))
    for (Instruction &instruction : make_early_inc_range(block))
      if (isQuery(instruction))
        instruction.moveBefore(entry, place);
}

} // namespace

PreservedAnalyses AddressesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(kKernelAttribute))
    return PreservedAnalyses::all();
  hoistQueries(function);
  for (Instruction &instruction : instructions(function)) {
    takeApart(instruction);
    auto *address = dyn_cast_or_null<Instruction>(accessedPointer(instruction));
    if (!address || !isAddress(*address))
      continue;
    cloneBeside(instruction, *address);
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

bool putBesideAccesses(BasicBlock &block) {
  bool changed = false;
  for (Instruction &address : make_early_inc_range(block)) {
    if (!isAddress(address))
      continue;
    for (User *user : make_early_inc_range(address.users()))
      if (auto *access = cast<Instruction>(user);
          access->getParent() != &block && accessedPointer(*access) == &address) {
        cloneBeside(*access, address);
        changed = true;
      }
    if (address.use_empty()) {
      address.eraseFromParent();
      changed = true;
    }
  }
  return changed;
}

bool putBesideAccesses(Function &function) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= putBesideAccesses(block);
  return changed;
}

} // namespace ursa::vulkan
