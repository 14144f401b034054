// Demangled names of device functions, for messages.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace ursa {

/// Demangles @p name: "scale(float)" for "_Z5scalef". Returns the name itself if it is not mangled,
/// the kernel's name for the function that clang outlines its body into, and for kernels of SYCL
/// the type that names them.
std::string functionName(llvm::StringRef name);

} // namespace ursa
