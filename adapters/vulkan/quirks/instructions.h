// A SPIR-V module as a list of instructions, for what changes modules before drivers get them.
#pragma once

#include <spirv/unified1/spirv.hpp11>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace ursa::vulkan {

inline constexpr size_t kModuleHeaderWords = 5;
inline constexpr size_t kBoundWord = 3; ///< all ids are smaller than it

using Id = uint32_t;
using Code = std::vector<uint32_t>;

struct Instruction {
  spv::Op op = spv::Op::OpNop;
  std::span<const uint32_t> all; ///< including the first word
  std::span<const uint32_t> operands() const { return all.subspan(1); }
};

/// Views of a module's words.
using Instructions = std::vector<Instruction>;

/// Returns nothing if the words are not a module, or an instruction has fewer operands than those
/// who read it expect.
std::optional<Instructions> parseInstructions(std::span<const uint32_t> words);

void append(Code &code, spv::Op op, std::initializer_list<uint32_t> operands);
void append(Code &code, const Instruction &instruction);

} // namespace ursa::vulkan
