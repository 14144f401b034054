// Runs LLVM's SPIR-V backend on a module, as often as wanted in one process.
//
// The backend keeps what it writes in a static variable. One module at a time may therefore go
// through it. And the ids of labels stay there from one module to the next under (address of the
// machine function, number of the block): where a later function gets the memory of an earlier one,
// its labels would get ids that are taken. So the blocks of all functions have different numbers
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

namespace ursa {

/// SPIR-V as the backend writes it. Changes the module. Thread safe; blocks while another module is
/// written. Fails with a sentence when this LLVM cannot write SPIR-V.
llvm::Expected<std::vector<std::uint32_t>> runSpirvBackend(llvm::Module &module,
                                                           const llvm::Triple &triple);

} // namespace ursa
