// The shared object that code is part of, and how others are opened.
#pragma once

#include <string>

namespace ursa {

/// The absolute path of the file that this code was loaded from - the program, or the library that
/// this code was linked into -, as the dynamic linker was given it; "" when it is not known.
std::string ownFile();

/// How libraries are opened: RTLD_LAZY | RTLD_LOCAL, and RTLD_DEEPBIND when UR_ADAPTERS_DEEP_BIND
/// is 1, for adapters whose symbols clash with the program's.
int libraryOpenMode();

} // namespace ursa
