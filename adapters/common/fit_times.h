// Times of a device's own clock beside the host's. Two clocks agree only so far, and drift apart.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ursa::adapter {

/// From begin to end, in nanoseconds of the host's clock.
struct Interval {
  uint64_t begin = 0;
  uint64_t end = 0;
};

/// Moves what a device took to where the host knows it to lie. How long it took stays the same, but
/// for what is longer than there is room for; it is at least 1.
inline Interval fitTimes(Interval times, uint64_t earliest, uint64_t latest) {
  const uint64_t took = times.end > times.begin ? times.end - times.begin : 1;
  const uint64_t lastBegin = std::max(earliest, latest - std::min(latest, took));
  const uint64_t begin = std::clamp(times.begin, earliest, lastBegin);
  return {begin, std::min(begin + took, std::max(latest, begin + 1))};
}

} // namespace ursa::adapter
