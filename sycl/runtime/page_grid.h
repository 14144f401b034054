// The shape of a region and its division into pages (AdaptiveCpp runtime specification, "Data state
// tracking and pages").
#pragma once

#include "sycl/runtime/box.h"

namespace ursa::runtime {

/// A grid of elements in three dimensions, divided into pages of a fixed size in each of them.
/// Boxes count bytes in the last dimension and elements in the others, so that parts of elements
/// can be told apart when a buffer is seen as one of another type. Immutable.
class PageGrid {
public:
  /// @param elements of the region; the last dimension varies fastest; may be zero
  /// @param pageSize in elements. Throws Error (UR_RESULT_ERROR_INVALID_VALUE) if one is zero, and
  /// (UR_RESULT_ERROR_INVALID_SIZE) if the region has more bytes than memory can have addresses.
  PageGrid(const Extent &elements, size_t elementBytes, const Extent &pageSize);

  /// Pages of 4 KiB, or a little more: a page has one element; while it has less than 4 KiB it
  /// grows in the last dimension, then in the one before it. Every page of a region is the same
  /// size, but those at its end.
  static Extent defaultPageSize(const Extent &elements, size_t elementBytes);

  const Extent &extent() const { return extent_; }
  const Extent &pageSize() const { return page_; } ///< the last one in bytes
  size_t elementBytes() const { return elementBytes_; }
  size_t bytes() const { return extent_[0] * extent_[1] * extent_[2]; }
  Box whole() const { return {{}, extent_}; }

  /// Where the first byte of a place is, from the begin of the region.
  size_t offsetOf(const Extent &place) const {
    return (place[0] * extent_[1] + place[1]) * extent_[2] + place[2];
  }

  /// The box of some elements.
  Box ofElements(const Extent &first, const Extent &count) const;

  /// The boxes of consecutive bytes, at most five. Throws Error (UR_RESULT_ERROR_INVALID_SIZE) if
  /// they are not in the region.
  Boxes ofBytes(size_t first, size_t count) const;

  /// All pages that a box is in or overlaps with: its page range. Empty for an empty box.
  Box pageRange(const Box &box) const;
  /// The number of pages in the page range of a box.
  size_t pageCount(const Box &box) const;

private:
  size_t elementBytes_;
  Extent extent_; ///< the last one in bytes
  Extent page_;   ///< the same
};

} // namespace ursa::runtime
