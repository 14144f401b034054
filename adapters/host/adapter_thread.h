// Threads of the adapter, and the remaining stack of any thread.
#pragma once

#include <cstddef>
#include <functional>

#include <pthread.h>

namespace ursa::host {

/// Stack size of each thread of the adapter, independent of the default of the process.
inline constexpr size_t kThreadStackBytes = size_t{8} << 20;

/// Stack that must remain beyond what a kernel needs: for the adapter's own frames, the functions
/// that kernels call, and a signal handler.
inline constexpr size_t kStackMargin = size_t{32} << 10;

/// Returns the remaining bytes of the calling thread's stack; 0 if unknown, for example on the
/// stack of a coroutine.
size_t stackLeft();

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

/// Like std::thread, but reports a failed start without an exception.
class AdapterThread {
public:
  AdapterThread() = default;
  AdapterThread(AdapterThread &&other) noexcept;
  AdapterThread &operator=(AdapterThread &&other) noexcept;
  ~AdapterThread(); ///< the thread must not be running

  /// @return 0, or the error of pthread_create, for example EAGAIN; the object is unchanged then
  [[nodiscard]] int start(std::function<void()> main) noexcept;
  bool isRunning() const { return isRunning_; }
  void join();

private:
  pthread_t thread_{};
  bool isRunning_ = false;
};

} // namespace ursa::host
