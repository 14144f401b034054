// Threads of the adapter.
#pragma once

#include "support/stack.h"

#include <cstddef>
#include <functional>

namespace ursa::host {

/// Stack that must remain beyond what a kernel needs: for the adapter's own frames, the functions
/// that kernels call, and a signal handler.
inline constexpr size_t kStackMargin = size_t{32} << 10;

/// Returns whether the calling thread belongs to the adapter. Such a thread must not join threads
/// of the adapter.
bool isOnAdapterThread();

/// Marks the calling thread as a thread of the adapter while the object lives. Used when an
/// application thread does the work of an adapter thread that could not be started.
class AdapterThreadScope {
public:
  AdapterThreadScope();
  AdapterThreadScope(const AdapterThreadScope &) = delete;
  AdapterThreadScope &operator=(const AdapterThreadScope &) = delete;
  ~AdapterThreadScope();

private:
  const bool before_;
};

/// A thread of the adapter, with the stack of kThreadStackBytes.
class AdapterThread {
public:
  /// @return 0, or the error of pthread_create, for example EAGAIN; the object is unchanged then
  [[nodiscard]] int start(std::function<void()> main) noexcept;
  bool isRunning() const { return thread_.joinable(); }
  void join() { thread_.join(); }

private:
  StackThread thread_; ///< must not be running when this object is destroyed
};

} // namespace ursa::host
