// Threads of the adapter, and what is known of the stack of any thread.
#pragma once

#include <cstddef>
#include <functional>

#include <pthread.h>

namespace ursa::host {

/// Stack of each thread of the adapter, whatever the process has as its default.
inline constexpr size_t kThreadStackBytes = size_t{8} << 20;

/// What must be left of a thread's stack beyond the need of a kernel: for the adapter's own frames,
/// the functions that kernels call, and a signal handler.
inline constexpr size_t kStackMargin = size_t{32} << 10;

/// Bytes that are left of the calling thread's stack; 0 when that is not known, as on the stack of
/// a coroutine.
size_t stackLeft();

/// Whether the calling thread is one of the adapter's. It must not wait for such threads to end.
bool isOnAdapterThread();

/// Makes the calling thread one of the adapter's while it lives: where a thread of the application
/// does what there is no other thread for.
class AdapterThreadScope {
public:
  AdapterThreadScope();
  AdapterThreadScope(const AdapterThreadScope &) = delete;
  AdapterThreadScope &operator=(const AdapterThreadScope &) = delete;
  ~AdapterThreadScope();

private:
  const bool before_;
};

/// A thread, like std::thread, but starting it can fail without an exception.
class AdapterThread {
public:
  AdapterThread() = default;
  AdapterThread(AdapterThread &&other) noexcept;
  AdapterThread &operator=(AdapterThread &&other) noexcept;
  ~AdapterThread(); ///< must not be running

  /// @return 0, or why the system starts no thread, as EAGAIN; then this stays as it was
  [[nodiscard]] int start(std::function<void()> main) noexcept;
  bool isRunning() const { return isRunning_; }
  void join();

private:
  pthread_t thread_{};
  bool isRunning_ = false;
};

} // namespace ursa::host
