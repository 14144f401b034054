// Sizes in a module that LLVM's verifier accepts and its code generators cannot cope with: they
// make code for each element of a value, and bytes for each of a variable.
#pragma once

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::targets {

/// Returns why compiling a valid module would take absurd memory, in one sentence; empty if there
/// is no reason. Values have up to 65,536 elements, vectors up to 4,096, integers up to 4,096 bits,
/// and the initial values of variables, with their alignments, up to 256 MiB together. Inline
/// assembly, and calls that are inlined a million times, may still take any memory.
std::string reasonOfSize(const llvm::Module &module);

} // namespace ursa::compiler::targets
