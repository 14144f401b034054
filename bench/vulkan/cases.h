// The Vulkan benchmark cases: inputs, sizes, the work of a launch, and expected results.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ursa::bench {

/// A kernel in kernels.cl and in NAME.comp. Its arguments are the inputs, the result and the
/// values.
struct VulkanCase {
  std::string name;
  std::vector<std::vector<float>> inputs;
  std::vector<float> result; ///< contents before the launch
  std::vector<uint32_t> values;
  std::array<size_t, 3> global{1, 1, 1};
  std::array<size_t, 3> local{1, 1, 1};
  double work = 0; ///< per launch: bytes or operations
  const char *unit = "";
  /// Computes an element of the expected result on the host.
  std::function<double(size_t)> expected;
  double tolerance = 1e-4; ///< relative
  /// Elements per thousand that may differ, where rounding affects the number of loop iterations.
  double mayDiffer = 0;
};

std::vector<std::string> vulkanCaseNames();

/// @param isLarge sizes for a GPU, where a launch takes about a millisecond
VulkanCase makeVulkanCase(const std::string &name, bool isLarge);

} // namespace ursa::bench
