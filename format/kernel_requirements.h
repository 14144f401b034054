// Optional features of devices that a kernel of a Vulkan image requires: the property of the kernel
// in the set kKernelRequirements, one requirement a line.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::format {

struct KernelRequirements {
  std::vector<std::string> capabilities; ///< SPIR-V's names
  uint32_t subGroupSize = 0;             ///< 0 for any
  std::optional<std::array<uint32_t, 3>> localSize;
  uint32_t localBytes = 0; ///< of variables in local memory
};

/// Returns the lines; empty if there are no requirements.
std::string writeKernelRequirements(const KernelRequirements &requirements);

/// Reads lines into @p requirements. Returns the first line that is unknown or malformed, empty if
/// there is none.
std::string readKernelRequirements(std::string_view lines, KernelRequirements &requirements);

} // namespace ursa::format
