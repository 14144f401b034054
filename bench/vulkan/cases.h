// What the benchmarks of Vulkan compute: inputs, sizes, the work of a launch, and right results.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ursa::bench {

/// A kernel of kernels.cl and of NAME.comp. Its arguments are the inputs, the result, the values.
struct VulkanCase {
  std::string name;
  std::vector<std::vector<float>> inputs;
  std::vector<float> result; ///< before the launch
  std::vector<uint32_t> values;
  std::array<size_t, 3> global{1, 1, 1};
  std::array<size_t, 3> local{1, 1, 1};
  double work = 0; ///< of a launch: bytes or operations
  const char *unit = "";
  /// An element of the result, computed on the host.
  std::function<double(size_t)> expected;
  double tolerance = 1e-4; ///< relative
  /// Elements in a thousand that may differ: where a rounding decides how often a loop runs.
  double mayDiffer = 0;
};

std::vector<std::string> vulkanCaseNames();

/// @param isLarge for a GPU: takes about a millisecond there
VulkanCase makeVulkanCase(const std::string &name, bool isLarge);

} // namespace ursa::bench
