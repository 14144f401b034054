// The file of a library before it is opened. The dynamic linker refuses most of what is no library,
// but of one that was copied halfway it touches pages behind the end, which ends the process.
#pragma once

#include "core/support/result.h"

namespace ursa {

/// UR_RESULT_ERROR_INVALID_BINARY, with path and reason, when a file is a library of this machine's
/// kind whose segments are not all there. Anything else is left to the dynamic linker to judge.
Result<void> checkLibraryIsWhole(const std::string &path);

} // namespace ursa
