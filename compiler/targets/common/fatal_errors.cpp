// See fatal_errors.h.
#include "compiler/targets/common/fatal_errors.h"

#include "support/crash_guard.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

/// The result of a guarded call that a fatal error ended; no signal has this number.
constexpr int kFatalError = -1;

/// The failure reason of the work that this thread runs; null outside of it.
thread_local std::string *threadFailureReason = nullptr;

/// The file that this thread reads; empty if there is none. It outlives frames that are abandoned.
thread_local std::string fileInWork;

/// Returns the function that this thread's passes are working on, from LLVM's pretty stack trace;
/// empty if there is none.
std::string currentPassFunction() {
  const auto *entry = static_cast<const PrettyStackTraceEntry *>(SavePrettyStackState());
  for (; entry; entry = entry->getNextEntry()) {
    std::string text;
    raw_string_ostream out(text);
    entry->print(out);
    StringRef name = StringRef(text).split(" on function ").second.trim().trim("\"'");
    name.consume_front("@");
    if (!name.empty())
      return name.trim("\"").str();
  }
  return "";
}

void onFatalError(void *, const char *reason, bool) {
  if (threadFailureReason && isInGuardedCall()) {
    *threadFailureReason = oneLine(reason);
    const std::string function = currentPassFunction();
    if (!function.empty() && !StringRef(*threadFailureReason).contains(kFunctionPrefix))
      *threadFailureReason += " " + kFunctionPrefix.str() + function;
    abandonGuardedCall(kFatalError);
  }
  errs() << "error: " << oneLine(reason) << "\n";
  std::quick_exit(1); // removes incomplete files
}

} // namespace

FileInWork::FileInWork(StringRef name) { fileInWork = name.str(); }

FileInWork::~FileInWork() { fileInWork.clear(); }

std::string oneLine(StringRef text) {
  SmallVector<StringRef, 4> lines;
  text.trim().split(lines, '\n', -1, /*KeepEmpty=*/false);
  std::string line;
  for (StringRef part : lines)
    line += (line.empty() ? "" : " ") + part.trim().str();
  return line;
}

void installFatalErrorHandlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    install_fatal_error_handler(onFatalError);
    install_bad_alloc_error_handler(onFatalError);
  });
}

bool runRecoverably(function_ref<void()> work, std::string &reason) {
  installFatalErrorHandlers();
  const void *stackOfPasses = SavePrettyStackState();
  std::string *const outer = threadFailureReason;
  reason.clear();
  threadFailureReason = &reason;
  const int result = crashSignalOf(work);
  threadFailureReason = outer;
  if (result == 0)
    return true;
  RestorePrettyStackState(stackOfPasses);
  if (result != kFatalError)
    reason = std::string("it crashed: ") + strsignal(result);
  else if (reason.empty())
    reason = "it failed without a reason";
  if (const std::string file = std::exchange(fileInWork, ""); !file.empty())
    reason = "The file '" + file + "' cannot be read: " + reason;
  return false;
}

} // namespace ursa::compiler::targets
