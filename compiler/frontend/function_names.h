// Names of device functions: demangled names for messages, and which functions targets provide.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace ursa {

/// Demangles @p name: "scale(float)" for "_Z5scalef". Returns the name itself if it is not mangled,
/// the kernel's name for the function that clang outlines its body into, and for kernels of SYCL
/// the type that names them.
std::string functionName(llvm::StringRef name);

/// Returns whether a target may define @p name: a built-in function of OpenCL C or of an extension,
/// or a name reserved for compilers.
bool isBuiltinName(llvm::StringRef name);

} // namespace ursa
