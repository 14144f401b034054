// The timeline of a trace in the JSON format of Perfetto and Chrome: a track with the calls of each
// thread, and a track with the device times of the commands of each queue: kernels with their
// names, copies and fills with their bytes, and arrows from what a command waits for.
//
// Device times come from the events that a program requests on queues that it created with
// profiling. The timeline retains such an event until the command has completed and is written.
// urDeviceGetGlobalTimestamps maps the device's clock to the host's; the mapping is measured again
// every second, because clocks drift. For a device that cannot report its time, the timeline
// assumes that the first completed command ended when its completion was observed.
#pragma once

#include "core/layers/call.h"

#include <chrono>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ursa::core::layers {

/// Thread safe. One per process. Calls no adapter while it holds its lock.
class Timeline {
public:
  using Time = std::chrono::steady_clock::time_point;

  /// Creates the file that URSA_TRACE_FILE names; does nothing if the variable is unset. If the
  /// file cannot be written, logs a warning to UR_LOG_TRACING.
  void begin();

  /// Writes everything known so far and completes the file.
  void end();

  /// Adds a call of the current thread, and records the command that it enqueued.
  void addCall(const Call &call, Time begin, Time end, ur_result_t result);

  /// Adds work of the loader itself in the current thread.
  void addWork(std::string_view what, std::string_view detail, Time begin, Time end);

private:
  /// The track of a queue.
  struct Track {
    uint64_t number = 0;
    ur_device_handle_t device = nullptr;
  };

  /// A command whose device times are not known yet.
  struct Command {
    ur_event_handle_t event;
    Track track;
    std::string name;            ///< of the kernel, else of the function
    uint64_t bytes = 0;          ///< that it copies or fills
    uint64_t number = 0;         ///< in the order of enqueuing, from 1
    std::vector<uint64_t> waits; ///< numbers of the commands that it waits for
  };

  /// Where an arrow from a command begins.
  struct End {
    ur_event_handle_t event = nullptr; ///< may be destroyed
    uint64_t track = 0;
    double time = 0; ///< in microseconds
  };

  /// The offset from a device's clock to the timeline's in nanoseconds, and the time of its
  /// measurement.
  struct Clock {
    int64_t offset = 0;
    Time measured{};
  };

  void noteCommand(const Call &call);
  Track trackOf(ur_queue_handle_t queue);
  void retain(ur_device_handle_t device);
  void dropHandles(const Call &call);
  void dropNumber(ur_event_handle_t event, uint64_t number);
  Clock clockOf(const Track &track, uint64_t seenStop);
  void writeCommands(bool isLast);
  void writeTimes(const Command &command, uint64_t start, uint64_t stop);
  void writeArrows(const Command &command, double start);
  void writeLine(const std::string &json);
  double microseconds(Time time) const;

  std::mutex mutex_; ///< guards the members below
  std::FILE *file_ = nullptr;
  bool isFirst_ = true;
  Time origin_{};
  uint64_t tracks_ = 0;
  std::unordered_map<ur_queue_handle_t, Track> queues_;
  std::vector<Command> commands_;
  uint64_t commandCount_ = 0;
  uint64_t arrowCount_ = 0;
  std::unordered_map<ur_event_handle_t, uint64_t> numbers_; ///< of the last command of an event
  std::map<uint64_t, End> ends_;                            ///< of the last commands, by number
  std::unordered_map<ur_device_handle_t, Clock> clocks_;
  std::vector<ur_device_handle_t>
      retained_; ///< devices, retained so that their time can be queried
};

Timeline &timeline();

} // namespace ursa::core::layers
