// Prefetches for kernels with barriers whose work-groups are tiles: a group accesses a short piece
// of each of several rows, and the next group the pieces beside them.
//
//   call @llvm.masked.load(%row)       ; call @llvm.prefetch(%row + kDistance) is added before
//
// These are too many streams with too short pieces for what processors prefetch themselves.
#pragma once

#include "compiler/targets/host/passes/kernel_entry.h"

namespace ursa::compiler::host {

/// @param pack vectorized, with barriers
void prefetchTiles(llvm::Function &pack, const Kernel &kernel);

} // namespace ursa::compiler::host
