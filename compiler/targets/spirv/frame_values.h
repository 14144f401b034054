// Keeps values of a function where edges of its control flow are cut: what is used behind a cut is
// stored to a frame where it is defined, and loaded at the cut's target.
//
//   before:  a:                              after:  a:
//              %x = ...                                %x = ...
//              br label %b  ; will be cut              store i32 %x, ptr %slot   ; of the frame
//            b:                                      b:                          ; jumped to
//              use(%x)                                 %y = load i32, ptr %slot
//                                                      use(%y)
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace ursa::compiler::spirv {

/// The values that are used behind cuts, each with the targets that it reaches.
using ValuesBehindCuts =
    llvm::MapVector<llvm::Instruction *, llvm::SmallVector<llvm::BasicBlock *, 4>>;

/// Returns the values that live on in @p targets, before the edges to these are cut. Blocks that
/// are not reachable yet, and what they define, do not count.
ValuesBehindCuts valuesBehindCuts(llvm::Function &function,
                                  llvm::ArrayRef<llvm::BasicBlock *> targets);

/// Keeps those of the values in a frame that do not dominate their uses any more, after the edges
/// were cut and others added. The types must be of fixed size.
void keepInFrame(llvm::Function &function, const ValuesBehindCuts &values);

} // namespace ursa::compiler::spirv
