// Defines functions of sub-groups that consist of simpler ones: ballots, rotations, reductions of
// clusters, and Intel's shuffles and accesses of blocks.
//
//   before:  declare <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr)
//   after:   define internal <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr %0) {
//              ; the elements %lane and %lane + %size
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::host {

void defineSubGroupLibrary(llvm::Module &module);

} // namespace ursa::compiler::host
