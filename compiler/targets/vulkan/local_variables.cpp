// See local_variables.h.
#include "compiler/targets/vulkan/local_variables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

/// Returns the accesses of a variable if it is promotable and mem2reg would search blocks for its
/// phis. With one store, or with accesses in one block only, mem2reg is fast.
SmallVector<Instruction *, 16> accessesToPromote(const AllocaInst &variable) {
  SmallVector<Instruction *, 16> accesses;
  unsigned stores = 0;
  bool isOneBlock = true;
  for (User *user : const_cast<AllocaInst &>(variable).users()) {
    auto *access = dyn_cast<Instruction>(user);
    if (isa<IntrinsicInst>(access)) // a lifetime marker, if the variable is promotable
      continue;
    if (!isa<LoadInst, StoreInst>(access))
      return {};
    stores += isa<StoreInst>(access);
    accesses.push_back(access);
    isOneBlock = isOneBlock && access->getParent() == accesses.front()->getParent();
  }
  if (stores < 2 || isOneBlock || !variable.getAllocatedType()->isSingleValueType() ||
      !isAllocaPromotable(&variable))
    accesses.clear();
  return accesses;
}

class Promoter final : public LoadAndStorePromoter {
public:
  using LoadAndStorePromoter::LoadAndStorePromoter;

  /// Loads before the first store are undefined, as in mem2reg.
  Value *getValueToUseForAlloca(Instruction *variable) const override {
    return UndefValue::get(cast<AllocaInst>(variable)->getAllocatedType());
  }
};

} // namespace

PreservedAnalyses LocalVariablesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<AllocaInst *, 32> variables;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      variables.push_back(variable);
  bool changed = false;
  for (AllocaInst *variable : variables) {
    SmallVector<Instruction *, 16> accesses = accessesToPromote(*variable);
    if (accesses.empty())
      continue;
    for (User *user : make_early_inc_range(variable->users()))
      if (auto *marker = dyn_cast<IntrinsicInst>(user))
        marker->eraseFromParent();
    accesses.push_back(variable);
    SSAUpdater updater;
    Promoter(accesses, updater, variable->getName()).run(accesses);
    changed = true;
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace ursa::compiler::vulkan
