// Whole-function vectorization: SIMD across work-items.
//
//   define void @ursa.item.k(..., i64 %gx, ...)              ; runs one work-item
// becomes
//   define void @ursa.pack.k(..., i64 %gx, ..., i64 %lanes)  ; runs %lanes of them: gx, gx + 1, ...
//
// The stages: prepare.h simplifies and structures the control flow, control_shape.h finds the
// masks, lane_strides.h the wide accesses, vectorizer.h rewrites the instructions.
#pragma once

#include "compiler/targets/host/passes/kernel_entry.h"
#include "compiler/targets/host/vectorize/options.h"

#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

/// What became of a kernel.
struct Vectorized {
  unsigned width = 1;
  std::string problem; ///< why it cannot be vectorized; empty if it is, or if that costs more
  std::string reason;  ///< why the width is not the usual one; empty if it is
  /// Other widths that may be faster and give the same results, the most promising first. Empty for
  /// a width that was given.
  std::vector<unsigned> rivals = {};
};

/// Creates Kernel::pack, unless the kernel stays scalar. The item function stays; the entry uses it
/// where ids have more than 31 bits. The width is the given one, or else the one that costs least:
/// see width_cost.h.
Vectorized vectorizeItem(Kernel &kernel, llvm::TargetMachine &machine,
                         const VectorOptions &options);

} // namespace ursa::compiler::host
