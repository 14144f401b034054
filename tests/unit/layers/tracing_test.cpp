// UR_LAYER_TRACING: the lines of calls, and the timeline.

#include "core/layers/tracer.h"
#include "unit/layers/layered_mock.h"
#include "unit/scoped_variable.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <unistd.h>

namespace ursa::core::layers {
namespace {

using api::Function;
using testing::ElementsAre;
using testing::Return;

class TraceLines {
public:
  TraceLines() {
    tracingLog().setCallback(
        [](ur_logger_level_t, const char *line, void *self) {
          static_cast<TraceLines *>(self)->lines_.emplace_back(line);
        },
        this, UR_LOGGER_LEVEL_INFO);
  }
  ~TraceLines() { tracingLog().setCallback(nullptr, nullptr, UR_LOGGER_LEVEL_QUIET); }
  TraceLines(const TraceLines &) = delete;
  TraceLines &operator=(const TraceLines &) = delete;

  const std::vector<std::string> &get() const { return lines_; }

private:
  std::vector<std::string> lines_;
};

std::string text(const void *pointer) { return fmt::format("{}", pointer); }

TEST(Tracing, WritesACallAndItsResult) {
  LayeredMock m("UR_LAYER_TRACING");
  ON_CALL(m.mock.on<Function::urProgramBuild>(), Call)
      .WillByDefault(Return(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE));
  const auto program = m.mock.make<ur_program_handle_t>();
  const TraceLines lines;
  EXPECT_EQ(urProgramBuild(m.context, program, "-w"), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  const std::string call = "urProgramBuild(.hContext = " + text(m.context) +
                           ", .hProgram = " + text(program) + ", .pOptions = \"-w\")";
  EXPECT_THAT(
      lines.get(),
      ElementsAre("---> " + call, "<--- " + call + " -> UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE"));
}

TEST(Tracing, ShowsEnumeratorsListsStructsAndCreatedObjects) {
  LayeredMock m("UR_LAYER_TRACING");
  m.mock.on<Function::urEnqueueMemBufferReadRect>();
  const ur_event_handle_t event = m.makeEvent();
  const auto buffer = m.mock.make<ur_mem_handle_t>();
  const TraceLines lines;

  ur_device_handle_t device = nullptr;
  EXPECT_EQ(urDeviceGet(m.platform, UR_DEVICE_TYPE_GPU, 1, &device, nullptr), UR_RESULT_SUCCESS);
  EXPECT_THAT(lines.get()[0], testing::HasSubstr(".DeviceType = UR_DEVICE_TYPE_GPU, "));

  ur_event_handle_t next = nullptr;
  EXPECT_EQ(urEnqueueEventsWait(m.queue, 1, &event, &next), UR_RESULT_SUCCESS);
  EXPECT_EQ(lines.get()[3], "<--- urEnqueueEventsWait(.hQueue = " + text(m.queue) +
                                ", .numEventsInWaitList = 1, .phEventWaitList = [" + text(event) +
                                "], .phEvent = " + text(&next) + " (" + text(next) +
                                ")) -> UR_RESULT_SUCCESS");

  EXPECT_EQ(urEnqueueMemBufferReadRect(m.queue, buffer, true, {1, 2, 3}, {0, 0, 0}, {4, 5, 6}, 0, 0,
                                       0, 0, nullptr, 0, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_THAT(lines.get()[4], testing::HasSubstr(".bufferOrigin = {1, 2, 3}, "));
}

TEST(Tracing, ShowsRefusedCalls) {
  LayeredMock m("UR_LAYER_TRACING;UR_LAYER_PARAMETER_VALIDATION");
  const TraceLines lines;
  EXPECT_EQ(urQueueFinish(nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_THAT(lines.get(), ElementsAre("---> urQueueFinish(.hQueue = nullptr)",
                                       "<--- urQueueFinish(.hQueue = nullptr) -> "
                                       "UR_RESULT_ERROR_INVALID_NULL_HANDLE"));
}

TEST(Tracing, ShowsTheLoadersOwnFunctions) {
  const TraceLines lines;
  { const LayeredLoader loader("UR_LAYER_TRACING"); }
  std::vector<std::string> returns;
  for (const std::string &line : lines.get())
    if (line.starts_with("<---"))
      returns.push_back(line.substr(0, line.find('(')) + line.substr(line.rfind(" -> ")));
  EXPECT_THAT(returns, ElementsAre("<--- urLoaderInit -> UR_RESULT_SUCCESS",
                                   "<--- urLoaderConfigRelease -> UR_RESULT_SUCCESS",
                                   "<--- urLoaderTearDown -> UR_RESULT_SUCCESS"));
}

/// The file of a trace, read after tracing ends.
class TraceFile {
public:
  TraceFile() : variable_("URSA_TRACE_FILE", path_.string()) {}
  ~TraceFile() { std::filesystem::remove(path_); }
  TraceFile(const TraceFile &) = delete;
  TraceFile &operator=(const TraceFile &) = delete;

  nlohmann::json read() const {
    std::ifstream file(path_);
    return nlohmann::json::parse(file);
  }

private:
  const std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / fmt::format("ursa-trace-{}.json", getpid());
  const ScopedVariable variable_;
};

/// A device whose clock is a day ahead of the program's, and whose commands take as long as the
/// call that enqueues them.
class ClockedDevice {
public:
  explicit ClockedDevice(LayeredMock &m) {
    ON_CALL(m.mock.on<Function::urQueueGetInfo>(), Call)
        .WillByDefault([&m](ur_queue_handle_t, ur_queue_info_t, size_t, void *out, size_t *) {
          *static_cast<ur_device_handle_t *>(out) = m.device;
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(m.mock.on<Function::urDeviceGetGlobalTimestamps>(), Call)
        .WillByDefault([](ur_device_handle_t, uint64_t *device, uint64_t *host) {
          *device = now();
          *host = 1; // a clock with an unknown epoch
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(m.mock.on<Function::urEnqueueEventsWaitWithBarrier>(), Call)
        .WillByDefault([this, &m](ur_queue_handle_t, uint32_t, const ur_event_handle_t *,
                                  ur_event_handle_t *out) {
          *out = m.mock.make<ur_event_handle_t>();
          commands_[*out] = {now(), 0};
          while (now() - commands_[*out].first < 200'000) // nanoseconds
            ;
          commands_[*out].second = now();
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(m.mock.on<Function::urEventGetProfilingInfo>(), Call)
        .WillByDefault([this](ur_event_handle_t event, ur_profiling_info_t which, size_t, void *out,
                              size_t *) {
          const auto &[start, stop] = commands_.at(event);
          *static_cast<uint64_t *>(out) = which == UR_PROFILING_INFO_COMMAND_START ? start : stop;
          return UR_RESULT_SUCCESS;
        });
    m.mock.on<Function::urEventRetain>();
    m.mock.on<Function::urQueueFinish>();
    EXPECT_CALL(m.mock.on<Function::urDeviceRetain>(), Call).WillRepeatedly([this](auto) {
      ++references_;
      return UR_RESULT_SUCCESS;
    });
    EXPECT_CALL(m.mock.on<Function::urDeviceRelease>(), Call).WillRepeatedly([this](auto) {
      --references_;
      return UR_RESULT_SUCCESS;
    });
  }
  ~ClockedDevice() { EXPECT_EQ(references_, 0); }
  ClockedDevice(const ClockedDevice &) = delete;
  ClockedDevice &operator=(const ClockedDevice &) = delete;

  static uint64_t now() {
    constexpr uint64_t kDay = 86'400'000'000'000;
    return kDay + static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch() /
                                        std::chrono::nanoseconds(1));
  }

private:
  std::map<ur_event_handle_t, std::pair<uint64_t, uint64_t>> commands_;
  int references_ = 0;
};

TEST(Tracing, MapsTheDeviceClockAndGivesEachQueueATrack) {
  const TraceFile file;
  std::optional<ClockedDevice> device;
  std::vector<std::string> queues;
  {
    LayeredMock m("UR_LAYER_TRACING");
    device.emplace(m);
    ur_queue_handle_t second = nullptr;
    ASSERT_EQ(urQueueCreate(m.context, m.device, nullptr, &second), UR_RESULT_SUCCESS);
    for (ur_queue_handle_t queue : {m.queue, second, m.queue}) {
      ur_event_handle_t event = nullptr;
      ASSERT_EQ(urEnqueueEventsWaitWithBarrier(queue, 0, nullptr, &event), UR_RESULT_SUCCESS);
    }
    ASSERT_EQ(urQueueFinish(second), UR_RESULT_SUCCESS);
    queues = {"queue " + text(m.queue), "queue " + text(second)};
  }
  device.reset();

  const nlohmann::json trace = file.read();
  std::vector<nlohmann::json> calls, commands;
  std::map<std::string, uint64_t> tracks;
  for (const nlohmann::json &event : trace["traceEvents"]) {
    if (event["name"] == "thread_name")
      tracks[event["args"]["name"]] = event["tid"];
    if (event["name"] == "urEnqueueEventsWaitWithBarrier")
      (event["pid"] == 1 ? calls : commands).push_back(event);
  }
  ASSERT_EQ(calls.size(), 3u);
  ASSERT_EQ(commands.size(), 3u);
  EXPECT_EQ(tracks.size(), 2u);
  for (size_t i = 0; i < 3; ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(commands[i]["tid"], tracks.at(queues[i % 2]));
    const double callBegin = calls[i]["ts"], callEnd = callBegin + double(calls[i]["dur"]);
    const double begin = commands[i]["ts"], end = begin + double(commands[i]["dur"]);
    EXPECT_GE(double(commands[i]["dur"]), 200);
    constexpr double kTolerance = 100; // microseconds between reading the two clocks
    EXPECT_GE(begin, callBegin - kTolerance);
    EXPECT_LE(end, callEnd + kTolerance);
  }
}

TEST(Tracing, WritesBytesOfCopiesAndWhatCommandsWaitFor) {
  const TraceFile file;
  std::optional<ClockedDevice> device;
  {
    LayeredMock m("UR_LAYER_TRACING");
    device.emplace(m);
    char from[64] = {}, to[64] = {};
    ur_event_handle_t copied = nullptr, waited = nullptr, last = nullptr;
    EXPECT_CALL(m.mock.on<Function::urEnqueueUSMMemcpy>(), Call)
        .WillOnce([&](auto, auto, auto, auto, auto, auto, auto, ur_event_handle_t *event) {
          return urEnqueueEventsWaitWithBarrier(m.queue, 0, nullptr, event);
        });
    ASSERT_EQ(urEnqueueUSMMemcpy(m.queue, false, to, from, 48, 0, nullptr, &copied),
              UR_RESULT_SUCCESS);
    ASSERT_EQ(urEnqueueEventsWaitWithBarrier(m.queue, 1, &copied, &waited), UR_RESULT_SUCCESS);
    const ur_event_handle_t both[] = {copied, waited};
    ASSERT_EQ(urEnqueueEventsWaitWithBarrier(m.queue, 2, both, &last), UR_RESULT_SUCCESS);
    ASSERT_EQ(urQueueFinish(m.queue), UR_RESULT_SUCCESS);
  }
  device.reset();

  const nlohmann::json trace = file.read();
  std::vector<uint64_t> bytes;
  std::map<uint64_t, std::pair<double, double>> arrows;
  std::vector<double> begins;
  for (const nlohmann::json &event : trace["traceEvents"]) {
    if (event["ph"] == "X" && event["pid"] == 2) {
      begins.push_back(event["ts"]);
      if (event["args"].contains("bytes"))
        bytes.push_back(event["args"]["bytes"]);
    }
    if (event["ph"] == "s")
      arrows[event["id"]].first = event["ts"];
    if (event["ph"] == "f")
      arrows[event["id"]].second = event["ts"];
  }
  EXPECT_THAT(bytes, ElementsAre(48));
  EXPECT_EQ(arrows.size(), 3u);
  for (const auto &[id, times] : arrows) {
    EXPECT_GT(times.first, 0);
    EXPECT_NE(std::find(begins.begin(), begins.end(), times.second), begins.end());
  }
}

TEST(Tracing, DrawsNoArrowFromTheFormerCommandOfAHandle) {
  const TraceFile file;
  std::optional<ClockedDevice> device;
  {
    LayeredMock m("UR_LAYER_TRACING");
    device.emplace(m);
    ur_event_handle_t first = nullptr, again = nullptr, last = nullptr;
    ASSERT_EQ(urEnqueueEventsWaitWithBarrier(m.queue, 0, nullptr, &first), UR_RESULT_SUCCESS);
    EXPECT_CALL(m.mock.on<Function::urEventCreateWithNativeHandle>(), Call)
        .WillOnce([&](auto, auto, auto, ur_event_handle_t *event) {
          *event = first;
          return UR_RESULT_SUCCESS;
        });
    ASSERT_EQ(urEventCreateWithNativeHandle(1, m.context, nullptr, &again), UR_RESULT_SUCCESS);
    ASSERT_EQ(urEnqueueEventsWaitWithBarrier(m.queue, 1, &again, &last), UR_RESULT_SUCCESS);
    ASSERT_EQ(urQueueFinish(m.queue), UR_RESULT_SUCCESS);
  }
  device.reset();

  const nlohmann::json trace = file.read();
  size_t commands = 0, arrows = 0;
  for (const nlohmann::json &event : trace["traceEvents"]) {
    commands += event["ph"] == "X" && event["pid"] == 2;
    arrows += event["ph"] == "s";
  }
  EXPECT_EQ(commands, 2u);
  EXPECT_EQ(arrows, 0u);
}

TEST(Tracing, WritesATimelineWithDeviceTimes) {
  const TraceFile traceFile;
  std::string queueTrack;
  {
    LayeredMock m("UR_LAYER_TRACING");
    ON_CALL(m.mock.on<Function::urEventGetProfilingInfo>(), Call)
        .WillByDefault([](ur_event_handle_t, ur_profiling_info_t which, size_t, void *out,
                          size_t *) {
          *static_cast<uint64_t *>(out) = which == UR_PROFILING_INFO_COMMAND_START ? 5000 : 7500;
          return UR_RESULT_SUCCESS;
        });
    EXPECT_CALL(m.mock.on<Function::urEventRetain>(), Call).Times(1);
    EXPECT_CALL(m.mock.on<Function::urEventRelease>(), Call).Times(1);
    m.mock.on<Function::urQueueFinish>();
    m.makeEvent();
    EXPECT_EQ(urQueueFinish(m.queue), UR_RESULT_SUCCESS);
    queueTrack = "queue " + text(m.queue);
  }
  const nlohmann::json trace = traceFile.read();
  bool hasCall = false;
  uint64_t track = 0;
  double deviceTime = 0;
  for (const nlohmann::json &event : trace["traceEvents"]) {
    if (event["name"] == "thread_name" && event["args"]["name"] == queueTrack)
      track = event["tid"];
    if (event["ph"] != "X")
      continue;
    if (event["name"] == "urQueueFinish" && event["pid"] == 1)
      hasCall = event["args"]["result"] == "UR_RESULT_SUCCESS" && event["dur"] >= 0;
    if (event["name"] == "urEnqueueEventsWait" && event["pid"] == 2 && event["tid"] == track)
      deviceTime = event["dur"];
  }
  EXPECT_TRUE(hasCall);
  EXPECT_DOUBLE_EQ(deviceTime, 2.5) << "microseconds";
}

} // namespace
} // namespace ursa::core::layers
