#include "adapters/common/buffer_rect.h"

namespace ursa::adapter {

Result<void> completePitches(size_t &rowPitch, size_t &slicePitch, const ur_rect_region_t &region) {
  if (rowPitch == 0)
    rowPitch = region.width;
  if (slicePitch == 0)
    slicePitch = region.height * rowPitch;
  if (rowPitch < region.width || slicePitch < region.height * rowPitch ||
      slicePitch % rowPitch != 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "Row pitch {} and slice pitch {} do not fit a region of {} x {} x {}.",
                     rowPitch, slicePitch, region.width, region.height, region.depth);
  return {};
}

Result<void> checkRegion(const ur_rect_region_t &region) {
  if (region.width == 0 || region.height == 0 || region.depth == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "A region of {} x {} x {} is empty.",
                     region.width, region.height, region.depth);
  return {};
}

Result<void> checkRect(const ur_rect_offset_t &origin, size_t rowPitch, size_t slicePitch,
                       const ur_rect_region_t &region, size_t bufferSize) {
  URSA_CHECK(checkRegion(region));
  uint64_t slices = 0;
  uint64_t rows = 0;
  uint64_t end = 0;
  const bool overflows = __builtin_add_overflow(origin.z, region.depth - 1, &slices) ||
                         __builtin_mul_overflow(slices, slicePitch, &slices) ||
                         __builtin_add_overflow(origin.y, region.height - 1, &rows) ||
                         __builtin_mul_overflow(rows, rowPitch, &rows) ||
                         __builtin_add_overflow(slices, rows, &end) ||
                         __builtin_add_overflow(end, origin.x, &end) ||
                         __builtin_add_overflow(end, region.width, &end);
  if (overflows || end > bufferSize)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "A region of {} x {} x {} at {}, {}, {} does not lie in the buffer of {} "
                     "bytes.",
                     region.width, region.height, region.depth, origin.x, origin.y, origin.z,
                     bufferSize);
  return {};
}

} // namespace ursa::adapter
