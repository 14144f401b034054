// See live_outs.h.
#include "compiler/targets/vulkan/live_outs.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::vulkan {
namespace {

/// Whether a value depends on what instructions of a loop read from memory or from other work-items
/// in the same iteration.
bool dependsOnReads(Value *value, const Loop &loop, SmallPtrSetImpl<const Value *> &seen) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction) || !seen.insert(value).second)
    return false;
  const auto *call = dyn_cast<CallBase>(instruction);
  if (instruction->mayReadFromMemory() || (call && call->isConvergent()))
    return true;
  if (isa<PHINode>(instruction) && instruction->getParent() == loop.getHeader())
    return false; // of an earlier iteration
  return any_of(instruction->operands(),
                [&](const Use &operand) { return dependsOnReads(operand, loop, seen); });
}

/// A loop that ends in its last block, and whose values after it are phis of its exit.
struct Candidate {
  BasicBlock *preheader, *header, *latch, *exit;
  BranchInst *branch;
};

std::optional<Candidate> candidateOf(const Loop &loop) {
  Candidate found{loop.getLoopPreheader(), loop.getHeader(), loop.getLoopLatch(),
                  loop.getExitBlock(), nullptr};
  if (!found.preheader || !found.latch || !found.exit || loop.getExitingBlock() != found.latch ||
      found.exit->getUniquePredecessor() != found.latch)
    return std::nullopt;
  found.branch = dyn_cast<BranchInst>(found.latch->getTerminator());
  if (!found.branch || !found.branch->isConditional())
    return std::nullopt;
  bool depends = false;
  for (PHINode &phi : found.exit->phis()) {
    if (phi.getType()->isPointerTy())
      return std::nullopt;
    SmallPtrSet<const Value *, 16> seen;
    depends |= dependsOnReads(phi.getIncomingValue(0), loop, seen);
  }
  return depends ? std::optional(found) : std::nullopt;
}

void testAtBegin(const Candidate &loop) {
  LLVMContext &context = loop.header->getContext();
  BasicBlock *head =
      BasicBlock::Create(context, "head", loop.header->getParent(), /*InsertBefore=*/loop.header);
  head->splice(head->begin(), loop.header, loop.header->begin(), loop.header->getFirstNonPHIIt());
  loop.preheader->getTerminator()->replaceSuccessorWith(loop.header, head);
  IRBuilder<> builder(head);
  const auto carry = [&](Value *first, Value *value) {
    PHINode *phi = builder.CreatePHI(value->getType(), 2);
    phi->addIncoming(first, loop.preheader);
    phi->addIncoming(value, loop.latch);
    return phi;
  };
  IRBuilder<> end(loop.branch);
  Value *leaves = loop.branch->getSuccessor(0) == loop.exit
                      ? loop.branch->getCondition()
                      : end.CreateNot(loop.branch->getCondition());
  PHINode *done = carry(builder.getFalse(), leaves);
  for (PHINode &phi : loop.exit->phis()) {
    Value *value = phi.getIncomingValue(0);
    if (isa<Instruction>(value))
      phi.setIncomingValue(0, carry(Constant::getNullValue(value->getType()), value));
    phi.setIncomingBlock(0, head);
  }
  builder.CreateCondBr(done, loop.exit, loop.header);
  end.CreateBr(head);
  loop.branch->eraseFromParent();
}

} // namespace

PreservedAnalyses LiveOutsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  std::vector<Candidate> candidates;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (const auto candidate = candidateOf(*loop))
      candidates.push_back(*candidate);
  // Inner loops first: the blocks of outer ones stay what they are.
  for (const Candidate &candidate : reverse(candidates))
    testAtBegin(candidate);
  return candidates.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace ursa::vulkan
