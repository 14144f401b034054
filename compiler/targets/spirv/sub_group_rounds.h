// Runs a kernel in rounds, between which the work-items of its work-group exchange the values of
// sub-group operations through local memory. Operations stand where the flow is the same for a
// sub-group, but not for the work-group, where a barrier of the work-group would be undefined. So
// the kernel becomes a loop that all work-items run together: in a round, each runs from its last
// operation to its next one.
//
//   before:  a: ...                               ; only some sub-groups come here
//               %y = call i32 @_Z17sub_group_shufflejj(i32 %x, i32 %lane)
//               ...
//   after:   start:     all flags = 0; barrier
//            dispatch:  switch i32 %state, label %idle [ i32 1, label %resume, ... ]
//            a:         ...                       ; it ends a round with state 1 and value %x
//                       br label %join
//            resume:    %y = value of %lane in the last round
//                       ...
//            join:      value of %me in this round = %x
//                       flag of this round = 1: someone is at an operation, or at a barrier
//                       barrier
//                       br i1 (a flag is set), label %dispatch, label %exit
//
// Values that are used in a later round lie in a frame (frame_values.h). What runs before the first
// operation, and is not repeated, stays before the loop.
//
// Barriers of the work-group end rounds, too: who waits at one goes on when nobody is at an
// operation. There is memory for the values of two rounds, because some work-items write the next
// ones before others have read the last ones, and for the flags of four.
//
// In kernels with operations of parts of a sub-group, work-items of one may wait at different
// operations. Those at the first one in the order of the function go on, so that the others meet
// them again behind a branch; these give their values anew in the next round.
#pragma once

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
} // namespace llvm

namespace ursa::compiler::spirv {

/// Lowers the operations of sub-groups that a kernel calls; leaves kernels without any alone.
/// Functions with operations and barriers must have been inlined. Loops with several entries may be
/// the result.
/// @param size  work-items of a sub-group, a power of two up to 64
/// @param items the most of a work-group, a power of two; the same for all kernels of a module
/// Fails, with the kernel's name, for operations on more than 64 bits, and for other functions that
/// all work-items of a group must call.
llvm::Error runSubGroupsInRounds(llvm::Function &kernel, unsigned size, unsigned items);

} // namespace ursa::compiler::spirv
