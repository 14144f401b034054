// Names of device functions: as people read them in sentences, and which of them targets provide.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace ursa {

/// "scale(float)" of "_Z5scalef"; the name itself when it is not mangled. The function that clang
/// makes of a kernel's body has the kernel's name.
std::string functionName(llvm::StringRef name);

/// Whether @p name is one that targets may define themselves: a built-in function of OpenCL C or of
/// an extension, or a name that is reserved for compilers.
bool isBuiltinName(llvm::StringRef name);

} // namespace ursa
