// A lock for critical sections of a few instructions, where a futex would cost more than the work.
#pragma once

#include <atomic>
#include <thread>

namespace ursa::host {

/// Tells the CPU that this is a waiting loop.
inline void pauseCpu() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

class SpinLock {
public:
  void lock() {
    for (unsigned tries = 0; taken_.exchange(true, std::memory_order_acquire); ++tries) {
      // The holder may have been descheduled: give it the chance to run.
      if (tries >= kTriesBeforeYield)
        std::this_thread::yield();
      else
        pauseCpu();
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

private:
  static constexpr unsigned kTriesBeforeYield = 64;
  std::atomic<bool> taken_{false};
};

} // namespace ursa::host
