#include "spirv/layout.h"

#include <algorithm>
#include <utility>

namespace ursa::spirv {
namespace {

constexpr auto kPacked = static_cast<uint32_t>(spv::Decoration::CPacked);
constexpr unsigned kMostNesting = 32;

void alignTo(uint64_t &size, uint64_t alignment) {
  size = (size + alignment - 1) / alignment * alignment;
}

} // namespace

void Layouts::note(const Instruction &words) {
  switch (words.op) {
  case spv::Op::OpTypeInt:
  case spv::Op::OpTypeFloat:
  case spv::Op::OpTypeImage:
  case spv::Op::OpTypeSampler:
  case spv::Op::OpTypeVector:
  case spv::Op::OpTypeArray:
  case spv::Op::OpTypeStruct:
  case spv::Op::OpTypePointer:
    if (isComplete(words))
      types_.emplace(words[1], words);
    break;
  case spv::Op::OpConstant:
    if (words.size() == 4)
      constants_.emplace(words[2], words[3]);
    break;
  case spv::Op::OpDecorate:
    if (words.size() == 3 && words[2] == kPacked)
      packed_.insert(words[1]);
    break;
  default:
    break;
  }
}

Instruction Layouts::type(uint32_t id) const {
  const auto found = types_.find(id);
  return found == types_.end() ? Instruction{} : found->second;
}

std::optional<Layout> Layouts::repeated(const Layout &element, uint64_t count) const {
  if (count > maximumBytes_ || element.size * count > maximumBytes_)
    return std::nullopt;
  return Layout{element.size * count, element.alignment, element.nesting + 1};
}

// Computes each type once, because a few words can nest the same type exponentially often.
std::optional<Layout> Layouts::layoutOf(uint32_t id, unsigned nesting) const {
  if (const auto known = layouts_.find(id); known != layouts_.end())
    return known->second;
  auto layout = computeLayout(id, nesting);
  // Types that were computed before their users may be nested deeper than this recursion.
  if (layout && layout->nesting > kMostNesting)
    layout.reset();
  return layouts_[id] = layout;
}

std::optional<Layout> Layouts::computeLayout(uint32_t id, unsigned nesting) const {
  const Instruction words = type(id);
  if (words.empty() || nesting > kMostNesting)
    return std::nullopt;
  switch (words.op) {
  case spv::Op::OpTypeInt:
  case spv::Op::OpTypeFloat:
    if (words[2] != 8 && words[2] != 16 && words[2] != 32 && words[2] != 64)
      return std::nullopt;
    return Layout{words[2] / 8, words[2] / 8};
  case spv::Op::OpTypePointer:
    return Layout{8, 8};
  case spv::Op::OpTypeVector: {
    const auto element = layoutOf(words[2], nesting + 1);
    const uint64_t count =
        words[3] == 3 ? 4 : words[3]; // a vector of three is as large as one of four
    auto whole = element ? repeated(*element, count) : std::nullopt;
    if (whole)
      whole->alignment = whole->size;
    return whole;
  }
  case spv::Op::OpTypeArray: {
    const auto element = layoutOf(words[2], nesting + 1);
    const auto count = constants_.find(words[3]);
    if (!element || count == constants_.end())
      return std::nullopt;
    return repeated(*element, count->second);
  }
  case spv::Op::OpTypeStruct:
    return layoutOfStruct(words, nesting, nullptr);
  default:
    return std::nullopt;
  }
}

std::optional<Layout> Layouts::layoutOfStruct(const Instruction &words, unsigned nesting,
                                              std::vector<uint64_t> *offsets) const {
  const bool isPacked = packed_.contains(words[1]);
  Layout whole;
  for (const uint32_t member : words.words.subspan(2)) {
    const auto layout = layoutOf(member, nesting + 1);
    if (!layout || layout->alignment == 0 || whole.size > maximumBytes_)
      return std::nullopt;
    whole.nesting = std::max(whole.nesting, layout->nesting + 1);
    if (!isPacked) {
      alignTo(whole.size, layout->alignment);
      whole.alignment = std::max(whole.alignment, layout->alignment);
    }
    if (offsets)
      offsets->push_back(whole.size);
    whole.size += layout->size;
  }
  alignTo(whole.size, whole.alignment);
  return whole;
}

// Computed once for each struct, because callers ask for one member after the other.
const std::vector<uint64_t> &Layouts::offsetsIn(const Instruction &type) const {
  const auto [entry, isNew] = offsets_.try_emplace(type[1]);
  if (isNew)
    layoutOfStruct(type, 0, &entry->second);
  return entry->second;
}

std::optional<std::pair<uint32_t, uint64_t>> Layouts::member(uint32_t id, uint32_t index) const {
  const Instruction words = type(id);
  if (words.empty() || !of(id))
    return std::nullopt;
  switch (words.op) {
  case spv::Op::OpTypeStruct: {
    const std::vector<uint64_t> &offsets = offsetsIn(words);
    if (index >= offsets.size())
      return std::nullopt;
    return std::pair(words[2 + index], offsets[index]);
  }
  case spv::Op::OpTypeVector:
  case spv::Op::OpTypeArray:
    return std::pair(words[2], of(words[2])->size * index);
  default:
    return std::nullopt;
  }
}

} // namespace ursa::spirv
