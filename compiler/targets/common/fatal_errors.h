// Turns LLVM failures that would end the process ("LLVM ERROR: ..." and a core dump) into errors. A
// fatal error or crash inside `runRecoverably` ends only the given function; a fatal error outside
// of it becomes the tool's last `error:` line.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace ursa::compiler::targets {

/// After the first call, a fatal error outside of `runRecoverably` prints one `error:` line and
/// ends the process with status 1 by std::quick_exit. Thread-safe.
void installFatalErrorHandlers();

/// The text before a function's name in failure reasons.
inline constexpr llvm::StringLiteral kFunctionPrefix = "In function: ";

/// Calls @p work on this thread. Returns false if LLVM failed fatally in it: @p reason is then
/// LLVM's reason, on one line, followed by the function that it was compiling, if known. The frames
/// of @p work are abandoned without running destructors: its objects are leaked, objects that it
/// modified must not be used again, and locks that it held stay locked. Thread-safe
/// (support/crash_guard.h).
bool runRecoverably(llvm::function_ref<void()> work, std::string &reason);

/// Names the file that this thread reads while it lives. The reason of a failure meanwhile names
/// it, too: LLVM's reader of bitcode crashes on some damaged files.
class FileInWork {
public:
  explicit FileInWork(llvm::StringRef name);
  ~FileInWork();
  FileInWork(const FileInWork &) = delete;
  FileInWork &operator=(const FileInWork &) = delete;
};

/// Joins the lines of a text: LLVM's messages may have several, log entries have one.
std::string oneLine(llvm::StringRef text);

} // namespace ursa::compiler::targets
