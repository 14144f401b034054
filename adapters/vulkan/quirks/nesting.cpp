#include "adapters/vulkan/quirks/nesting.h"

#include "spirv/control_flow.h"

#include <algorithm>

namespace ursa::vulkan {

uint32_t nestingOf(std::span<const uint32_t> words) {
  const auto flow = spirv::ControlFlow::of(words);
  if (!flow)
    return 0;
  uint32_t deepest = 0;
  for (const spirv::Loop &loop : flow->loops())
    deepest = std::max(deepest, loop.depth);
  for (const spirv::BasicBlock &block : flow->blocks()) {
    const bool leavesLoop = flow->terminatorOf(block).op == spv::Op::OpBranchConditional &&
                            flow->mergeOf(block) != spv::Op::OpSelectionMerge;
    deepest = std::max(deepest, block.selectionDepth + leavesLoop);
  }
  return deepest;
}

} // namespace ursa::vulkan
