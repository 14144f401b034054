// Boxes: half-open intervals in three dimensions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace ursa::runtime {

constexpr int kRank = 3;
/// A length or a place in each dimension; the last one varies fastest in memory.
using Extent = std::array<size_t, kRank>;

struct Box {
  Extent begin{};
  Extent end{}; ///< behind the last one

  friend bool operator==(const Box &, const Box &) = default;
  bool isEmpty() const { return begin[0] >= end[0] || begin[1] >= end[1] || begin[2] >= end[2]; }
  size_t length(int axis) const { return end[axis] - begin[axis]; }
  size_t volume() const { return isEmpty() ? 0 : length(0) * length(1) * length(2); }
  bool contains(const Box &other) const {
    for (int i = 0; i < kRank; ++i)
      if (other.begin[i] < begin[i] || other.end[i] > end[i])
        return false;
    return true;
  }
  bool overlaps(const Box &other) const { return !intersection(other).isEmpty(); }
  Box intersection(const Box &other) const {
    Box common;
    for (int i = 0; i < kRank; ++i) {
      common.begin[i] = std::max(begin[i], other.begin[i]);
      common.end[i] = std::min(end[i], other.end[i]);
    }
    return common;
  }
};

using Boxes = std::vector<Box>;

} // namespace ursa::runtime
