// Measures and prints one line for each kernel; both sides of a pair include it.
//
// A line is `NAME RATE UNIT CHECK`: the rate of the median of kBatches, and a value of the result
// by which pairs.py sees that both sides did the same work.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

constexpr int kBatches = 15;
constexpr int kLaunches = 5; // in a batch, which ends with a wait

/// @param amount work of a launch, in 10⁹ of @p unit without the time
/// @param launch enqueues the kernel once
/// @param wait returns when all launches have ended
/// @param check returns a value of the result
template <typename Launch, typename Wait, typename Check>
void measure(const char *name, double amount, const char *unit, Launch launch, Wait wait,
             Check check) {
  using Clock = std::chrono::steady_clock;
  launch();
  wait();
  std::array<double, kBatches> seconds;
  for (double &time : seconds) {
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < kLaunches; ++i)
      launch();
    wait();
    time = std::chrono::duration<double>(Clock::now() - start).count() / kLaunches;
  }
  std::nth_element(seconds.begin(), seconds.begin() + kBatches / 2, seconds.end());
  std::printf("%s %.4g %s %.6g\n", name, amount / seconds[kBatches / 2], unit, double(check()));
  std::fflush(stdout);
}
