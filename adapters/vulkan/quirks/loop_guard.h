// Guards kernels against drivers that end loops early: lavapipe ends every loop once the work-items
// that it runs together have had 65,535 iterations, of all loops together. A guarded kernel records
// whether it left each loop by one of its own branches, and reports to the host if it did not.
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
// The driver's compiler assumes that a loop is left only by its branches. %left and %cut are
// therefore volatile array elements at an index that is always 0 but unknown to the compiler.
#pragma once

#include "support/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::vulkan {

/// Offset of the launch's word index in the push constants, and the size that a module's push
/// constant block needs to hold it.
inline constexpr uint32_t kLaunchWordAt = 28;

/// Returns whether a module has loops.
bool hasLoops(std::span<const uint32_t> words);

/// Returns the module with a kernel that reports loops which the driver cut short.
/// @param reports address of the launches' 32-bit words
/// Errors: UR_RESULT_ERROR_UNSUPPORTED_FEATURE says what in the module prevents it.
Result<std::vector<uint32_t>> withLoopGuard(std::span<const uint32_t> words, uint64_t reports);

} // namespace ursa::vulkan
