// LLVM aborts the process on fatal errors: a damaged module that requests absurd amounts of memory,
// code for which it cannot select instructions. A runtime must not abort. Here a fatal error
// becomes an exception, thrown through LLVM's frames, which then leak what they own; the objects
// being worked on must be abandoned, and are leaked.
#pragma once

#include "core/support/result.h"

#include <memory>
#include <stdexcept>
#include <utility>

namespace ursa {

struct FatalLlvmError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Makes LLVM throw FatalLlvmError on fatal errors from now on.
void throwFatalErrors();

/// Calls work(session) with a new Session. On a fatal error of LLVM, leaks the session and returns
/// an error with @p code and LLVM's reason.
template <class Session, class Work>
auto recovering(ur_result_t code, Work &&work) -> decltype(work(std::declval<Session &>())) {
  throwFatalErrors();
  auto session = std::make_unique<Session>();
  try {
    return work(*session);
  } catch (const FatalLlvmError &error) {
    (void)session.release();
    return makeError(code, "LLVM cannot handle the program: {}.", error.what());
  }
}

} // namespace ursa
