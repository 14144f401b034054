// Kernels whose work-items above each other access neighbours, and those beside each other do not,
// as a transpose does:
//
//   out[x * n + y] = in[y * n + x];   ; x and y are the ids in dimensions 0 and 1
//
// Each pack scatters to as many lines of the cache as it has lanes. The next rows of work-items
// write to the same lines, so that these should run next.
#pragma once

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace ursa::compiler::host {

struct LaneAnalyses;

/// Returns whether an instruction of a pack that is not yet vectorized is such an access.
bool isColumnAccess(const llvm::Instruction &instruction, const LaneAnalyses &analyses);

bool accessesColumns(const llvm::Function &pack, const LaneAnalyses &analyses);

} // namespace ursa::compiler::host
