// The definitions of a SPIR-V module: the instruction that gives each id, and the values of
// constants.
#pragma once

#include "spirv/instructions.h"

#include <unordered_map>

namespace ursa::spirv {

class Definitions {
public:
  /// Reads a module, or a part of one that begins at @p from. The words must outlive this object.
  /// Instructions that are not complete, and those behind a wrong length, define nothing.
  explicit Definitions(std::span<const uint32_t> words, size_t from = kHeaderWords);

  /// Returns the instruction whose result is @p id; an empty one if there is none.
  Instruction of(Id id) const;

  /// Returns the first word of the value of an OpConstant, which is all of it up to 32 bits.
  std::optional<uint32_t> constant(Id id) const;

private:
  std::unordered_map<Id, Instruction> instructions_;
};

} // namespace ursa::spirv
