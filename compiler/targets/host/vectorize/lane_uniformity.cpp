#include "compiler/targets/host/vectorize/lane_uniformity.h"

#include "compiler/targets/host/passes/work_item_functions.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace ursa::host {
namespace {

class LaneTarget final : public llvm::TargetTransformInfoImplCRTPBase<LaneTarget> {
public:
  explicit LaneTarget(const llvm::DataLayout &layout) : TargetTransformInfoImplCRTPBase(layout) {}

  bool hasBranchDivergence(const llvm::Function * /*function*/) const override { return true; }

  llvm::InstructionUniformity getInstructionUniformity(const llvm::Value *value) const override {
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value))
      return argument->getParent()->getAttributes().hasParamAttr(argument->getArgNo(),
                                                                 kLaneIdAttribute)
                 ? llvm::InstructionUniformity::NeverUniform
                 : llvm::InstructionUniformity::Default;
    // Each lane has memory of its own for its variables.
    if (llvm::isa<llvm::AllocaInst>(value))
      return llvm::InstructionUniformity::NeverUniform;
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction && runsPerLane(*instruction) ? llvm::InstructionUniformity::NeverUniform
                                                    : llvm::InstructionUniformity::Default;
  }
};

} // namespace

bool runsPerLane(const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
    return true;
  if (instruction.isVolatile())
    return true;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || call->doesNotAccessMemory() || call->onlyReadsMemory())
    return false;
  if (const llvm::Function *callee = call->getCalledFunction(); callee && isBarrier(*callee))
    return false;
  const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
  return !intrinsic || !intrinsic->isAssumeLikeIntrinsic();
}

LaneManagers::LaneManagers() {
  functions.registerPass([] {
    return llvm::TargetIRAnalysis([](const llvm::Function &function) {
      return llvm::TargetTransformInfo(std::make_unique<LaneTarget>(function.getDataLayout()));
    });
  });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
}

} // namespace ursa::host
