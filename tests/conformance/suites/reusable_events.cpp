// Events that several commands signal one after the other.
#include "conformance/harness.h"

#include <atomic>

namespace ursa::conformance {
namespace {

class ReusableEvents : public DeviceTest {
protected:
  ur_event_handle_t createEvent(ur_exp_event_flags_t flags = 0) {
    const ur_exp_event_desc_t description{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr, flags};
    ur_event_handle_t event = nullptr;
    EXPECT_OK(urEventCreateExp(context_, device_, &description, &event)) << lastError();
    return event;
  }
  void signal(ur_queue_handle_t queue, ur_event_handle_t event) {
    ur_event_handle_t signalled = event;
    ASSERT_OK(urEnqueueEventsWaitWithBarrierExt(queue, nullptr, 0, nullptr, &signalled))
        << lastError();
    ASSERT_EQ(signalled, event);
  }
  ur_event_status_t status(ur_event_handle_t event) {
    ur_event_status_t value = UR_EVENT_STATUS_ERROR;
    EXPECT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(value), &value,
                             nullptr));
    return value;
  }
};

TEST_F(ReusableEvents, ReferToTheLastCommandThatSignalsThem) {
  ur_event_handle_t event = createEvent();
  EXPECT_EQ(status(event), UR_EVENT_STATUS_COMPLETE);
  ASSERT_OK(urEventWait(1, &event));
  ur_queue_handle_t other = makeQueue(0);
  Shared<int> value = shared<int>(1, 0);
  for (int round = 1; round <= 3; ++round) {
    Gate gate(context_, queue_);
    signal(queue_, event);
    EXPECT_NE(status(event), UR_EVENT_STATUS_COMPLETE);
    ASSERT_OK(urEnqueueEventsWaitWithBarrier(other, 1, &event, nullptr));
    ASSERT_OK(urEnqueueHostTaskExp(
        other, [](void *data) { ++*static_cast<int *>(data); }, value.data(), nullptr, 0, nullptr,
        nullptr));
    EXPECT_EQ(value[0], round - 1);
    gate.open();
    ASSERT_OK(urQueueFinish(other));
    EXPECT_EQ(value[0], round);
    EXPECT_EQ(status(event), UR_EVENT_STATUS_COMPLETE);
    ASSERT_OK(urQueueFinish(queue_));
  }
  EXPECT_OK(urEventRelease(event));
}

TEST_F(ReusableEvents, CallbacksReceiveTheEvent) {
  ur_event_handle_t event = createEvent();
  Gate gate(context_, queue_);
  signal(queue_, event);
  std::atomic<ur_event_handle_t> callbackEvent{nullptr};
  ASSERT_OK(urEventSetCallback(
      event, UR_EXECUTION_INFO_COMPLETE,
      [](ur_event_handle_t completed, ur_execution_info_t, void *data) {
        auto &place = *static_cast<std::atomic<ur_event_handle_t> *>(data);
        place = completed;
        place.notify_all();
      },
      &callbackEvent));
  EXPECT_EQ(callbackEvent.load(), nullptr);
  gate.open();
  callbackEvent.wait(nullptr);
  EXPECT_EQ(callbackEvent.load(), event);
  EXPECT_OK(urEventRelease(event));
}

TEST_F(ReusableEvents, ProfileCommandsOfAnyQueue) {
  ur_event_handle_t event = createEvent(UR_EXP_EVENT_FLAG_ENABLE_PROFILING);
  uint64_t end = 0;
  EXPECT_EQ(
      urEventGetProfilingInfo(event, UR_PROFILING_INFO_COMMAND_END, sizeof(end), &end, nullptr),
      UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE);
  uint64_t before = 0;
  ASSERT_OK(urDeviceGetGlobalTimestamps(device_, &before, nullptr));
  signal(queue_, event);
  ASSERT_OK(urEventWait(1, &event));
  ASSERT_OK(
      urEventGetProfilingInfo(event, UR_PROFILING_INFO_COMMAND_END, sizeof(end), &end, nullptr))
      << lastError();
  EXPECT_GE(end, before);
  EXPECT_OK(urEventRelease(event));
}

TEST_F(ReusableEvents, OtherHandlesAreReplacedByNewEvents) {
  ur_event_handle_t own = nullptr;
  ASSERT_OK(urEnqueueEventsWait(queue_, 0, nullptr, &own));
  int noEvent = 0;
  for (ur_event_handle_t there : {own, reinterpret_cast<ur_event_handle_t>(&noEvent)}) {
    ur_event_handle_t event = there;
    ASSERT_OK(urEnqueueEventsWaitWithBarrierExt(queue_, nullptr, 0, nullptr, &event));
    EXPECT_NE(event, there);
    ASSERT_OK(urEventWait(1, &event));
    EXPECT_OK(urEventRelease(event));
  }
  EXPECT_OK(urEventRelease(own));
}

TEST_F(ReusableEvents, Errors) {
  ur_event_handle_t event = nullptr;
  const ur_exp_event_desc_t undefined{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr, 0x100};
  EXPECT_EQ(urEventCreateExp(context_, device_, &undefined, &event),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(event, nullptr);
}

} // namespace
} // namespace ursa::conformance
