// Full unrolling of loops whose trip count is known, before work-items become SIMD lanes or loops.
#pragma once

#include <llvm/IR/PassManager.h>

namespace ursa::host {

/// Adds passes that fully unroll loops that stay small.
void addFullUnrolling(llvm::FunctionPassManager &passes);

} // namespace ursa::host
