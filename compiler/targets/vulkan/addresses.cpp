// See addresses.h.
#include "compiler/targets/vulkan/addresses.h"

#include "compiler/targets/vulkan/memory_access.h"
#include "compiler/targets/vulkan/primitives.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

bool isAddress(const Instruction &instruction) {
  return isa<GetElementPtrInst, IntToPtrInst>(instruction);
}

/// Clones @p address in front of @p access, which then uses the clone.
void cloneBefore(Instruction &access, Instruction &address) {
  Instruction *clone = address.clone();
  clone->insertBefore(access.getIterator());
  access.setOperand(pointerOperandOf(access), clone);
}

/// Moves the extracts of a compare-exchange's results right behind it.
void moveExtractsBehind(Instruction &exchange) {
  if (isa<AtomicCmpXchgInst>(exchange))
    for (User *user : make_early_inc_range(exchange.users()))
      if (auto *extract = dyn_cast<ExtractValueInst>(user))
        extract->moveAfter(&exchange);
}

/// Returns whether @p instruction reads a push constant or an id.
bool isWorkItemQuery(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const StringRef name = call ? primitiveName(call->getCalledFunction()) : "";
  return name.starts_with("push.") || name.starts_with("local_id.") ||
         name.starts_with("group_id.");
}

/// Moves the queries to the entry block, because some drivers do not hoist them out of loops.
void hoistWorkItemQueries(Function &function) {
  BasicBlock &entry = function.getEntryBlock();
  const auto position = entry.getFirstNonPHIOrDbgOrAlloca();
  for (BasicBlock &block : drop_begin(function))
    for (Instruction &instruction : make_early_inc_range(block))
      if (isWorkItemQuery(instruction))
        instruction.moveBefore(entry, position);
}

} // namespace

PreservedAnalyses AddressesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(kKernelAttribute))
    return PreservedAnalyses::all();
  hoistWorkItemQueries(function);
  for (Instruction &instruction : instructions(function)) {
    moveExtractsBehind(instruction);
    auto *address = dyn_cast_or_null<Instruction>(accessedPointer(instruction));
    if (!address || !isAddress(*address))
      continue;
    cloneBefore(instruction, *address);
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

bool sinkAddressesToAccesses(BasicBlock &block) {
  bool changed = false;
  for (Instruction &address : make_early_inc_range(block)) {
    if (!isAddress(address))
      continue;
    for (User *user : make_early_inc_range(address.users()))
      if (auto *access = cast<Instruction>(user);
          access->getParent() != &block && accessedPointer(*access) == &address) {
        cloneBefore(*access, address);
        changed = true;
      }
    if (address.use_empty()) {
      address.eraseFromParent();
      changed = true;
    }
  }
  return changed;
}

bool sinkAddressesToAccesses(Function &function) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= sinkAddressesToAccesses(block);
  return changed;
}

} // namespace ursa::compiler::vulkan
