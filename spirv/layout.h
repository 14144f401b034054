// The memory layout of the types of a SPIR-V module, with the rules of OpenCL C.
#pragma once

#include "spirv/instructions.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ursa::spirv {

struct Layout {
  uint64_t size = 0;
  uint64_t alignment = 1;
  unsigned nesting = 0; ///< how deep its members are nested
};

/// Collects the type instructions of a module, and retains views of their words.
class Layouts {
public:
  /// @param maximumBytes larger types have no layout
  explicit Layouts(uint64_t maximumBytes) : maximumBytes_(maximumBytes) {}

  /// Records an instruction if it declares or decorates a type. Its words must outlive this object.
  void note(const Instruction &words);

  /// Returns the instruction that declares a type; empty if there is none or it is too short.
  Instruction type(uint32_t id) const;

  /// Returns none for types without a memory layout, and for unknown or too large types.
  std::optional<Layout> of(uint32_t type) const { return layoutOf(type, 0); }

  /// Returns the type and offset of a struct member, or of a vector or array element; none if the
  /// type has no layout or no such member.
  std::optional<std::pair<uint32_t, uint64_t>> member(uint32_t type, uint32_t index) const;

private:
  std::optional<Layout> layoutOf(uint32_t id, unsigned nesting) const;
  std::optional<Layout> computeLayout(uint32_t id, unsigned nesting) const;
  std::optional<Layout> layoutOfStruct(const Instruction &type, unsigned nesting,
                                       std::vector<uint64_t> *offsets) const;
  const std::vector<uint64_t> &offsetsIn(const Instruction &type) const;
  std::optional<Layout> repeated(const Layout &element, uint64_t count) const;

  const uint64_t maximumBytes_;
  std::unordered_map<uint32_t, Instruction> types_;
  std::unordered_map<uint32_t, uint32_t> constants_;
  std::unordered_set<uint32_t> packed_;
  mutable std::unordered_map<uint32_t, std::optional<Layout>> layouts_;
  mutable std::unordered_map<uint32_t, std::vector<uint64_t>> offsets_; ///< of members, by struct
};

} // namespace ursa::spirv
