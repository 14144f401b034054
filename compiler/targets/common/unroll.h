// Unrolling of loops: fully where the trip count is known, as it is once specialization constants
// are folded; partially where more instructions that do not depend on each other hide latencies.
#pragma once

#include "llvm/IR/PassManager.h"

namespace ursa::compiler::targets {

/// Adds passes that fully unroll loops that have at most @p mostInstructions then.
void addFullUnrolling(llvm::FunctionPassManager &passes, unsigned mostInstructions = 4096);

/// Adds passes that unroll innermost loops with one exit a few times, so that they stay small.
/// Leaves loops alone that have unroll directives or contain convergent operations.
void addPartialUnrolling(llvm::FunctionPassManager &passes);

} // namespace ursa::compiler::targets
