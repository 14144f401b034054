// The frame of a program's main function, and what it prints.
#pragma once

#include "client/failure.h"

#include <functional>
#include <string_view>

namespace ursa::client {

/// Calls @p body, which is all that a program does, and returns its exit status. It is 1 if the
/// body throws, whose message is printed, or if anything that it printed to standard output was
/// lost. Messages to standard error may be lost. No file gets the number of a closed standard
/// descriptor, and a signal that ends the process removes incomplete files (signal_cleanup.h).
int runProgram(const std::function<int()> &body);

/// Writes @p text to standard output and flushes it. Throws Failure unless all of it was written.
void writeStandardOutput(std::string_view text);

/// The same for formatted text.
template <class... Args> void print(fmt::format_string<Args...> format, Args &&...args) {
  writeStandardOutput(fmt::format(format, std::forward<Args>(args)...));
}

/// Prints one line, "error: <sentence>" or "warning: <sentence>", to standard error. Messages of
/// libraries may have several lines, which are joined.
void printError(std::string_view sentence);
void printWarning(std::string_view sentence);

/// Prints one line to standard error.
void printNote(std::string_view sentence);

} // namespace ursa::client
