// How the types of a SPIR-V module lie in memory, as OpenCL C lays them out.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ursa::spirv {

using Instruction = std::span<const uint32_t>;

struct Layout {
  uint64_t size = 0;
  uint64_t alignment = 1;
};

/// Reads the instructions of a module that tell of types, and keeps views of their words.
class Layouts {
public:
  /// @param mostBytes what is larger has no layout
  explicit Layouts(uint64_t mostBytes) : mostBytes_(mostBytes) {}

  /// Takes note of an instruction, if it is about types. Its words must outlive this object.
  void note(Instruction words);

  /// The instruction that declares a type; empty when there is none, or it is too short.
  Instruction type(uint32_t id) const;

  /// None of types without a place in memory, of unknown or too large ones.
  std::optional<Layout> of(uint32_t type) const { return layoutOf(type, 0); }

  /// Where the members of a struct, or the elements of a vector or array, begin and what types they
  /// have; the type must have a layout.
  std::pair<uint32_t, uint64_t> member(uint32_t type, uint32_t index) const;

private:
  std::optional<Layout> layoutOf(uint32_t id, unsigned nesting) const;
  std::optional<Layout> computeLayout(uint32_t id, unsigned nesting) const;
  std::optional<Layout> layoutOfStruct(Instruction type, unsigned nesting,
                                       std::vector<uint64_t> *offsets) const;
  std::optional<Layout> repeated(const Layout &element, uint64_t count) const;

  const uint64_t mostBytes_;
  std::unordered_map<uint32_t, Instruction> types_;
  std::unordered_map<uint32_t, uint32_t> constants_;
  std::unordered_set<uint32_t> packed_;
  mutable std::unordered_map<uint32_t, std::optional<Layout>> layouts_;
};

} // namespace ursa::spirv
