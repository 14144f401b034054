#include "core/layers/timeline.h"

#include "core/dispatch/dispatch.h"
#include "core/layers/tracer.h"
#include "support/environment.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace ursa::core::layers {
namespace {

using api::Function;
using dispatch::callAdapter;

constexpr int kProgram = 1; ///< "process" of the calls
constexpr int kDevices = 2; ///< "process" of the queues

std::string named(const char *what, int process, uint64_t track, const std::string &name) {
  return fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":"{}"}}}})", what,
                     process, track, name);
}

/// Commands may wait for so many earlier ones.
constexpr size_t kManyEnds = 65536;

bool endsCommands(Function function) {
  return function == Function::urEventWait || function == Function::urQueueFinish;
}

/// Returns text in the form of a JSON string; what that would have to escape becomes '?'.
std::string jsonText(std::string_view text) {
  std::string result(text);
  std::replace_if(
      result.begin(), result.end(),
      [](char c) { return c == '"' || c == '\\' || c < ' ' || c > '~'; }, '?');
  return result;
}

/// Returns the name of a call's kernel; of its function if it has none.
std::string commandName(const Call &call) {
  const size_t kernel = call.find("hKernel");
  size_t size = 0;
  if (kernel == call.size() ||
      callAdapter<Function::urKernelGetInfo>(call.as<ur_kernel_handle_t>(kernel),
                                             UR_KERNEL_INFO_FUNCTION_NAME, 0, nullptr,
                                             &size) != UR_RESULT_SUCCESS)
    return call.name();
  std::string name(size, '\0');
  if (size <= 1 || callAdapter<Function::urKernelGetInfo>(
                       call.as<ur_kernel_handle_t>(kernel), UR_KERNEL_INFO_FUNCTION_NAME, size,
                       name.data(), nullptr) != UR_RESULT_SUCCESS)
    return call.name();
  name.resize(size - 1);
  return name;
}

/// Returns how many bytes a call copies or fills; 0 if it does neither.
uint64_t bytesOf(const Call &call) {
  if (const size_t size = call.find("size"); size < call.size())
    return call.number(size);
  const size_t width = call.find("width"), height = call.find("height");
  return width < call.size() && height < call.size() ? call.number(width) * call.number(height) : 0;
}

std::optional<uint64_t> profilingTime(ur_event_handle_t event, ur_profiling_info_t which) {
  uint64_t time = 0;
  if (callAdapter<Function::urEventGetProfilingInfo>(event, which, sizeof(time), &time, nullptr) !=
      UR_RESULT_SUCCESS)
    return std::nullopt;
  return time;
}

using Clocks = std::chrono::steady_clock;

constexpr std::chrono::seconds kClockAge{
    1}; ///< after this time the device's clock is measured again
constexpr int kClockAttempts = 3;

/// Returns the device's time and the host's time at the same point. Of several measurements, uses
/// the one with the shortest round trip.
std::optional<std::pair<uint64_t, Clocks::time_point>> timeOf(ur_device_handle_t device) {
  std::optional<std::pair<uint64_t, Clocks::time_point>> best;
  auto bestTook = Clocks::duration::max();
  for (int attempt = 0; device && attempt < kClockAttempts; ++attempt) {
    uint64_t deviceTime = 0;
    uint64_t hostTime = 0; // of an unspecified clock
    const auto before = Clocks::now();
    if (callAdapter<Function::urDeviceGetGlobalTimestamps>(device, &deviceTime, &hostTime) !=
        UR_RESULT_SUCCESS)
      return std::nullopt;
    const auto took = Clocks::now() - before;
    if (took < bestTook) {
      bestTook = took;
      best = {deviceTime, before + took / 2};
    }
  }
  return best;
}

/// Returns whether the command of an event may still complete.
bool isPending(ur_event_handle_t event) {
  ur_event_status_t status = UR_EVENT_STATUS_COMPLETE;
  return callAdapter<Function::urEventGetInfo>(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS,
                                               sizeof(status), &status,
                                               nullptr) == UR_RESULT_SUCCESS &&
         (status == UR_EVENT_STATUS_QUEUED || status == UR_EVENT_STATUS_SUBMITTED ||
          status == UR_EVENT_STATUS_RUNNING);
}

} // namespace

void Timeline::begin() {
  const auto path = environmentVariable("URSA_TRACE_FILE");
  if (!path)
    return;
  const std::lock_guard lock(mutex_);
  file_ = std::fopen(path->c_str(), "we");
  if (!file_) {
    tracingLog().write(UR_LOGGER_LEVEL_WARN, "URSA_TRACE_FILE: '{}' cannot be written: {}.", *path,
                       std::strerror(errno));
    return;
  }
  origin_ = std::chrono::steady_clock::now();
  isFirst_ = true;
  std::fputs("{\"traceEvents\":[\n", file_);
  writeLine(named("process_name", kProgram, 0, "program"));
  writeLine(named("process_name", kDevices, 0, "devices"));
}

