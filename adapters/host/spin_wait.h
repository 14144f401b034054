// Waiting for what is about to happen, before the thread sleeps.
#pragma once

#include "adapters/host/spin_lock.h"

#include <chrono>
#include <thread>

namespace ursa::host {

/// Long enough to bridge the gap between launches that follow each other, short enough not to be
/// seen in the machine's load.
inline constexpr std::chrono::microseconds kSpinTime{50};

/// Lets other threads run between the looks, of which one may be what is waited for.
/// @return whether the condition came true before `end`
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
