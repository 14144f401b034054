// Moves fences out of loops, for drivers on which a memory barrier makes a vector of work-items
// wait for the other vectors of its group, as if it were a control barrier: where the vectors have
// different numbers of iterations, the group ends before all of them do. Atomic instructions in
// loops become relaxed, and memory barriers go before and behind the outermost loop, where all
// vectors pass once.
//
//   before:  loop:  OpLoopMerge %end %next None        after:         OpMemoryBarrier %scope %all
//                   ...                                        loop:  OpLoopMerge %end %next None
//                   %v = OpAtomicIAdd %t %p %scope                    ...
//                        %acquireRelease %n                           %v = OpAtomicIAdd %t %p
//                        %scope %none %n
//                   OpMemoryBarrier %scope %all                       ...
//                   ...                                        end:   OpMemoryBarrier %scope %all
//            end:   ...                                               ...
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::vulkan {

/// Returns the module without fences in loops; the same words if it has none, or is not a module.
std::vector<uint32_t> withoutFencesInLoops(std::span<const uint32_t> words);

} // namespace ursa::vulkan
