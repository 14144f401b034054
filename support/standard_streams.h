// The standard streams of a program: a closed one is never taken by a file, output that is lost is
// an error, and a message that nobody can read is not.
#pragma once

#include <string_view>

namespace ursa::inline support {

/// Opens closed standard descriptors so that neither reads nor writes succeed. Otherwise the next
/// file that is opened gets the number of one of them, and output is written into it. Call it first
/// in main. Ends the process with status 1 where there is no /dev/null.
void reserveStandardDescriptors();

/// Writes @p text to standard output, after what stdio holds for it.
/// @return 0, or the errno of the write that failed; EIO if an earlier write of stdio failed
int writeStandardOutput(std::string_view text);

/// Writes @p text to standard error. Failures have nowhere to be reported and are ignored.
void writeStandardError(std::string_view text) noexcept;

} // namespace ursa::inline support
