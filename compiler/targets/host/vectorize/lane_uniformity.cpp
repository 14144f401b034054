#include "compiler/targets/host/vectorize/lane_uniformity.h"

#include "compiler/targets/common/pass_managers.h"

#include "compiler/targets/host/passes/work_item_functions.h"

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
  if (const Function *callee = call->getCalledFunction(); callee && isBarrier(*callee))
    return false;
  const auto *intrinsic = dyn_cast<IntrinsicInst>(call);
  return !intrinsic || !intrinsic->isAssumeLikeIntrinsic();
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
