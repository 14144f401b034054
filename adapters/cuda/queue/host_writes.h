// Commands that may write memory of the host that the driver does not know: copies and fills by
// functions on its threads, host tasks, and what the application gives to streams.
#pragma once

#include <atomic>

namespace ursa::cuda {

/// Counts such a command while it exists, at least until it is complete.
class HostWrite {
public:
  HostWrite() { count().fetch_add(1, std::memory_order_relaxed); }
  ~HostWrite() { count().fetch_sub(1, std::memory_order_release); }
  HostWrite(const HostWrite &) = delete;
  HostWrite &operator=(const HostWrite &) = delete;

  /// Whether there may be one, of whatever queue. The thread that enqueued a command sees it.
  static bool mayBeInFlight() { return count().load(std::memory_order_acquire) != 0; }
  /// From now on there may always be one.
  static void alwaysExpect() {
    static HostWrite &forever = *new HostWrite;
    (void)forever;
  }

private:
  static std::atomic<int> &count() {
    static std::atomic<int> count = 0;
    return count;
  }
};

} // namespace ursa::cuda
