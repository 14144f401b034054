// Kernels for drivers that end loops early: lavapipe ends every loop once the work-items that it
// runs together have had 65,535 iterations, of all loops together. A guarded kernel notes whether
// it left each of its loops by a branch of its own, and tells the host when it did not.
//
//   before:  loop:  OpLoopMerge %end %next None     after:  loop:  OpLoopMerge %end %next None
//                   OpBranch %body                                 OpBranch %body
//            body:  ...                                     body:  ...
//                                                                  OpStore %left (%again ? 0 : 1)
//                   OpBranchConditional                            OpBranchConditional
//                     %again %next %end                              %again %next %end
//            end:   ...                                     end:   OpStore %cut (%cut | !%left)
//                                                                  OpStore %left 0
//                                                                  ...
//                   OpReturn                                       if (%cut) the launch's word = 1
//                                                                  OpReturn
//
// The driver's compiler takes it for granted that a loop is left by its branches alone. %left and
// %cut are therefore volatile elements of arrays, at an index of which it does not know that it is
// 0.
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::vulkan {

/// Where the push constants hold the index of the launch's word, and how many bytes a module's
/// block of push constants needs to have for that.
inline constexpr uint32_t kLaunchWordAt = 28;

/// Whether a module has loops.
bool hasLoops(std::span<const uint32_t> words);

/// A module whose kernel reports loops that the driver cut short.
/// @param reports address of the words that launches have, of 32 bits each
/// Errors: UR_RESULT_ERROR_UNSUPPORTED_FEATURE says what in the module is in the way.
Result<std::vector<uint32_t>> withLoopGuard(std::span<const uint32_t> words, uint64_t reports);

} // namespace ursa::vulkan
