#include "sycl/api/buffer_view.h"

inline namespace ursa_sycl {
namespace sycl::detail {
namespace {

using ursa::runtime::Extent;
using ursa::runtime::kRank;
using ursa::runtime::PageGrid;

/// The shape of an accessor with its dimensions at the end, the last one in bytes.
struct Shape {
  explicit Shape(const MemoryBox &view) {
    for (int i = 0; i < view.dimensions; ++i) {
      const int to = kRank - view.dimensions + i;
      const size_t unit = to == kRank - 1 ? view.elementSize : 1;
      whole[to] = view.whole[i] * unit;
      part[to] = view.part[i] * unit;
      first[to] = view.first[i] * unit;
    }
  }
  size_t offsetOf(const Extent &place) const {
    return (place[0] * whole[1] + place[1]) * whole[2] + place[2];
  }
  /// Behind the first dimension with more than one place, all are complete.
  bool isConsecutive() const {
    return (part[2] == whole[2] || (part[0] == 1 && part[1] == 1)) &&
           (part[1] == whole[1] || part[0] == 1);
  }

  Extent whole{1, 1, 1}, part{1, 1, 1}, first{0, 0, 0};
};

} // namespace

ViewBoxes boxesOf(const PageGrid &grid, size_t offset, const MemoryBox &view) {
  const Shape shape(view);
  if (shape.part[0] == 0 || shape.part[1] == 0 || shape.part[2] == 0)
    return {};
  const size_t begin = offset + shape.offsetOf(shape.first);
  const size_t bytes = shape.part[0] * shape.part[1] * shape.part[2];
  if (shape.isConsecutive())
    return {grid.ofBytes(begin, bytes)};
  const Extent &extent = grid.extent();
  // Rows of the same length, at the begin of one.
  if (shape.whole[2] == extent[2] && offset % extent[2] == 0) {
    const size_t row = offset / extent[2] + shape.first[1];
    const size_t inPlane = row % extent[1];
    const bool isInPlane =
        shape.part[0] == 1 && shape.first[0] == 0 && inPlane + shape.part[1] <= extent[1];
    const bool hasPlanes = shape.whole[1] == extent[1] && offset % (extent[1] * extent[2]) == 0;
    if (isInPlane || hasPlanes) {
      Extent first{row / extent[1] + shape.first[0], inPlane, shape.first[2]};
      Extent end;
      for (int i = 0; i < kRank; ++i)
        end[i] = first[i] + shape.part[i];
      return {{{first, end}}};
    }
  }
  Extent last;
  for (int i = 0; i < kRank; ++i)
    last[i] = shape.first[i] + shape.part[i] - 1;
  return {grid.ofBytes(begin, offset + shape.offsetOf(last) + 1 - begin), false};
}

} // namespace sycl::detail
} // namespace ursa_sycl
