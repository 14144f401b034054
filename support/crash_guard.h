// Calls code that may crash, such as LLVM's reader on damaged bitcode, and survives the crash: a
// signal of the calling thread's own fault, or of abort(), ends the call.
//
// Handlers of these signals are installed while a call runs, and replaced by the previous ones
// after the last. Faults of other threads, and signals that somebody sent, go to the handler that
// the application has installed, or end the process as they do without a guard.
#pragma once

#include <chrono>

namespace ursa::inline support {

/// A bound of the time that a guarded call computes.
struct ComputingLimit {
  std::chrono::milliseconds time{0}; ///< processor time of the thread; 0: no bound
  /// An address in the library where the call may be ended. In another one, as the C library, it
  /// may hold locks that others need.
  const void *code = nullptr;
};

namespace detail {
int runGuarded(void (*work)(void *), void *data, const ComputingLimit &limit);
} // namespace detail

/// Calls work() on this thread. Returns 0, or the signal by which it crashed (SIGSEGV, SIGBUS,
/// SIGILL, SIGFPE, SIGABRT, SIGTRAP); also if the stack overflowed, and where these signals are
/// blocked. Returns SIGXCPU if it exceeded the limit, after which it is not ended before it is in
/// the limit's library. The frames of a crashed call are abandoned without running destructors: its
/// objects are leaked, objects that it modified must not be used again, and locks that it held stay
/// locked. Exceptions pass. Thread safe; calls may be nested.
template <class Work> int crashSignalOf(Work &&work, const ComputingLimit &limit = {}) {
  auto call = [&work] { work(); };
  return detail::runGuarded([](void *data) { (*static_cast<decltype(call) *>(data))(); }, &call,
                            limit);
}

/// Returns whether this thread is in a guarded call. A forked child is in none.
bool isInGuardedCall();

/// Ends the innermost guarded call of this thread as a crash does. There must be one.
/// @param result what the call returns, not 0
[[noreturn]] void abandonGuardedCall(int result);

} // namespace ursa::inline support
