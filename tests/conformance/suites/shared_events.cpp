// Events that processes share.
#include "conformance/harness.h"
#include "conformance/passed_data.h"

#include <cstdlib>
#include <sstream>
#include <thread>

#include <unistd.h>

namespace ursa::conformance {
namespace {

class SharedEvents : public DeviceTest {
protected:
  bool isSupported() {
    ur_bool_t supported = false;
    EXPECT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP, sizeof(supported),
                              &supported, nullptr));
    return supported;
  }
  ur_result_t create(ur_exp_event_flags_t flags = UR_EXP_EVENT_FLAG_IPC_EXP) {
    const ur_exp_event_desc_t description{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr, flags};
    return urEventCreateExp(context_, device_, &description, &event_);
  }
  void TearDown() override {
    if (event_) {
      EXPECT_OK(urEventRelease(event_));
    }
    DeviceTest::TearDown();
  }
  void signal() {
    ASSERT_OK(urEnqueueEventsWaitWithBarrierExt(queue_, nullptr, 0, nullptr, &event_))
        << lastError();
  }
  std::vector<std::byte> handleData() {
    void *data = nullptr;
    size_t size = 0;
    EXPECT_OK(urIPCGetEventHandleExp(event_, &data, &size)) << lastError();
    const auto *bytes = static_cast<const std::byte *>(data);
    std::vector<std::byte> copy(bytes, bytes + size);
    EXPECT_OK(urIPCPutEventHandleExp(context_, data));
    return copy;
  }
  ur_result_t open(const std::vector<std::byte> &data, ur_event_handle_t *event) {
    return urIPCOpenEventHandleExp(context_, data.data(), data.size(), event);
  }
  static ur_event_status_t status(ur_event_handle_t event) {
    ur_event_status_t value = UR_EVENT_STATUS_ERROR;
    EXPECT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(value), &value,
                             nullptr));
    return value;
  }

  ur_event_handle_t event_ = nullptr;
};

TEST_F(SharedEvents, AreCreatedWhereTheDeviceSupportsThem) {
  EXPECT_EQ(create(), isSupported() ? UR_RESULT_SUCCESS : UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(event_ != nullptr, isSupported());
}

TEST_F(SharedEvents, RecordNoTimes) {
  EXPECT_EQ(create(UR_EXP_EVENT_FLAG_IPC_EXP | UR_EXP_EVENT_FLAG_ENABLE_PROFILING),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(event_, nullptr);
}

TEST_F(SharedEvents, TheProcessItselfWaitsForTheLastSignal) {
  if (!isSupported())
    return;
  ASSERT_OK(create()) << lastError();
  ur_event_handle_t opened = nullptr;
  ASSERT_OK(open(handleData(), &opened)) << lastError();
  EXPECT_EQ(status(opened), UR_EVENT_STATUS_COMPLETE);
  for (int round = 0; round < 2; ++round) {
    Gate gate(context_, queue_);
    signal();
    EXPECT_NE(status(opened), UR_EVENT_STATUS_COMPLETE);
    gate.open();
    EXPECT_OK(urEventWait(1, &opened));
    EXPECT_EQ(status(event_), UR_EVENT_STATUS_COMPLETE);
    ASSERT_OK(urQueueFinish(queue_));
  }
  void *data = nullptr;
  size_t size = 0;
  EXPECT_EQ(urIPCGetEventHandleExp(opened, &data, &size), UR_RESULT_ERROR_INVALID_EVENT);
  EXPECT_OK(urEventRelease(opened));
}

TEST_F(SharedEvents, InvalidData) {
  if (!isSupported())
    return;
  ASSERT_OK(create()) << lastError();
  ur_event_handle_t opened = nullptr;
  std::vector<std::byte> data = handleData();
  data.back() ^= std::byte{1};
  EXPECT_EQ(open(data, &opened), UR_RESULT_ERROR_INVALID_VALUE);
  data.back() ^= std::byte{1};
  data.push_back({});
  EXPECT_EQ(open(data, &opened), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(opened, nullptr);
}

// The child process runs this test from the beginning, and uses what the parent prepared for it.
class SharedEventsDeathTest : public SharedEvents {};

TEST_F(SharedEventsDeathTest, AnotherProcessWaits) {
  if (!isSupported())
    return;
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  std::optional<Gate> gate;
  std::thread opener;
  int ends[2] = {-1, -1};
  if (!std::getenv(kPassedData)) {
    ASSERT_OK(create()) << lastError();
    gate.emplace(context_, queue_);
    signal();
    ASSERT_EQ(pipe(ends), 0);
    const std::string text = std::to_string(ends[1]) + ' ' + textOf(handleData());
    setenv(kPassedData, text.c_str(), 1);
    opener = std::thread([&] {
      char byte = 0;
      EXPECT_EQ(read(ends[0], &byte, 1), 1);
      gate->open();
    });
  }
  EXPECT_EXIT(
      {
        const char *const passed = std::getenv(kPassedData);
        std::istringstream text(passed ? passed : "");
        int end = -1;
        text >> end;
        const std::vector<std::byte> data = dataFrom(text);
        ur_event_handle_t opened = nullptr;
        const bool waits =
            open(data, &opened) == UR_RESULT_SUCCESS && status(opened) != UR_EVENT_STATUS_COMPLETE;
        const bool isTold = write(end, "", 1) == 1; // the parent opens the gate
        if (!waits || !isTold || urEventWait(1, &opened) != UR_RESULT_SUCCESS ||
            status(opened) != UR_EVENT_STATUS_COMPLETE)
          std::_Exit(1);
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "");
  unsetenv(kPassedData);
  ASSERT_TRUE(opener.joinable());
  close(ends[1]); // if the child has written nothing
  opener.join();
  close(ends[0]);
  EXPECT_OK(urEventWait(1, &event_));
}

} // namespace
} // namespace ursa::conformance
