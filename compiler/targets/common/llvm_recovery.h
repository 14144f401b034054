// LLVM ends the process on fatal errors: a damaged module that requests absurd amounts of memory,
// code for which it cannot select instructions. Its reader of bitcode crashes on some damaged
// modules. A runtime must survive that. Here a fatal error becomes an exception, thrown through
// LLVM's frames, which then leak what they own, and a crash is caught (support/crash_guard.h).
// The objects being worked on must be abandoned, and are leaked.
#pragma once

#include "support/crash_guard.h"
#include "support/result.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace ursa::compiler::targets {

struct FatalLlvmError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Makes LLVM throw FatalLlvmError on fatal errors from now on.
void throwFatalErrors();

/// Keeps the stack of what LLVM works on, which it prints when it crashes, and restores it after
/// frames of LLVM were abandoned.
class PassStack {
public:
  PassStack();
  void restore() const;

private:
  const void *const top_;
};

/// Returns why a guarded call ended: "it crashed: Segmentation fault", for example.
std::string crashReason(int signal);

/// Returns the bound of the time that LLVM takes to read bitcode: damaged bitcode may let it loop
/// for ever.
ComputingLimit readingLimit(size_t bytes);

/// Returns read(), which reads @p bytes of untrusted bitcode. Throws FatalLlvmError if LLVM crashes
/// or does not end. For work of recovering() only.
template <class Read> auto readRecoverably(size_t bytes, Read &&read) -> decltype(read()) {
  std::optional<decltype(read())> result;
  if (const int signal = crashSignalOf([&] { result.emplace(read()); }, readingLimit(bytes)))
    throw FatalLlvmError(crashReason(signal));
  return *std::move(result);
}

/// Calls work(session) with a new Session. On a fatal error or crash of LLVM, leaks the session and
/// returns an error with @p code and the reason. The work must hold no lock while LLVM runs.
template <class Session, class Work>
auto recovering(ur_result_t code, Work &&work) -> decltype(work(std::declval<Session &>())) {
  throwFatalErrors();
  auto session = std::make_unique<Session>();
  const PassStack passes;
  std::string reason;
  std::optional<decltype(work(*session))> result;
  try {
    if (const int signal = crashSignalOf([&] { result.emplace(work(*session)); }))
      reason = crashReason(signal);
    else
      return *std::move(result);
  } catch (const FatalLlvmError &error) {
    reason = error.what();
  }
  passes.restore();
  (void)session.release();
  return makeError(code, "LLVM cannot handle the program: {}.", reason);
}

} // namespace ursa::compiler::targets
