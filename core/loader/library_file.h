// Checks the file of a library before it is opened. The dynamic linker rejects most invalid files,
// but for a truncated library it touches pages beyond the end of the file, which terminates the
// process.
#pragma once

#include "support/result.h"

namespace ursa::core::loader {

/// Returns UR_RESULT_ERROR_INVALID_BINARY, with path and reason, if the file is a library for this
/// machine with segments beyond its end. Leaves all other errors to the dynamic linker.
Result<void> checkLibraryIsWhole(const std::string &path);

} // namespace ursa::core::loader
