// Boxes of rows in memory for the rectangular buffer commands: fills in default pitches and checks
// that a box lies in its buffer.
#pragma once

#include "support/result.h"
#include "ur_api.h"

namespace ursa::adapter {

/// The origin of a box in memory and its pitches in bytes. A pitch of 0 means that the rows or
/// slices of the region are contiguous.
struct PitchedBox {
  ur_rect_offset_t origin;
  size_t rowPitch;
  size_t slicePitch;

  /// Returns the offset of the first byte. The pitches must be complete.
  uint64_t start() const { return origin.z * slicePitch + origin.y * rowPitch + origin.x; }
};

/// Returns @p box with pitches of 0 replaced by those of the region.
/// Errors: UR_RESULT_ERROR_INVALID_SIZE when the region is empty or does not fit the pitches.
Result<PitchedBox> completeBox(PitchedBox box, const ur_rect_region_t &region);

/// Like completeBox; also returns UR_RESULT_ERROR_INVALID_SIZE when the region ends after the
/// buffer.
Result<PitchedBox> completeBufferBox(PitchedBox box, const ur_rect_region_t &region,
                                     size_t bufferSize);

} // namespace ursa::adapter
