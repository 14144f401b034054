// Guards kernels against drivers that run the unused lanes of vectors: lavapipe runs the work-items
// of a row of a work-group in vectors, and the lanes behind the last work-item as well, without
// their memory accesses. What such a lane loads is 0, so it may stay in a loop that the work-items
// leave; the vector stays with it, and when another vector ends meanwhile, the work-group ends. In
// a guarded kernel these lanes, whose local ids are not below the local size, return at once.
//
//   before:  start:  OpVariable ...      after:  first:  OpVariable ...
//                    ...                                 %used = %x < %size | %size % 16 == 0
//                                                        OpSelectionMerge %start None
//                                                        OpBranchConditional %used %start %unused
//                                                unused: OpReturn
//                                                start:  ...
//
// With a size of 1, %x is the number of the lane, because drivers know the local id. No vector has
// more than 16 lanes: where these divide the local size, %used is a constant for the driver and the
// branch disappears.
#pragma once

#include "support/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::vulkan {

/// Returns the module with a kernel whose unused lanes return, or the same module if its required
/// local size leaves none unused.
/// Errors: UR_RESULT_ERROR_UNSUPPORTED_FEATURE says what in the module prevents it.
Result<std::vector<uint32_t>> withLaneGuard(std::span<const uint32_t> words);

} // namespace ursa::vulkan
