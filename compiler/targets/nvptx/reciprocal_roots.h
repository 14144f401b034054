// Defines rsqrt of float and of its vectors by the device's instruction, whose error is below
// OpenCL's bound of 2 ulp. The library divides by a square root, both correctly rounded.
//
//   before:  declare float @_Z5rsqrtf(float)
//   after:   %r = call float @llvm.nvvm.rsqrt.approx.f(float %x)
//            ret float %r
#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
}

namespace ursa::compiler::nvptx {

/// Returns whether defineReciprocalRoots() defines a function, which the library shall not.
bool isReciprocalRoot(llvm::StringRef name);

/// Defines these functions where the module declares them.
void defineReciprocalRoots(llvm::Module &module);

} // namespace ursa::compiler::nvptx
