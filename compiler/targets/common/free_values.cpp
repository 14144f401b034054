// See free_values.h.
#include "compiler/targets/common/free_values.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

bool isFree(const Instruction &instruction, const TargetTransformInfo &costs) {
  if (isa<PHINode>(instruction) || instruction.isTerminator() ||
      !isSafeToSpeculativelyExecute(&instruction))
    return false;
  const InstructionCost cost =
      costs.getInstructionCost(&instruction, TargetTransformInfo::TCK_Latency);
  return cost.isValid() && cost == 0;
}

bool reachesPhiOfSuccessor(const Instruction &instruction) {
  return any_of(instruction.uses(), [&](const Use &use) {
    const auto *phi = dyn_cast<PHINode>(use.getUser());
    return phi && phi->getIncomingBlock(use) == instruction.getParent();
  });
}

/// Returns the place behind the last operand's definition; the begin of the function if no operand
/// is an instruction.
BasicBlock::iterator earliestPlace(Instruction &instruction, const DominatorTree &dominators) {
  Instruction *last = nullptr;
  for (Value *operand : instruction.operands())
    if (auto *definition = dyn_cast<Instruction>(operand);
        definition && (!last || dominators.dominates(last, definition)))
      last = definition;
  if (!last)
    return instruction.getFunction()->getEntryBlock().getFirstInsertionPt();
  return isa<PHINode>(last) ? last->getParent()->getFirstInsertionPt()
                            : std::next(last->getIterator());
}

} // namespace

PreservedAnalyses MoveFreeValues::run(Function &function, FunctionAnalysisManager &analyses) {
  const auto &costs = analyses.getResult<TargetIRAnalysis>(function);
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  // Operands before their users, which may be free, too.
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &instruction : make_early_inc_range(*block))
      if (reachesPhiOfSuccessor(instruction) && isFree(instruction, costs)) {
        const BasicBlock::iterator place = earliestPlace(instruction, dominators);
        if (place == instruction.getIterator())
          continue;
        instruction.moveBefore(*place->getParent(), place);
        changed = true;
      }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace ursa::compiler::targets
