// Cuts a pack function at its barriers into parallel regions. A region runs from a barrier to the
// next ones; a work-group function runs it for all packs of the group, then the region of the
// barrier that they have reached.
//
//   pack(...):                     region 0(..., frame):          region 1(..., frame):
//     %a = load ...                  %a = load ...                  %a = load (slot of frame)
//     call @barrier                  store %a, (slot of frame)      use %a
//     use %a                         ret 1 ; the next region        ret 0 ; the end
//
// Only values that live across a barrier are in the frame, which each pack has; what depends on
// arguments only is computed anew. All work-items must reach the same barriers, which uniform
// control flow ensures.
#pragma once

#include <cstdint>
#include <vector>

namespace llvm {
class Function;
} // namespace llvm

namespace ursa::compiler::host {

struct ParallelRegions {
  /// region(pack's parameters..., frame) returns the number of the region to run next; 0 is the
  /// end. The first runs first.
  std::vector<llvm::Function *> functions;
  uint64_t frameBytes = 0; ///< of one pack, a multiple of kMemoryAlignment
};

/// Erases the pack function, which must call a barrier.
ParallelRegions formParallelRegions(llvm::Function &pack);

/// Returns whether a region asks which of its work-items have a constant number. @p id is a
/// parameter, the number of the first one. Where that is known, so are the masks.
bool comparesLanes(const llvm::Function &region, unsigned id);

} // namespace ursa::compiler::host
