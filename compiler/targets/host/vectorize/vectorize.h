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

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

/// Returns the width for a kernel: the given one, or what suits the processor and the kernel.
unsigned vectorWidth(const Kernel &kernel, llvm::TargetMachine &machine,
                     const VectorOptions &options);

/// Creates Kernel::pack. The item function stays; the entry uses it where ids have more than 31
/// bits.
/// @return why the kernel stays scalar; empty if it is vectorized
std::string vectorizeItem(Kernel &kernel, llvm::TargetMachine &machine,
                          const VectorOptions &options);

} // namespace ursa::compiler::host
