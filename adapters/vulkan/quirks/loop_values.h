// Keeps what loops compute for what follows the loops. lavapipe runs the work-items of a vector
// together: those that have left a loop compute on with the others, and only phis and memory keep
// what they had. A value that is used after the loop is computed again from the phis of its loop,
// which lavapipe may have set to the next ones before the work-item left; loads give 0. So such a
// loop tests for its end where it begins, and the values are phis there.
//
//   before:  loop:  %i = OpPhi %entry ... %next ...     after:  loop:  %i = OpPhi ...
//                   OpLoopMerge %end %continue                         %p = OpPhi 0 ... %v ...
//                   OpBranch %body                                     %done = OpPhi false ... %c ...
//            body:  %v = ...                                           OpLoopMerge %end %continue
//                   OpBranchConditional %c %end                        OpBranchConditional %done
//                     %continue                                          %end %body
//            end:   ... %v ...                                  body:  %v = ...
//                                                                      OpBranch %continue
//                                                               end:   ... %p ...
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::vulkan {

/// Returns the module with such phis; the same words if it needs none, or if it is not a module of
/// the compiler. Loops with several exits stay as they are.
std::vector<uint32_t> withLoopValuesInPhis(std::span<const uint32_t> words);

} // namespace ursa::vulkan