void Timeline::end() {
  writeCommands(true);
  std::vector<ur_device_handle_t> devices;
  {
    const std::lock_guard lock(mutex_);
    devices.swap(retained_);
  }
  for (ur_device_handle_t device : devices)
    (void)callAdapter<Function::urDeviceRelease>(device);
  const std::lock_guard lock(mutex_);
  if (!file_)
    return;
  std::fputs("\n]}\n", file_);
  std::fclose(file_);
  file_ = nullptr;
  tracks_ = 0;
  queues_.clear();
  numbers_.clear();
  ends_.clear();
  clocks_.clear();
}

void Timeline::addCall(const Call &call, Time begin, Time end, ur_result_t result) {
  {
    const std::lock_guard lock(mutex_);
    if (!file_)
      return;
    writeLine(fmt::format(R"({{"ph":"X","name":"{}","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},)"
                          R"("args":{{"result":"{}"}}}})",
                          call.name(), kProgram, gettid(), microseconds(begin),
                          microseconds(end) - microseconds(begin), api::resultName(result)));
  }
  if (result != UR_RESULT_SUCCESS)
    return;
  dropHandles(call);
  noteCommand(call);
  if (endsCommands(call.function))
    writeCommands(false);
}

void Timeline::addWork(std::string_view what, std::string_view detail, Time begin, Time end) {
  const std::lock_guard lock(mutex_);
  if (!file_)
    return;
  writeLine(fmt::format(R"({{"ph":"X","name":"{}","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},)"
                        R"("args":{{"detail":"{}"}}}})",
                        jsonText(what), kProgram, gettid(), microseconds(begin),
                        microseconds(end) - microseconds(begin), jsonText(detail)));
}

void Timeline::noteCommand(const Call &call) {
  if (isShorthand(call.function))
    return;
  const size_t queue = call.find("hQueue");
  const size_t event = call.find("phEvent");
  if (queue == call.size() || event == call.size() || !call.pointer(event))
    return;
  const auto created = *call.as<ur_event_handle_t *>(event);
  if (!created)
    return;
  const Track track = trackOf(call.as<ur_queue_handle_t>(queue));
  if (callAdapter<Function::urEventRetain>(created) != UR_RESULT_SUCCESS)
    return;
  try {
    Command command{created, track, commandName(call), bytesOf(call), 0, {}};
    const std::lock_guard lock(mutex_);
    for (size_t i = 0; i < call.size(); ++i)
      if (isWaitList(call, i) && call.pointer(i))
        for (uint64_t each = 0; each < call.length(i); ++each) {
          const void *handle = call.handleAt(i, each);
          if (const auto known =
                  numbers_.find(static_cast<ur_event_handle_t>(const_cast<void *>(handle)));
              known != numbers_.end())
            command.waits.push_back(known->second);
        }
    command.number = numbers_[created] = ++commandCount_;
    commands_.push_back(std::move(command));
  } catch (const std::bad_alloc &) { // loses this command only
    (void)callAdapter<Function::urEventRelease>(created);
  }
}

/// Returns the track of a queue, which must be alive; creates it on first use.
Timeline::Track Timeline::trackOf(ur_queue_handle_t queue) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = queues_.find(queue); known != queues_.end())
      return known->second;
  }
  Track track;
  if (callAdapter<Function::urQueueGetInfo>(queue, UR_QUEUE_INFO_DEVICE, sizeof(track.device),
                                            &track.device, nullptr) != UR_RESULT_SUCCESS)
    track.device = nullptr;
  retain(track.device);
  const std::lock_guard lock(mutex_);
  const auto [entry, isNew] = queues_.try_emplace(queue, track);
  if (isNew) {
    entry->second.number = ++tracks_;
    if (file_)
      writeLine(named("thread_name", kDevices, tracks_,
                      fmt::format("queue {}", static_cast<const void *>(queue))));
  }
  return entry->second;
}

void Timeline::retain(ur_device_handle_t device) {
  if (!device || callAdapter<Function::urDeviceRetain>(device) != UR_RESULT_SUCCESS)
    return;
  {
    const std::lock_guard lock(mutex_);
    if (std::find(retained_.begin(), retained_.end(), device) == retained_.end()) {
      retained_.push_back(device);
      return;
    }
  }
  (void)callAdapter<Function::urDeviceRelease>(device); // the timeline already holds a reference
}

