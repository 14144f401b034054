// LLVM ends the process when it meets what it has no other answer to: a damaged module that asks
// for absurd amounts of memory, code that it cannot select instructions for. A runtime must not.
// Here such an end becomes an exception, thrown through LLVM's frames, which then leave what they
// held behind; so whatever was being worked on must be abandoned as it is, and is leaked.
#pragma once

#include "core/support/result.h"

#include <memory>
#include <stdexcept>
#include <utility>

namespace ursa::jit {

struct FatalLlvmError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// From the first call on, LLVM throws FatalLlvmError.
void throwFatalErrors();

/// Calls work(session) with a new Session. When LLVM gives up, the session is leaked and the result
/// is the error made of @p code and LLVM's reason.
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

} // namespace ursa::jit
