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

/// Returns the median of several runs, in milliseconds: as many as begin in 300 ms, from 5 to 50;
/// fewer than 5 only if they take over 600 ms.
inline double steadyTime(const std::function<void()> &run) {
  constexpr size_t kMinLaunches = 5;
  constexpr size_t kMaxLaunches = 50;
  constexpr double kBudgetMs = 300;
  constexpr double kSlowBudgetMs = 600;
  std::vector<double> times;
  const auto start = Clock::now();
  const auto needsMore = [&] {
    if (times.empty())
      return true;
    const double budget = times.size() < kMinLaunches ? kSlowBudgetMs : kBudgetMs;
    return times.size() < kMaxLaunches && millisecondsSince(start) < budget;
  };
  while (needsMore()) {
    const auto one = Clock::now();
    run();
    times.push_back(millisecondsSince(one));
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

} // namespace ursa::demo