/// A new queue or event may have the address of a destroyed one.
void Timeline::dropHandles(const Call &call) {
  const size_t queue = call.find("phQueue");
  const size_t event = call.find("phEvent");
  const std::lock_guard lock(mutex_);
  if (queue != call.size() && call.pointer(queue))
    queues_.erase(*call.as<ur_queue_handle_t *>(queue));
  if (event != call.size() && call.pointer(event))
    numbers_.erase(*call.as<ur_event_handle_t *>(event));
}

/// Forgets which command an event was of. A later command may have the same handle.
void Timeline::dropNumber(ur_event_handle_t event, uint64_t number) {
  const auto known = numbers_.find(event);
  if (known != numbers_.end() && known->second == number)
    numbers_.erase(known);
}

/// Writes completed commands, and drops those whose times will never be available.
void Timeline::writeCommands(bool isLast) {
  std::vector<Command> commands;
  {
    const std::lock_guard lock(mutex_);
    commands.swap(commands_);
  }
  for (const Command &command : commands) {
    // Asked first: adapters may wait for the command to tell its times.
    if (!isLast && isPending(command.event)) {
      const std::lock_guard lock(mutex_);
      commands_.push_back(command);
      continue;
    }
    const auto start = profilingTime(command.event, UR_PROFILING_INFO_COMMAND_START);
    const auto stop = profilingTime(command.event, UR_PROFILING_INFO_COMMAND_END);
    if (start && stop && *stop >= *start) {
      writeTimes(command, *start, *stop);
    } else {
      const std::lock_guard lock(mutex_);
      dropNumber(command.event, command.number);
    }
    (void)callAdapter<Function::urEventRelease>(command.event);
  }
}

/// @param seenStop device end time of a command that has completed by now
Timeline::Clock Timeline::clockOf(const Track &track, uint64_t seenStop) {
  Time origin;
  {
    const std::lock_guard lock(mutex_);
    origin = origin_;
    const auto known = clocks_.find(track.device);
    if (known != clocks_.end() && Clocks::now() - known->second.measured < kClockAge)
      return known->second;
  }
  const auto sinceOrigin = [origin](Time time) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time - origin).count();
  };
  Clock clock;
  if (const auto time = timeOf(track.device))
    clock = {sinceOrigin(time->second) - static_cast<int64_t>(time->first), time->second};
  else // permanent: the distances between commands stay correct
    clock = {sinceOrigin(Clocks::now()) - static_cast<int64_t>(seenStop), Time::max()};
  const std::lock_guard lock(mutex_);
  clocks_[track.device] = clock;
  return clock;
}

void Timeline::writeTimes(const Command &command, uint64_t start, uint64_t stop) {
  const Clock clock = clockOf(command.track, stop);
  const std::lock_guard lock(mutex_);
  if (!file_)
    return;
  const double begin = static_cast<double>(static_cast<int64_t>(start) + clock.offset) / 1000.0;
  const double took = static_cast<double>(stop - start) / 1000.0;
  const std::string bytes = command.bytes ? fmt::format(R"("bytes":{})", command.bytes) : "";
  writeLine(fmt::format(R"({{"ph":"X","name":"{}","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},)"
                        R"("args":{{{}}}}})",
                        jsonText(command.name), kDevices, command.track.number, begin, took,
                        bytes));
  writeArrows(command, begin);
  // A viewer looks for the command that runs at this time.
  ends_[command.number] = {command.event, command.track.number,
                           begin + std::max(took - 0.001, took / 2)};
  if (ends_.size() > kManyEnds) {
    dropNumber(ends_.begin()->second.event, ends_.begin()->first);
    ends_.erase(ends_.begin());
  }
}

void Timeline::writeArrows(const Command &command, double start) {
  for (const uint64_t each : command.waits) {
    const auto from = ends_.find(each);
    if (from == ends_.end())
      continue;
    ++arrowCount_;
    writeLine(fmt::format(
        R"({{"ph":"s","cat":"wait","name":"wait","id":{},"pid":{},"tid":{},"ts":{:.3f}}})",
        arrowCount_, kDevices, from->second.track, from->second.time));
    writeLine(fmt::format(
        R"({{"ph":"f","bp":"e","cat":"wait","name":"wait","id":{},"pid":{},"tid":{},"ts":{:.3f}}})",
        arrowCount_, kDevices, command.track.number, start));
  }
}

void Timeline::writeLine(const std::string &json) {
  std::fprintf(file_, "%s%s", isFirst_ ? "" : ",\n", json.c_str());
  isFirst_ = false;
}

double Timeline::microseconds(Time time) const {
  return std::chrono::duration<double, std::micro>(time - origin_).count();
}

Timeline &timeline() {
  static Timeline &instance = *new Timeline;
  return instance;
}

} // namespace ursa::core::layers
