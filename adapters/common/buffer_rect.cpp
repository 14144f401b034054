#include "adapters/common/buffer_rect.h"

namespace ursa::adapter {

Result<PitchedBox> completeBox(PitchedBox box, const ur_rect_region_t &region) {
  if (region.width == 0 || region.height == 0 || region.depth == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "A region of {} x {} x {} is empty.",
                     region.width, region.height, region.depth);
  if (box.rowPitch == 0)
    box.rowPitch = region.width;
  size_t slice = 0; // bytes of the region's rows
  const bool overflows = __builtin_mul_overflow(region.height, box.rowPitch, &slice);
  if (box.slicePitch == 0)
    box.slicePitch = slice;
  if (overflows || box.rowPitch < region.width || box.slicePitch < slice ||
      box.slicePitch % box.rowPitch != 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "Row pitch {} and slice pitch {} do not fit a region of {} x {} x {}.",
                     box.rowPitch, box.slicePitch, region.width, region.height, region.depth);
  return box;
}

Result<PitchedBox> completeBufferBox(PitchedBox box, const ur_rect_region_t &region,
                                     size_t bufferSize) {
  URSA_TRY(box, completeBox(box, region));
  const ur_rect_offset_t &origin = box.origin;
  uint64_t slices = 0;
  uint64_t rows = 0;
  uint64_t end = 0;
  const bool overflows = __builtin_add_overflow(origin.z, region.depth - 1, &slices) ||
                         __builtin_mul_overflow(slices, box.slicePitch, &slices) ||
                         __builtin_add_overflow(origin.y, region.height - 1, &rows) ||
                         __builtin_mul_overflow(rows, box.rowPitch, &rows) ||
                         __builtin_add_overflow(slices, rows, &end) ||
                         __builtin_add_overflow(end, origin.x, &end) ||
                         __builtin_add_overflow(end, region.width, &end);
  if (overflows || end > bufferSize)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "A region of {} x {} x {} at {}, {}, {} does not lie in the buffer of {} "
                     "bytes.",
                     region.width, region.height, region.depth, origin.x, origin.y, origin.z,
                     bufferSize);
  return box;
}

} // namespace ursa::adapter
