// UR_LAYER_TRACING: the lines of calls, and the timeline.

#include "core/layers/tracer.h"
#include "unit/layers/layered_mock.h"
#include "unit/scoped_variable.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace ursa {
namespace {

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

TEST(Tracing, ShowsEnumeratorsListsStructsAndMadeObjects) {
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

TEST(Tracing, WritesATimelineWithDeviceTimes) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("ursa-trace-{}.json", getpid());
  const ScopedVariable variable("URSA_TRACE_FILE", path.string());
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
  std::ifstream file(path);
  const nlohmann::json trace = nlohmann::json::parse(file);
  std::filesystem::remove(path);

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
} // namespace ursa
