#include "sycl/runtime/page_grid.h"

#include "sycl/runtime/error.h"

#include <cstdint>

namespace ursa::runtime {
namespace {

constexpr size_t kUsualPageBytes = 4096;

size_t roundUp(size_t number, size_t to) { return (number + to - 1) / to * to; }

std::string text(const Extent &extent) {
  return std::to_string(extent[0]) + " x " + std::to_string(extent[1]) + " x " +
         std::to_string(extent[2]);
}

} // namespace

PageGrid::PageGrid(const Extent &elements, size_t elementBytes, const Extent &pageSize)
    : elementBytes_(elementBytes), extent_(elements), page_(pageSize) {
  size_t bytes = elementBytes;
  for (const size_t length : elements)
    if (__builtin_mul_overflow(bytes, length, &bytes) || bytes > PTRDIFF_MAX)
      throw Error(UR_RESULT_ERROR_INVALID_SIZE, "A buffer of " + text(elements) + " elements of " +
                                                    std::to_string(elementBytes) +
                                                    " bytes is larger than memory can be.");
  for (int i = 0; i < kRank; ++i) {
    if (pageSize[i] == 0)
      throw Error(UR_RESULT_ERROR_INVALID_VALUE,
                  "A page of " + text(pageSize) +
                      " elements is empty; each number must be 1 or more.");
    page_[i] =
        std::min(pageSize[i], std::max<size_t>(elements[i], 1)); // the same, without overflow
  }
  extent_[kRank - 1] *= elementBytes;
  page_[kRank - 1] *= elementBytes;
}

Extent PageGrid::defaultPageSize(const Extent &elements, size_t elementBytes) {
  Extent page{1, 1, 1};
  size_t bytes = std::max<size_t>(elementBytes, 1);
  for (int i = kRank - 1; i >= 0 && bytes < kUsualPageBytes; --i) {
    page[i] = std::clamp<size_t>((kUsualPageBytes + bytes - 1) / bytes, 1,
                                 std::max<size_t>(elements[i], 1));
    bytes *= page[i];
  }
  return page;
}

Box PageGrid::ofElements(const Extent &first, const Extent &count) const {
  Box box;
  for (int i = 0; i < kRank; ++i) {
    const size_t unit = i == kRank - 1 ? elementBytes_ : 1;
    const size_t length = unit == 0 ? 0 : extent_[i] / unit;
    if (first[i] > length || count[i] > length - first[i])
      throw Error(UR_RESULT_ERROR_INVALID_SIZE,
                  "An access of " + text(count) + " elements at " + text(first) +
                      " is not in its buffer of " + std::to_string(extent_[0]) + " x " +
                      std::to_string(extent_[1]) + " x " +
                      std::to_string(elementBytes_ == 0 ? 0 : extent_[2] / elementBytes_) +
                      " elements.");
    box.begin[i] = first[i] * unit;
    box.end[i] = (first[i] + count[i]) * unit;
  }
  return box;
}

Boxes PageGrid::ofBytes(size_t first, size_t count) const {
  if (first > bytes() || count > bytes() - first)
    throw Error(UR_RESULT_ERROR_INVALID_SIZE,
                "An access of " + std::to_string(count) + " bytes at " + std::to_string(first) +
                    " is not in its buffer of " + std::to_string(bytes()) + " bytes.");
  Boxes boxes;
  const size_t row = extent_[2], rows = extent_[1];
  // From the begin of a row to an end: of that row, of that plane, or of a plane.
  while (count > 0) {
    const size_t line = first / row, at = first % row;
    const size_t plane = line / rows, inPlane = line % rows;
    Box box;
    if (at != 0 || count < row) { // a part of a row
      const size_t length = std::min(count, row - at);
      box = {{plane, inPlane, at}, {plane + 1, inPlane + 1, at + length}};
    } else if (inPlane != 0 || count < row * rows) { // rows
      const size_t lines = std::min(count / row, rows - inPlane);
      box = {{plane, inPlane, 0}, {plane + 1, inPlane + lines, row}};
    } else {
      box = {{plane, 0, 0}, {plane + count / (row * rows), rows, row}};
    }
    boxes.push_back(box);
    first += box.volume();
    count -= box.volume();
  }
  return boxes;
}

Box PageGrid::pageRange(const Box &box) const {
  Box range = box.intersection(whole());
  if (range.isEmpty())
    return {};
  for (int i = 0; i < kRank; ++i) {
    range.begin[i] -= range.begin[i] % page_[i];
    range.end[i] = std::min(roundUp(range.end[i], page_[i]), extent_[i]);
  }
  return range;
}

size_t PageGrid::pageCount(const Box &box) const {
  const Box range = pageRange(box);
  if (range.isEmpty())
    return 0;
  size_t count = 1;
  for (int i = 0; i < kRank; ++i)
    count *= (range.length(i) + page_[i] - 1) / page_[i];
  return count;
}

} // namespace ursa::runtime
