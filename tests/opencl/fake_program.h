// The little that the fake driver knows of SPIR-V: the specialization constants of a module.
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

/// In the order of the instructions.
std::vector<FakeConstant> constantsOf(std::span<const uint32_t> words);

} // namespace ursa::testing
