#include "compiler/targets/host/vectorize/lane_uniformity.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/IR/Instructions.h>

// This file is compiled without RTTI, as LLVM is: it has a class that derives from one of LLVM's,
// and nothing else.
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

llvm::TargetTransformInfo laneTarget(const llvm::Function &function) {
  return llvm::TargetTransformInfo(std::make_unique<LaneTarget>(function.getDataLayout()));
}

} // namespace ursa::host
