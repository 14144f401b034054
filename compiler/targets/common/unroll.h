// Full unrolling of loops whose trip count is known, as it is once specialization constants are
// folded.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ursa {

/// Adds passes that fully unroll loops that stay small.
void addFullUnrolling(llvm::FunctionPassManager &passes);

} // namespace ursa
