// Divergence of a kernel whose work-items are SIMD lanes: a value that is the same in all lanes of
// a pack is uniform, all others diverge. LLVM's uniformity analysis computes this for GPUs; here it
// runs with the properties of a pack.
#pragma once

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Passes/PassBuilder.h"

namespace ursa::compiler::host {

/// Attribute of the parameters that grow by 1 from lane to lane.
inline constexpr const char *kLaneIdAttribute = "ursa-lane-id";

/// Attribute of the one of them that is the number of the lane.
inline constexpr const char *kLaneNumberAttribute = "ursa-lane-number";

/// Attribute of the parameters that grow by 1 from row to row.
inline constexpr const char *kRowIdAttribute = "ursa-row-id";

/// What the work-items of a sub-group, which are the lanes of a pack, get of an operation.
enum class SubGroupResult {
  None,        ///< the call is no operation of sub-groups
  Same,        ///< all get the same
  Different,   ///< each may get another one
  LikeOperands ///< the same if the operands are the same
};
SubGroupResult subGroupResult(const llvm::Value &value);

/// Analysis managers for a function whose work-items are lanes. Their target information makes
/// UniformityInfo and the passes that depend on it see lanes.
struct LaneManagers {
  LaneManagers();

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
};

/// Returns the target information of a function whose work-items are lanes: which values diverge.
llvm::TargetTransformInfo laneTarget(const llvm::Function &function);

/// Returns whether an instruction runs once for each lane, even if its operands are uniform: what
/// it returns, or does, may differ from lane to lane.
bool runsPerLane(const llvm::Instruction &instruction);

} // namespace ursa::compiler::host
