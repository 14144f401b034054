// The timestamps of a command, for urEventGetProfilingInfo and urDeviceGetGlobalTimestamps.
#pragma once

#include "adapters/common/info.h"
#include "ur_api.h"

#include <atomic>
#include <chrono>

namespace ursa::adapter {

/// Returns the current time of the clock that all profiles use, in nanoseconds.
inline uint64_t profileClock() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

struct EventProfile {
  bool enabled = false;
  /// The command records a timestamp: its submit time equals its queue time, and its duration is 0.
  bool isTimestamp = false;
  std::atomic<uint64_t> queued{0};
  std::atomic<uint64_t> submitted{0};
  std::atomic<uint64_t> started{0};
  std::atomic<uint64_t> ended{0};

  void mark(std::atomic<uint64_t> &time) {
    if (enabled)
      time.store(profileClock(), std::memory_order_relaxed);
  }

  /// Answers a query. Returns UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE if the command has not
  /// reached that state yet.
  Result<void> write(const InfoWriter &writer, ur_profiling_info_t query) const {
    switch (query) {
    case UR_PROFILING_INFO_COMMAND_QUEUED:
      return writeTime(writer, queued);
    case UR_PROFILING_INFO_COMMAND_SUBMIT:
      return writeTime(writer, isTimestamp ? queued : submitted);
    case UR_PROFILING_INFO_COMMAND_START:
      return writeTime(writer, isTimestamp ? ended : started);
    case UR_PROFILING_INFO_COMMAND_END:
    case UR_PROFILING_INFO_COMMAND_COMPLETE:
      return writeTime(writer, ended);
    default:
      return InfoWriter::unknown("urEventGetProfilingInfo", query);
    }
  }

private:
  static Result<void> writeTime(const InfoWriter &writer, const std::atomic<uint64_t> &time) {
    const uint64_t value = time.load(std::memory_order_relaxed);
    if (value == 0)
      return makeError(UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE,
                       "The event's command has not reached the state that was queried.");
    return writer.value(value);
  }
};

} // namespace ursa::adapter
