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
//
// Values that are the same in all packs of a group, such as the counter of a loop with a barrier,
// are kept once for the group. A region reads those that the one before has left, and writes them
// to a second place, because the next pack reads the same ones.
#pragma once

#include "llvm/IR/IRBuilder.h"

#include <cstdint>
#include <vector>

namespace ursa::compiler::host {

struct Kernel;

/// Attribute of functions whose loops over packs use values of a group.
inline constexpr const char *kGroupValues = "ursa-group-values";

inline constexpr uint64_t kGroupValueBytes = 8;

struct ParallelRegions {
  /// region(pack's parameters..., frame, group's values) returns the number of the region to run
  /// next; 0 is the end. The first runs first.
  std::vector<llvm::Function *> functions;
  uint64_t frameBytes = 0; ///< of one pack, a multiple of kMemoryAlignment
  /// Types of the values of a group, each in kGroupValueBytes. After a region they are to be copied
  /// from behind all of them.
  std::vector<llvm::Type *> groupValues;
};

/// Erases the pack function, which must call a barrier.
ParallelRegions formParallelRegions(llvm::Function &pack, const Kernel &kernel);

/// Makes those of a group's values current that a region has left.
void copyGroupValues(llvm::IRBuilder<> &builder, llvm::Value *values,
                     llvm::ArrayRef<llvm::Type *> types);

/// Returns whether a region asks which of its work-items have a constant number. @p id is a
/// parameter, the number of the first one. Where that is known, so are the masks.
bool comparesLanes(const llvm::Function &region, unsigned id);

} // namespace ursa::compiler::host
