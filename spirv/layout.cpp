#include "spirv/layout.h"

#include "spirv/opcodes.h"

#include <algorithm>
#include <utility>

namespace ursa::spirv {
namespace {

constexpr uint32_t kPacked = 10;
constexpr unsigned kMostNesting = 32;

size_t leastWords(uint32_t opcode) {
  switch (opcode) {
  case kTypeInt:
  case kTypeVector:
  case kTypeArray:
  case kTypePointer:
    return 4;
  case kTypeFloat:
    return 3;
  case kTypeImage:
    return 9;
  default:
    return 2;
  }
}

void alignTo(uint64_t &size, uint64_t alignment) {
  size = (size + alignment - 1) / alignment * alignment;
}

} // namespace

void Layouts::note(Instruction words) {
  const uint32_t opcode = words[0] & 0xffff;
  switch (opcode) {
  case kTypeInt:
  case kTypeFloat:
  case kTypeImage:
  case kTypeSampler:
  case kTypeVector:
  case kTypeArray:
  case kTypeStruct:
  case kTypePointer:
    if (words.size() >= leastWords(opcode))
      types_.emplace(words[1], words);
    break;
  case kConstant:
    if (words.size() == 4)
      constants_.emplace(words[2], words[3]);
    break;
  case kDecorate:
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
  switch (words[0] & 0xffff) {
  case kTypeInt:
  case kTypeFloat:
    if (words[2] != 8 && words[2] != 16 && words[2] != 32 && words[2] != 64)
      return std::nullopt;
    return Layout{words[2] / 8, words[2] / 8};
  case kTypePointer:
    return Layout{8, 8};
  case kTypeVector: {
    const auto element = layoutOf(words[2], nesting + 1);
    const uint64_t count =
        words[3] == 3 ? 4 : words[3]; // a vector of three is as large as one of four
    auto whole = element ? repeated(*element, count) : std::nullopt;
    if (whole)
      whole->alignment = whole->size;
    return whole;
  }
  case kTypeArray: {
    const auto element = layoutOf(words[2], nesting + 1);
    const auto count = constants_.find(words[3]);
    if (!element || count == constants_.end())
      return std::nullopt;
    return repeated(*element, count->second);
  }
  case kTypeStruct:
    return layoutOfStruct(words, nesting, nullptr);
  default:
    return std::nullopt;
  }
}

std::optional<Layout> Layouts::layoutOfStruct(Instruction words, unsigned nesting,
                                              std::vector<uint64_t> *offsets) const {
  const bool isPacked = packed_.contains(words[1]);
  Layout whole;
  for (const uint32_t member : words.subspan(2)) {
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
const std::vector<uint64_t> &Layouts::offsetsIn(Instruction type) const {
  const auto [entry, isNew] = offsets_.try_emplace(type[1]);
  if (isNew)
    layoutOfStruct(type, 0, &entry->second);
  return entry->second;
}

std::optional<std::pair<uint32_t, uint64_t>> Layouts::member(uint32_t id, uint32_t index) const {
  const Instruction words = type(id);
  if (words.empty() || !of(id))
    return std::nullopt;
  switch (words[0] & 0xffff) {
  case kTypeStruct: {
    const std::vector<uint64_t> &offsets = offsetsIn(words);
    if (index >= offsets.size())
      return std::nullopt;
    return std::pair(words[2 + index], offsets[index]);
  }
  case kTypeVector:
  case kTypeArray:
    return std::pair(words[2], of(words[2])->size * index);
  default:
    return std::nullopt;
  }
}

} // namespace ursa::spirv
