// Maps timestamps of a device's clock to the host's clock. The two clocks are only approximately in
// sync and drift apart.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ursa::adapter {

/// A time span in nanoseconds of the host's clock.
struct Interval {
  uint64_t begin = 0;
  uint64_t end = 0;
};

/// Moves a time span of the device into the bounds that the host observed. Keeps its length, unless
/// the bounds are shorter; the length is at least 1.
inline Interval fitTimes(Interval times, uint64_t earliest, uint64_t latest) {
  const uint64_t took = times.end > times.begin ? times.end - times.begin : 1;
  const uint64_t lastBegin = std::max(earliest, latest - std::min(latest, took));
  const uint64_t begin = std::clamp(times.begin, earliest, lastBegin);
  return {begin, std::min(begin + took, std::max(latest, begin + 1))};
}

} // namespace ursa::adapter
