// The instructions of a SPIR-V module by SPIR-V's grammar: which of their words are ids.
#pragma once

#include "spirv/instructions.h"

#include <string>

namespace ursa::spirv {

struct ParsedInstruction : Instruction {
  Id type = 0;   ///< of the result; 0 if it has none
  Id result = 0; ///< 0 if it has none
  /// Positions of the words that are ids, ascending; those of the type and of the result come
  /// first.
  std::span<const uint16_t> ids = {};

  /// Position of the result; 0 if there is none.
  uint16_t resultAt() const { return static_cast<uint16_t>(!result ? 0 : type ? 2 : 1); }
  /// Positions of the words that are ids, except the type and the result.
  std::span<const uint16_t> uses() const { return ids.subspan((type != 0) + (result != 0)); }
};

/// The instructions of a module, whose words must outlive this object.
class ParsedInstructions {
public:
  /// Checks that instructions follow the grammar, not their order or what ids refer to. Takes time
  /// and memory linear in the size of the module.
  explicit ParsedInstructions(std::span<const uint32_t> words);
  ParsedInstructions(const ParsedInstructions &) = delete;
  ParsedInstructions &operator=(const ParsedInstructions &) = delete;

  /// Returns why the words are not a module, as a part of a sentence; empty if they are one.
  const std::string &problem() const { return problem_; }

  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  size_t size() const { return all_.size(); }
  const ParsedInstruction &operator[](size_t index) const { return all_[index]; }

private:
  std::vector<ParsedInstruction> all_;
  std::vector<uint16_t> ids_; ///< of all instructions
  std::string problem_;
};

} // namespace ursa::spirv
