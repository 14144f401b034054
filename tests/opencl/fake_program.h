// The fake driver's SPIR-V reader, which finds only the specialization constants of a module.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::testing {

struct FakeConstant {
  uint32_t id = 0;   ///< the SpecId
  uint32_t size = 0; ///< bytes of a value
  uint64_t value = 0;
};

/// Returns the constants in the order of the instructions.
std::vector<FakeConstant> constantsOf(std::span<const uint32_t> words);

} // namespace ursa::testing
