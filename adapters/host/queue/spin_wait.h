// Spins for a short time before a thread sleeps.
#pragma once

#include "adapters/host/queue/spin_lock.h"

#include <chrono>
#include <thread>

namespace ursa::host {

/// Long enough to bridge the gap between successive launches, short enough to add no noticeable
/// load.
inline constexpr std::chrono::microseconds kSpinTime{50};

/// Polls a condition. Yields between polls, because another thread may have to run to make it true.
/// @return whether the condition became true before `end`
template <class Condition>
bool spinUntil(std::chrono::steady_clock::time_point end, Condition &&condition) {
  do {
    for (int i = 0; i < 64; ++i) {
      if (condition())
        return true;
      pauseCpu();
    }
    std::this_thread::yield();
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

} // namespace ursa::host
