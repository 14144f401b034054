// Functions that machine code may call: C math, memory functions, compiler helpers, image access
// and printf. Without LLVM, because the adapter links them to code that was compiled ahead of time.
#pragma once

#include <string>

namespace ursa::compiler::host {

/// Returns the address of the function of that name; null if unknown.
void *runtimeSymbol(const std::string &name);

} // namespace ursa::compiler::host
