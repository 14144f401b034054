// Versions of a kernel for interior packs: those in which comparisons and clamps of ids have the
// same outcome in all lanes, far from the borders of the range that the kernel computes.
//
//   %c = icmp slt i32 %id, %n               true, if the last lane's id is less than %n
//   %i = smin(%id + 3, %width - 1)          %id + 3, if the last lane's is not more than %width - 1
//
// In the interior version, these are replaced. So no lane is masked out, and clamped indices have a
// stride. The condition is computed once for each pack, from the id of its first lane. The other
// packs run the version for all packs.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace ursa::compiler::host {

/// Replaces what has a known outcome in interior packs in a function that is not yet vectorized,
/// with parameters that have kLaneIdAttribute.
/// @param withRows also what has a known outcome in rows far from the borders: what depends on
///        parameters that have kRowIdAttribute
/// @return a function with the same parameters that returns whether a pack is interior; null, and
///         the function is unchanged, if there is nothing to replace
llvm::Function *specializeForInterior(llvm::Function &function, unsigned width, bool withRows);

} // namespace ursa::compiler::host
