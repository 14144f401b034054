// Prefetches for work-groups that walk memory by rows of groups, as sums of every n-th element do:
// each round of a loop reads a short piece, far from that of the round before.
//
//   loop: call @llvm.masked.load(%at)      ; call @llvm.prefetch is added before, for each line of
//         %at += n                         ; the piece that follows, which the next pack reads
//
// Processors prefetch in pages, and the piece in each page is too short for them to begin.
#pragma once

#include "compiler/targets/host/passes/kernel_entry.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

/// @param pack vectorized, of a group that is one row of packs
void prefetchWalks(llvm::Function &pack, const Kernel &kernel, llvm::TargetMachine &machine);

} // namespace ursa::compiler::host
