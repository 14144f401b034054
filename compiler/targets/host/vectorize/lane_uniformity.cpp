#include "compiler/targets/host/vectorize/lane_uniformity.h"

#include "compiler/builtins/builtin.h"
#include "compiler/targets/common/pass_managers.h"
#include "compiler/targets/host/passes/work_item_functions.h"
#include "compiler/targets/host/vectorize/lane_functions.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ursa::compiler::host {

bool runsPerLane(const Instruction &instruction) {
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    return true;
  if (instruction.isVolatile())
    return true;
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || call->doesNotAccessMemory() || call->onlyReadsMemory())
    return false;
  if (const Function *callee = call->getCalledFunction();
      callee && (isBarrier(*callee) || isSubGroupOperation(*callee)))
    return false;
  const auto *intrinsic = dyn_cast<IntrinsicInst>(call);
  return !intrinsic || !intrinsic->isAssumeLikeIntrinsic();
}

namespace {

// Returns whether a value is computed of what is the same in all lanes. The analysis of uniformity
// asks before it knows.
bool isPlainlySame(const Value &value, unsigned depth = 0) {
  constexpr unsigned kMost = 8;
  if (isa<Constant>(value))
    return true;
  if (const auto *argument = dyn_cast<Argument>(&value))
    return !argument->getParent()->getAttributes().hasParamAttr(argument->getArgNo(),
                                                                kLaneIdAttribute);
  const auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && depth < kMost &&
         isa<BinaryOperator, CastInst, CmpInst, SelectInst, MinMaxIntrinsic>(instruction) &&
         all_of(instruction->operands(),
                [depth](const Use &operand) { return isPlainlySame(*operand, depth + 1); });
}

} // namespace

SubGroupResult subGroupResult(const Value &value) {
  using builtins::GroupFunction;
  if (isLaneNumber(value))
    return SubGroupResult::Different;
  const auto *call = dyn_cast<CallInst>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !isSubGroupOperation(*callee))
    return SubGroupResult::None;
  const auto group = builtins::describeAs<GroupFunction>(callee->getName());
  if (!group)
    return SubGroupResult::Same; // a barrier has no result
  switch (group->kind) {
  case GroupFunction::All:
  case GroupFunction::Any:
  case GroupFunction::BroadcastFirst:
  case GroupFunction::Reduce:
    return SubGroupResult::Same;
  case GroupFunction::Broadcast:
  case GroupFunction::Shuffle:
    return isPlainlySame(*call->getArgOperand(1)) ? SubGroupResult::Same
                                                  : SubGroupResult::LikeOperands;
  case GroupFunction::Elect:
  case GroupFunction::ScanInclusive:
  case GroupFunction::ScanExclusive:
    return SubGroupResult::Different;
  default:
    return SubGroupResult::LikeOperands;
  }
}

LaneManagers::LaneManagers() : builder(targets::isolatedPassBuilder()) {
  functions.registerPass([] { return TargetIRAnalysis(laneTarget); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
}

} // namespace ursa::compiler::host
