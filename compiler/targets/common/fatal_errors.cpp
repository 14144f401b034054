// See fatal_errors.h.
#include "compiler/targets/common/fatal_errors.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>
#include <mutex>

using namespace llvm;

namespace ursa {
namespace {

/// The failure reason of the work that this thread runs; null outside of it.
thread_local std::string *threadFailureReason = nullptr;

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
  if (CrashRecoveryContext *current =
          threadFailureReason ? CrashRecoveryContext::GetCurrent() : nullptr) {
    *threadFailureReason = oneLine(reason);
    const std::string function = currentPassFunction();
    if (!function.empty() && !StringRef(*threadFailureReason).contains(kFunctionPrefix))
      *threadFailureReason += " " + kFunctionPrefix.str() + function;
    current->HandleExit(1);
  }
  errs() << "error: " << oneLine(reason) << "\n";
  std::quick_exit(1); // removes incomplete files
}

void enableRecovery() {
  static std::once_flag once;
  std::call_once(once, [] { CrashRecoveryContext::Enable(); });
}

} // namespace

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
  enableRecovery();
  std::string *const outer = threadFailureReason;
  reason.clear();
  threadFailureReason = &reason;
  CrashRecoveryContext recovery;
  const bool isComplete = recovery.RunSafely(work);
  threadFailureReason = outer;
  if (isComplete)
    return true;
  constexpr int kFirstSignalStatus = 128;
  if (reason.empty() && recovery.RetCode > kFirstSignalStatus)
    reason = std::string("it crashed: ") + strsignal(recovery.RetCode - kFirstSignalStatus);
  else if (reason.empty())
    reason = "it failed without a reason";
  return false;
}

} // namespace ursa
