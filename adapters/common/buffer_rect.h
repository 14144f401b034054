// Boxes of rows in memory, as the rectangular commands on buffers take them: pitches that were left
// out, and whether a box lies in its buffer.
#pragma once

#include "core/support/result.h"
#include "ur_api.h"

namespace ursa::adapter {

/// Fills in pitches of 0, which are those of the region, and checks that they fit it.
/// Errors: UR_RESULT_ERROR_INVALID_SIZE.
Result<void> completePitches(size_t &rowPitch, size_t &slicePitch, const ur_rect_region_t &region);

/// Errors: UR_RESULT_ERROR_INVALID_SIZE when the region is empty or reaches over the buffer's end.
Result<void> checkRect(const ur_rect_offset_t &origin, size_t rowPitch, size_t slicePitch,
                       const ur_rect_region_t &region, size_t bufferSize);

/// Errors: UR_RESULT_ERROR_INVALID_SIZE when the region is empty.
Result<void> checkRegion(const ur_rect_region_t &region);

} // namespace ursa::adapter
