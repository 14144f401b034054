// From the accessors of a buffer, which may be a part of another one or have another shape and
// type, to boxes of its region.
#pragma once

#include "sycl/runtime/page_grid.h"

#include <sycl/detail/buffer_base.hpp>

inline namespace ursa_sycl {
namespace sycl::detail {

/// The boxes of a region that an accessor uses.
struct ViewBoxes {
  ursa::runtime::Boxes boxes;
  bool isExact = true; ///< false: there are elements between that it does not use
};

/// @param offset of the accessor's buffer in the region, in bytes
/// Throws ursa::runtime::Error if the accessor is out of range.
ViewBoxes boxesOf(const ursa::runtime::PageGrid &grid, size_t offset, const MemoryBox &view);

} // namespace sycl::detail
} // namespace ursa_sycl
