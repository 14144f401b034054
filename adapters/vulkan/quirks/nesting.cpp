#include "adapters/vulkan/quirks/nesting.h"

#include <spirv/unified1/spirv.hpp11>

#include <algorithm>
#include <unordered_map>

namespace ursa::vulkan {
namespace {

constexpr size_t kSpirvHeaderWords = 5;

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
  for (size_t at = kSpirvHeaderWords; at < words.size();) {
    const size_t length = words[at] >> spv::WordCountShift;
    if (length == 0 || length > words.size() - at)
      return 0;
    const auto op = static_cast<spv::Op>(words[at] & spv::OpCodeMask);
    const auto operands = words.subspan(at + 1, length - 1);
    at += length;
    Depth inside = current;
    switch (op) {
    case spv::Op::OpLabel:
      if (operands.empty())
        return 0;
      current = depths[operands[0]];
      opens = false;
      break;
    case spv::Op::OpSelectionMerge:
    case spv::Op::OpLoopMerge:
      if (operands.size() < 2)
        return 0;
      opens = true;
      depths.try_emplace(operands[0], current);
      if (op == spv::Op::OpLoopMerge) {
        depths.try_emplace(operands[1], Depth{current.selections, current.loops + 1});
        ++current.loops;
        opens = false;
      }
      break;
    case spv::Op::OpBranch:
      if (operands.empty())
        return 0;
      depths.try_emplace(operands[0], current);
      break;
    case spv::Op::OpBranchConditional:
      if (operands.size() < 3)
        return 0;
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
  return deepest;
}

} // namespace ursa::vulkan
