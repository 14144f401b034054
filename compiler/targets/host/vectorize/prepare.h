// Brings a kernel into the form that the vectorizer takes.
#pragma once

#include "compiler/targets/host/vectorize/options.h"

#include <string>

namespace llvm {
class Function;
class TargetMachine;
} // namespace llvm

namespace ursa::compiler::host {

struct LaneManagers;

/// Inlines the functions that a kernel calls, simplifies it, and unrolls its loops of known trip
/// count.
void simplifyForLanes(llvm::Function &function, llvm::TargetMachine &machine,
                      const VectorOptions &options);

/// Structures the divergent control flow: see control_shape.h. Splits vectors whose elements mix
/// into scalars.
void structureForLanes(llvm::Function &function, LaneManagers &managers,
                       const VectorOptions &options);

} // namespace ursa::compiler::host
