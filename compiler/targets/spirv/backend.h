// Runs LLVM's SPIR-V backend, any number of times in one process.
//
// The backend keeps its output in a static variable, so that it can compile only one module at a
// time. The ids of labels remain in that variable after a module, with the address of the machine
// function and the number of the block as key: a later function at the address of an earlier one
// would reuse the ids of its labels. Therefore, the blocks of all functions have distinct numbers
// while they are written:
//
//   first function:  bb.0, bb.1        next:          bb.0, bb.1, bb.2
//   written as       bb.0, bb.1        written as     bb.2, bb.3, bb.4
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

#include <cstdint>
#include <vector>

namespace ursa::compiler::spirv {

/// Returns the unmodified output of the backend. Modifies the module. Thread-safe; blocks while
/// another thread compiles a module. Fails if this LLVM has no SPIR-V backend.
llvm::Expected<std::vector<std::uint32_t>> runSpirvBackend(llvm::Module &module,
                                                           const llvm::Triple &triple);

} // namespace ursa::compiler::spirv
