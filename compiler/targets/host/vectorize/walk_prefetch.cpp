#include "compiler/targets/host/vectorize/walk_prefetch.h"

#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/host/vectorize/width_cost.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <map>
#include <vector>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr uint64_t kLineBytes = 64;
constexpr size_t kMostWalks = 2; ///< of a loop: those with more have enough to do

/// Returns the address that an instruction loads a vector from; null if it does not.
Value *vectorAddress(Instruction &instruction) {
  if (!instruction.getType()->isVectorTy())
    return nullptr;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->getPointerOperand();
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::masked_load ? call->getArgOperand(0)
                                                                  : nullptr;
}

bool isGlobal(const Value &pointer, const Kernel &kernel) {
  const auto *object = dyn_cast<Argument>(getUnderlyingObject(&pointer));
  return object && object->getArgNo() < kernel.ownArguments &&
         kernel.info.arguments[object->getArgNo()].kind != format::host::ArgumentKind::Local;
}

// Returns whether each round of a loop accesses memory far from that of the round before, or an
// unknown number of bytes away.
bool isWalk(Value &pointer, const Loop &loop, ScalarEvolution &evolution) {
  const auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&pointer));
  if (!address || address->getLoop() != &loop || !address->isAffine())
    return false;
  const auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
  return !step || step->getAPInt().abs().uge(kFarStep);
}

} // namespace

void prefetchWalks(Function &pack, const Kernel &kernel, TargetMachine &machine) {
  targets::PassManagers managers(&machine);
  auto &loops = managers.functions.getResult<LoopAnalysis>(pack);
  auto &evolution = managers.functions.getResult<ScalarEvolutionAnalysis>(pack);
  std::map<const Loop *, std::vector<Instruction *>> walks;
  for (Instruction &instruction : instructions(pack)) {
    const Loop *loop = loops.getLoopFor(instruction.getParent());
    Value *pointer = vectorAddress(instruction);
    if (loop && loop->isInnermost() && pointer && isGlobal(*pointer, kernel) &&
        isWalk(*pointer, *loop, evolution))
      walks[loop].push_back(&instruction);
  }
  for (const auto &[loop, loads] : walks) {
    if (loads.size() > kMostWalks)
      continue;
    for (Instruction *load : loads) {
      IRBuilder<> builder(load);
      Value *pointer = vectorAddress(*load);
      const uint64_t bytes = pack.getDataLayout().getTypeStoreSize(load->getType());
      constexpr unsigned kRead = 0;
      constexpr unsigned kSecondLevel = 2;
      constexpr unsigned kData = 1;
      for (uint64_t line = 0; line < bytes; line += kLineBytes)
        builder.CreateIntrinsic(Intrinsic::prefetch, {pointer->getType()},
                                {builder.CreatePtrAdd(pointer, builder.getInt64(bytes + line)),
                                 builder.getInt32(kRead), builder.getInt32(kSecondLevel),
                                 builder.getInt32(kData)});
    }
  }
}

} // namespace ursa::compiler::host
