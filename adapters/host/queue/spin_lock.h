// A spin lock for critical sections of a few instructions, for which a futex costs too much.
#pragma once

#include <atomic>
#include <thread>

namespace ursa::host {

/// Hints to the CPU that the caller spins.
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
      // The owner may have been descheduled: let it run.
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
