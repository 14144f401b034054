// What LLVM ends the process over - "LLVM ERROR: ..." and a core - as errors that can be shown or
// handled. A fatal error inside `survives`, or a crash there, ends the work and nothing else; one
// outside becomes the tool's last `error:` line.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace ursa {

/// From the first call on, a fatal error outside of `survives` prints one `error:` line and ends
/// the process with status 1 by std::quick_exit. Any thread.
void showFatalErrors();

/// What precedes a function's name in reasons.
inline constexpr llvm::StringLiteral kFunctionMark = "In function: ";

/// Runs @p work in this thread. False when LLVM gave up in it: @p reason is LLVM's then, on one
/// line, with the function that it gave up over at the end where that is known. The frames of the
/// work are left without their destructors, so that what it made is leaked and what it changed must
/// not be touched again; locks that it held stay locked. Any number of threads at the same time.
/// From the first call on, the process handles signals of crashes.
bool survives(llvm::function_ref<void()> work, std::string &reason);

/// The lines of a text as one: LLVM's messages may have several, a log wants one.
std::string oneLine(llvm::StringRef text);

} // namespace ursa
