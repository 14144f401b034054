// Takes apart the mangled names of OpenCL's built-in functions.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace ursa {

/// The plain name of a function: "vload4" of "_Z6vload4mPU3AS1Kf"; the name itself when it is not
/// mangled.
llvm::StringRef openclBaseName(llvm::StringRef name);

/// The signature without address spaces: "vload4(unsigned long, float const*)". Functions that
/// differ only in the address spaces of their pointers have the same one. Empty when the name is
/// not mangled.
std::string openclSignature(llvm::StringRef name);

} // namespace ursa
