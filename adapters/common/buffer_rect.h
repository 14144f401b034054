// Boxes of rows in memory, as the rectangular commands on buffers take them: pitches that were left
// out, and whether a box lies in its buffer.
#pragma once

#include "core/support/result.h"
#include "ur_api.h"

namespace ursa::adapter {

/// Where a box of rows begins in memory, and how far its rows and slices are apart, in bytes; a
/// pitch of 0 is that of the region that is copied.
struct BoxPlace {
  ur_rect_offset_t origin;
  size_t rowPitch;
  size_t slicePitch;

  /// Of the first byte, once the pitches are complete.
  uint64_t start() const { return origin.z * slicePitch + origin.y * rowPitch + origin.x; }
};

/// The place with its pitches, which are the region's where they are 0.
/// Errors: UR_RESULT_ERROR_INVALID_SIZE when the region is empty, or does not fit the pitches.
Result<BoxPlace> completeBox(BoxPlace box, const ur_rect_region_t &region);

/// Likewise; UR_RESULT_ERROR_INVALID_SIZE also when the region reaches over the buffer's end.
Result<BoxPlace> completeBufferBox(BoxPlace box, const ur_rect_region_t &region, size_t bufferSize);

} // namespace ursa::adapter
