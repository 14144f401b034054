// Stacks of threads. A program may limit the stack of its main thread (ulimit -s), which is the
// default size of other threads as well, and start threads with small ones. So threads have a stack
// of their own size, and work that needs much of it, such as a compiler's, does not rely on the
// caller's.
#pragma once

#include "support/result.h"

#include <csignal>
#include <cstddef>
#include <cstring>
#include <exception>
#include <functional>
#include <optional>

#include <pthread.h>

namespace ursa::inline support {

/// Stack size of each thread that Ursa starts, independent of the default of the process.
inline constexpr size_t kThreadStackBytes = size_t{8} << 20;

/// Compilers recurse over the code that they are given: work for them wants this much stack.
inline constexpr size_t kLargeStackBytes = size_t{4} << 20;

/// Returns the remaining bytes of the calling thread's stack; 0 if unknown, for example on the
/// stack of a coroutine.
size_t stackLeft();

/// Like std::thread, but with a stack of kThreadStackBytes, and a failed start is no exception.
class StackThread {
public:
  StackThread() = default;
  StackThread(StackThread &&other) noexcept;
  StackThread &operator=(StackThread &&other) noexcept; ///< this thread must not be joinable
  ~StackThread();                                       ///< the thread must not be joinable

  /// @return 0, or the error of pthread_create, for example EAGAIN; the object is unchanged then
  [[nodiscard]] int start(std::function<void()> main) noexcept;
  bool joinable() const { return isRunning_; }
  /// Returns whether the calling thread is this one.
  bool isCurrent() const { return isRunning_ && pthread_equal(thread_, pthread_self()); }
  void join();
  void detach();

private:
  pthread_t thread_{};
  bool isRunning_ = false;
};

/// While it lives, threads of this process that name no size have stacks of kThreadStackBytes at
/// least. For calls of drivers that start threads, which may compile there. Thread safe; objects
/// may overlap. A default that the application sets meanwhile stays.
class LargeThreadStacks {
public:
  LargeThreadStacks() noexcept;
  ~LargeThreadStacks();
  LargeThreadStacks(const LargeThreadStacks &) = delete;
  LargeThreadStacks &operator=(const LargeThreadStacks &) = delete;
};

/// Blocks all signals while it lives, so that a thread that is started meanwhile receives none.
class BlockedSignals {
public:
  BlockedSignals();
  ~BlockedSignals();
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;

private:
  sigset_t before_;
};

/// Calls @p work, which returns a Result, where kLargeStackBytes are left: in the calling thread,
/// or in another one that it waits for. What the work throws is thrown here.
template <class Work> auto onLargeStack(Work &&work) -> decltype(work()) {
  const size_t left = stackLeft();
  if (left >= kLargeStackBytes)
    return work();
  std::optional<decltype(work())> result;
  std::exception_ptr thrown;
  StackThread thread;
  {
    const BlockedSignals blocked; // signals are for the threads of the application
    const int error = thread.start([&] {
      try {
        result.emplace(work());
      } catch (...) {
        thrown = std::current_exception();
      }
    });
    if (error != 0)
      return makeError(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY,
                       "The stack of the calling thread has {} bytes left, {} are needed, and the "
                       "system starts no thread that has them: {}.",
                       left, kLargeStackBytes, std::strerror(error));
  }
  thread.join();
  if (thrown)
    std::rethrow_exception(thrown);
  return *std::move(result);
}

} // namespace ursa::inline support
