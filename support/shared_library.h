// The shared object that contains this code, and the mode for opening others.
#pragma once

#include <string>

namespace ursa::inline support {

/// Returns the absolute path of the file that contains this code (the program, or the library that
/// it was linked into) as the dynamic linker received it; "" if it is unknown.
std::string ownFile();

/// Returns the mode for dlopen: RTLD_LAZY | RTLD_LOCAL, and RTLD_DEEPBIND if UR_ADAPTERS_DEEP_BIND
/// is 1, for adapters whose symbols clash with the program's.
int libraryOpenMode();

} // namespace ursa::inline support
