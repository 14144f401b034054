// Math functions of the host (math/fast.cl), and those for calls that allow approximations, which
// clang marks with -cl-fast-relaxed-math:
//
//   before:  %p = call fast float @_Z3powff(float %x, float %y)
//   after:   %p = call fast float @_Z11relaxed_powff(float %x, float %y)
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::host {

/// Redirects the calls of functions for which fast.cl has an approximation.
void relaxMath(llvm::Module &module);

/// Bitcode of fast.cl, as 32-bit words.
llvm::ArrayRef<std::uint32_t> fastMathLibrary();

} // namespace ursa::compiler::host
