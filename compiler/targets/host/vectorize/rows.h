// Several rows of work-items at once: the loop over dimension 1 is unrolled, and the packs of these
// rows are computed side by side (unroll and jam).
//
//   ursa.pack.k(..., y, ...):  loop { %b = load <16 x float>, ptr %column   ; the same in all rows
//                                     %s = fma(%a, %b, %s) }
// becomes
//   ursa.rows.k(..., y, ...):  loop { %b = load <16 x float>, ptr %column
//                                     %s = fma(%a, %b, %s), %s.1 = fma(%a.1, %b, %s.1), ... }
//
// Values that do not depend on the row are computed once, neighbours that several rows read are
// loaded once, and the sums of the rows do not wait for each other. Each work-item computes what it
// did.
#pragma once

namespace llvm {
class Function;
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

struct Kernel;

/// The version of a pack for several rows.
struct JammedRows {
  llvm::Function *function = nullptr; ///< takes the first row's arguments; null: it does not pay
  unsigned rows = 1;
};

/// Creates the version of a pack for several rows, if it saves loads and its values fit the
/// registers. The rows must take the same branches.
JammedRows jamRows(const Kernel &kernel, const llvm::Function &pack, llvm::TargetMachine &machine);

} // namespace ursa::compiler::host
