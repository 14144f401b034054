// Times of a command's life, for urEventGetProfilingInfo and urDeviceGetGlobalTimestamps.
#pragma once

#include "adapters/common/info.h"
#include "ur_api.h"

#include <atomic>
#include <chrono>

namespace ursa::adapter {

/// Nanoseconds of the clock of all profiles.
inline uint64_t profileClock() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

struct EventProfile {
  bool enabled = false;
  std::atomic<uint64_t> queued{0};
  std::atomic<uint64_t> submitted{0};
  std::atomic<uint64_t> started{0};
  std::atomic<uint64_t> ended{0};

  void mark(std::atomic<uint64_t> &time) {
    if (enabled)
      time.store(profileClock(), std::memory_order_relaxed);
  }

  /// Answers a query; call it only when the command is complete.
  Result<void> write(const InfoWriter &writer, ur_profiling_info_t query) const {
    switch (query) {
    case UR_PROFILING_INFO_COMMAND_QUEUED:
      return writer.value(queued.load(std::memory_order_relaxed));
    case UR_PROFILING_INFO_COMMAND_SUBMIT:
      return writer.value(submitted.load(std::memory_order_relaxed));
    case UR_PROFILING_INFO_COMMAND_START:
      return writer.value(started.load(std::memory_order_relaxed));
    case UR_PROFILING_INFO_COMMAND_END:
    case UR_PROFILING_INFO_COMMAND_COMPLETE:
      return writer.value(ended.load(std::memory_order_relaxed));
    default:
      return InfoWriter::unknown("urEventGetProfilingInfo", query);
    }
  }
};

} // namespace ursa::adapter
