// A SPIR-V module as a list of instructions that know which of their words are ids.
#pragma once

#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <spirv/unified1/spirv.hpp11>
#include <vector>

namespace ursa {

/// One instruction: its words, and which of them are ids.
struct SpirvInstruction {
  spv::Op opcode = spv::Op::OpNop;
  std::vector<std::uint32_t> words;
  std::vector<std::uint16_t> ids; ///< places in words, the result's too
  std::uint16_t resultPlace = 0;  ///< in words; 0 when there is none

  std::uint32_t result() const { return resultPlace ? words[resultPlace] : 0; }
  bool operator==(const SpirvInstruction &) const = default;
};

struct SpirvModule {
  static constexpr std::size_t kHeaderWords = 5;
  static constexpr std::size_t kVersionWord = 1;
  static constexpr std::size_t kBoundWord = 3;

  std::array<std::uint32_t, kHeaderWords> header{};
  std::vector<SpirvInstruction> instructions;

  /// Fails with the reader's first sentence when @p words are no SPIR-V.
  static llvm::Expected<SpirvModule> parse(const std::vector<std::uint32_t> &words);

  std::vector<std::uint32_t> words() const;
};

/// Validates @p words for the version that they say is theirs: by OpenCL's rules up to 1.2, unless
/// the module needs what only extensions of OpenCL have. Fails with the validator's first sentence.
llvm::Error validateSpirv(const std::vector<std::uint32_t> &words);

} // namespace ursa
