// What machine code may call: C's math, memory functions, the compiler's own helpers, access to
// images and printf. Without LLVM: the adapter gives these functions to code that was made ahead of
// time.
#pragma once

#include <string>

namespace ursa::jit {

/// The address of the function of that name; null for any other name.
void *runtimeSymbol(const std::string &name);

} // namespace ursa::jit
