// Demangles the names of OpenCL's built-in functions.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace ursa {

/// Returns the base name of a function: "vload4" of "_Z6vload4mPU3AS1Kf"; the name itself if it is
/// not mangled.
llvm::StringRef openclBaseName(llvm::StringRef name);

/// Returns the signature without address spaces: "vload4(unsigned long, float const*)". Functions
/// that differ only in the address spaces of their pointers have the same signature. Empty if the
/// name is not mangled.
std::string openclSignature(llvm::StringRef name);

} // namespace ursa
