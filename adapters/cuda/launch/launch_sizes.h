// The sizes of a launch in three dimensions.
#pragma once

#include <array>
#include <cstdint>

namespace ursa::cuda {

/// Work-groups of a cluster in each dimension; zeros for none.
using Cluster = std::array<uint32_t, 3>;

struct LaunchSizes {
  std::array<uint32_t, 3> groups{1, 1, 1}; ///< 0 if there is nothing to run
  std::array<uint32_t, 3> local{1, 1, 1};
  std::array<uint32_t, 3> offset{};

  bool isEmpty() const { return groups[0] == 0 || groups[1] == 0 || groups[2] == 0; }
  bool hasOffset() const { return offset[0] != 0 || offset[1] != 0 || offset[2] != 0; }
  uint64_t groupCount() const { return uint64_t{groups[0]} * groups[1] * groups[2]; }
};

} // namespace ursa::cuda
