#include "core/layers/timeline.h"

#include "core/dispatch/dispatch.h"
#include "core/layers/tracer.h"
#include "core/support/environment.h"

#include <cerrno>
#include <unistd.h>

namespace ursa {
namespace {

constexpr int kProgram = 1; ///< "process" of the calls
constexpr int kDevices = 2; ///< "process" of the queues

std::string named(const char *what, int process, uint64_t track, const std::string &name) {
  return fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":"{}"}}}})", what,
                     process, track, name);
}

bool endsCommands(Function function) {
  return function == Function::urEventWait || function == Function::urQueueFinish;
}

std::optional<uint64_t> profilingTime(ur_event_handle_t event, ur_profiling_info_t which) {
  uint64_t time = 0;
  if (callAdapter<Function::urEventGetProfilingInfo>(event, which, sizeof(time), &time, nullptr) !=
      UR_RESULT_SUCCESS)
    return std::nullopt;
  return time;
}

/// Whether an event's command may still end.
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
  const std::lock_guard lock(mutex_);
  if (!file_)
    return;
  std::fputs("\n]}\n", file_);
  std::fclose(file_);
  file_ = nullptr;
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
                          microseconds(end) - microseconds(begin), resultName(result)));
  }
  if (result != UR_RESULT_SUCCESS)
    return;
  noteCommand(call);
  if (endsCommands(call.function))
    writeCommands(false);
}

void Timeline::noteCommand(const Call &call) {
  const size_t queue = call.find("hQueue");
  const size_t event = call.find("phEvent");
  if (queue == call.size() || event == call.size() || !call.pointer(event))
    return;
  const Command command{*call.as<ur_event_handle_t *>(event), call.as<ur_queue_handle_t>(queue),
                        call.name()};
  if (!command.event || callAdapter<Function::urEventRetain>(command.event) != UR_RESULT_SUCCESS)
    return;
  const std::lock_guard lock(mutex_);
  commands_.push_back(command);
}

/// Writes commands that have ended, and forgets those that will never tell their times.
void Timeline::writeCommands(bool isLast) {
  std::vector<Command> commands;
  {
    const std::lock_guard lock(mutex_);
    commands.swap(commands_);
  }
  for (const Command &command : commands) {
    const auto start = profilingTime(command.event, UR_PROFILING_INFO_COMMAND_START);
    const auto stop = profilingTime(command.event, UR_PROFILING_INFO_COMMAND_END);
    if (!isLast && !(start && stop) && isPending(command.event)) {
      const std::lock_guard lock(mutex_);
      commands_.push_back(command);
      continue;
    }
    if (start && stop && *stop >= *start)
      writeTimes(command, *start, *stop);
    (void)callAdapter<Function::urEventRelease>(command.event);
  }
}

void Timeline::writeTimes(const Command &command, uint64_t start, uint64_t stop) {
  const std::lock_guard lock(mutex_);
  if (!file_)
    return;
  const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                       std::chrono::steady_clock::now() - origin_)
                       .count();
  const auto track = reinterpret_cast<uintptr_t>(command.queue);
  // The clocks are laid on each other so that the first command that is seen to have ended ends
  // now; it ended no later.
  const auto [clock, isNew] = clocks_.try_emplace(command.queue, now - static_cast<int64_t>(stop));
  if (isNew)
    writeLine(named("thread_name", kDevices, track, fmt::format("queue {:#x}", track)));
  writeLine(fmt::format(R"({{"ph":"X","name":"{}","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f}}})",
                        command.name, kDevices, track,
                        static_cast<double>(static_cast<int64_t>(start) + clock->second) / 1000.0,
                        static_cast<double>(stop - start) / 1000.0));
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

} // namespace ursa
