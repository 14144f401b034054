// Where the library of OpenCL's built-in functions is, whose code becomes part of kernels.
#pragma once

#include <string>

namespace ursa::inline support {

/// Returns the path of libclc's bitcode: $URSA_LIBCLC, else the path at build time.
std::string builtinLibraryPath();

} // namespace ursa::inline support
