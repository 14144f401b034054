#include "adapters/vulkan/quirks/nesting.h"

#include "spirv/instructions.h"

#include <algorithm>
#include <unordered_map>

namespace ursa::vulkan {
namespace {

struct Depth {
  uint32_t selections = 0;
  uint32_t loops = 0;
};

} // namespace

// A construct's header precedes its blocks. Targets of a header are inside of its construct, except
// the merge block and the continue target, which are known by then.
uint32_t nestingOf(std::span<const uint32_t> words) {
  std::unordered_map<uint32_t, Depth> depths; // by basic block
  Depth current;
  bool opens = false; // the basic block has a merge instruction
  uint32_t deepest = 0;
  spirv::Walker walker(words);
  for (const spirv::Instruction &instruction : walker) {
    if (!spirv::isComplete(instruction))
      return 0;
    const auto operands = instruction.operands();
    Depth inside = current;
    switch (instruction.op) {
    case spv::Op::OpLabel:
      current = depths[operands[0]];
      opens = false;
      break;
    case spv::Op::OpSelectionMerge:
    case spv::Op::OpLoopMerge:
      opens = true;
      depths.try_emplace(operands[0], current);
      if (instruction.op == spv::Op::OpLoopMerge) {
        depths.try_emplace(operands[1], Depth{current.selections, current.loops + 1});
        ++current.loops;
        opens = false;
      }
      break;
    case spv::Op::OpBranch:
      depths.try_emplace(operands[0], current);
      break;
    case spv::Op::OpBranchConditional:
      ++inside.selections;
      deepest = std::max(deepest, inside.selections);
      for (const uint32_t target : operands.subspan(1, 2))
        depths.try_emplace(target, opens ? inside : current);
      break;
    default:
      break;
    }
    deepest = std::max(deepest, current.loops);
  }
  return walker.isAtEnd() ? deepest : 0;
}

} // namespace ursa::vulkan
