// The timeline of a trace in the JSON that Perfetto and Chrome read: a track for each thread of the
// program with its calls, and a track for each queue with the device times of its commands.
//
// Device times come from the events that a program asks for, of queues that it made with profiling;
// the timeline holds a reference to such an event until the command has ended and was written.
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
  /// A command whose times are not known yet.
  struct Command {
    ur_event_handle_t event;
    ur_queue_handle_t queue;
    const char *name;
  };

  void noteCommand(const Call &call);
  void writeCommands(bool isLast);
  void writeTimes(const Command &command, uint64_t start, uint64_t stop);
  void writeLine(const std::string &json);
  double microseconds(Time time) const;

  std::mutex mutex_; ///< guards the members below
  std::FILE *file_ = nullptr;
  bool isFirst_ = true;
  Time origin_{};
  std::vector<Command> commands_;
  /// Per queue: nanoseconds from the device's clock to that of the timeline.
  std::unordered_map<ur_queue_handle_t, int64_t> clocks_;
};

Timeline &timeline();

} // namespace ursa
