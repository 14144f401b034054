// A SPIR-V module as a list of instructions, each with the indices of the words that are ids.
#pragma once

#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <spirv/unified1/spirv.hpp11>
#include <vector>

namespace ursa {

struct SpirvInstruction {
  spv::Op opcode = spv::Op::OpNop;
  std::vector<std::uint32_t> words;
  std::vector<std::uint16_t> ids; ///< indices in words, including the result's
  std::uint16_t resultIndex = 0;  ///< index in words; 0 if there is no result

  std::uint32_t result() const { return resultIndex ? words[resultIndex] : 0; }
  bool operator==(const SpirvInstruction &) const = default;
};

struct SpirvModule {
  static constexpr std::size_t kHeaderWords = 5;
  static constexpr std::size_t kVersionWord = 1;
  static constexpr std::size_t kBoundWord = 3;

  std::array<std::uint32_t, kHeaderWords> header{};
  std::vector<SpirvInstruction> instructions;

  /// Fails with the parser's first diagnostic if @p words are not a SPIR-V module.
  static llvm::Expected<SpirvModule> parse(const std::vector<std::uint32_t> &words);

  std::vector<std::uint32_t> words() const;
};

/// Validates @p words for the version in their header: by OpenCL's rules up to 1.2, unless the
/// module requires an extension of OpenCL, else by the universal rules. Fails with the validator's
/// first diagnostic.
llvm::Error validateSpirv(const std::vector<std::uint32_t> &words);

} // namespace ursa
