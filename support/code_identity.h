// What identifies the code that takes part in a build, for the keys of caches: an update of a
// library that only another library links must change them.
#pragma once

#include <string>

namespace ursa::inline support {

/// Returns text that identifies the contents of a file without reading all of it: the build id that
/// its linker wrote, or else its path, size, inode and the time of its last change. "" if there is
/// no such file.
std::string fileIdentity(const std::string &file);

/// Returns text that identifies the code of a library, loaded or not, and of all libraries that it
/// needs, as this process has loaded or would load them. "" if there is no such file. Thread safe;
/// reads a few KiB of each file once for each state of @p file.
std::string libraryIdentity(const std::string &file);

/// Returns the same for the library that contains @p address; "" if that is in none.
std::string libraryIdentityAt(const void *address);

/// Returns the same for a program that is started as a process.
/// @param keepsEnvironment whether the process gets LD_LIBRARY_PATH
std::string programIdentity(const std::string &file, bool keepsEnvironment);

} // namespace ursa::inline support
