// The timeline of a trace in the JSON that Perfetto and Chrome read: a track for each thread of the
// program with its calls, and a track for each queue with the device times of its commands.
//
// Device times come from the events that a program asks for, of queues that it made with profiling;
// the timeline holds a reference to such an event until the command has ended and was written. They
// are told by the device's clock, which is laid on that of the program by
// urDeviceGetGlobalTimestamps, again every second, since clocks drift. For a device that cannot
// tell its time, the first command that is seen to have ended counts as having ended at that
// moment.
#pragma once

#include "core/layers/call.h"

#include <chrono>
#include <cstdio>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace ursa {

/// Thread safe. One per process. Adapters are not called under its lock.
class Timeline {
public:
  using Time = std::chrono::steady_clock::time_point;

  /// Begins the file that URSA_TRACE_FILE names; does nothing without the variable. A file that
  /// cannot be written is a warning in the log UR_LOG_TRACING.
  void begin();

  /// Writes what is known by now and completes the file.
  void end();

  /// Adds a call of the present thread, and notes the command that it enqueued.
  void addCall(const Call &call, Time begin, Time end, ur_result_t result);

private:
  /// A queue's track.
  struct Track {
    uint64_t number = 0;
    ur_device_handle_t device = nullptr;
  };

  /// A command whose times are not known yet.
  struct Command {
    ur_event_handle_t event;
    Track track;
    const char *name;
  };

  /// Nanoseconds from a device's clock to that of the timeline, and when that was measured.
  struct Clock {
    int64_t offset = 0;
    Time measured{};
  };

  void noteCommand(const Call &call);
  Track trackOf(ur_queue_handle_t queue);
  void retain(ur_device_handle_t device);
  void forgetQueue(const Call &call);
  Clock clockOf(const Track &track, uint64_t seenStop);
  void writeCommands(bool isLast);
  void writeTimes(const Command &command, uint64_t start, uint64_t stop);
  void writeLine(const std::string &json);
  double microseconds(Time time) const;

  std::mutex mutex_; ///< guards the members below
  std::FILE *file_ = nullptr;
  bool isFirst_ = true;
  Time origin_{};
  uint64_t tracks_ = 0;
  std::unordered_map<ur_queue_handle_t, Track> queues_;
  std::vector<Command> commands_;
  std::unordered_map<ur_device_handle_t, Clock> clocks_;
  std::vector<ur_device_handle_t> retained_; ///< devices, so that they can be asked for their time
};

Timeline &timeline();

} // namespace ursa
