// Guesses how many work-items a row of a work-group has, by how a kernel accesses local memory:
//
//   local float tile[8][8];  tile[get_local_id(1)][get_local_id(0)]     ; rows of 8
//
// Lanes beyond a row are idle, so packs should not be wider.
#pragma once

namespace llvm {
class Function;
class ScalarEvolution;
} // namespace llvm

namespace ursa::compiler::host {

struct Kernel;

/// Returns the distance between rows in the local memory that a pack accesses by both local ids, in
/// work-items, rounded down to a power of two; 0 if there is no such access.
unsigned localRowLength(const Kernel &kernel, llvm::Function &pack,
                        llvm::ScalarEvolution &evolution);

} // namespace ursa::compiler::host
