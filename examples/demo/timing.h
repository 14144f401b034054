// How long the demo's launches take.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

namespace ursa::demo {

using Clock = std::chrono::steady_clock;

inline double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Returns the median of several runs, in milliseconds; of fewer when they are slow.
inline double steadyTime(const std::function<void()> &run) {
  constexpr size_t kMinLaunches = 5;
  constexpr double kMostMs = 600;
  constexpr size_t kMaxLaunches = 50;
  constexpr double kBudgetMs = 300;
  std::vector<double> times;
  const auto start = Clock::now();
  for (double spent = 0; times.empty() || (times.size() < kMinLaunches && spent < kMostMs) ||
                         (times.size() < kMaxLaunches && spent < kBudgetMs);
       spent = millisecondsSince(start)) {
    const auto one = Clock::now();
    run();
    times.push_back(millisecondsSince(one));
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

} // namespace ursa::demo
