#include "compiler/targets/host/vectorize/lane_uniformity.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Instructions.h"

// This file is compiled without RTTI, as LLVM is: it has a class that derives from one of LLVM's,
// and nothing else.
using namespace llvm;

namespace ursa::compiler::host {
namespace {

class LaneTarget final : public TargetTransformInfoImplCRTPBase<LaneTarget> {
public:
  explicit LaneTarget(const DataLayout &layout) : TargetTransformInfoImplCRTPBase(layout) {}

  bool hasBranchDivergence(const Function * /*function*/) const override { return true; }

  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    if (const auto *argument = dyn_cast<Argument>(value))
      return argument->getParent()->getAttributes().hasParamAttr(argument->getArgNo(),
                                                                 kLaneIdAttribute)
                 ? InstructionUniformity::NeverUniform
                 : InstructionUniformity::Default;
    // Each lane has memory of its own for its variables.
    if (isa<AllocaInst>(value))
      return InstructionUniformity::NeverUniform;
    switch (subGroupResult(*value)) {
    case SubGroupResult::Same:
      return InstructionUniformity::AlwaysUniform;
    case SubGroupResult::Different:
      return InstructionUniformity::NeverUniform;
    default:
      break;
    }
    const auto *instruction = dyn_cast<Instruction>(value);
    return instruction && runsPerLane(*instruction) ? InstructionUniformity::NeverUniform
                                                    : InstructionUniformity::Default;
  }
};

} // namespace

TargetTransformInfo laneTarget(const Function &function) {
  return TargetTransformInfo(std::make_unique<LaneTarget>(function.getDataLayout()));
}

} // namespace ursa::compiler::host
