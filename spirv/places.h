// The instructions of a SPIR-V module and which of their words are ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ursa::spirv {

/// An instruction and its position in the module.
struct Place {
  size_t at = 0;
  uint16_t opcode = 0;
  uint16_t length = 0;
  uint32_t result = 0;
  std::vector<uint16_t> uses; ///< positions of words that are ids, except types and results
};

/// Returns the instructions of a module; none if one does not follow SPIR-V's grammar. The order of
/// instructions and what ids refer to are not checked.
std::vector<Place> readPlaces(std::span<const uint32_t> words);

} // namespace ursa::spirv
