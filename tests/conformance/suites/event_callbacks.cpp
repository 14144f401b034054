// Event callbacks: they run on threads of the adapter, whatever the status of the event is.
#include "conformance/harness.h"

#include <atomic>
#include <thread>

namespace ursa::conformance {
namespace {

/// The calls of a callback, and whether one ran on the thread that set it.
struct Calls {
  static void add(ur_event_handle_t, ur_execution_info_t, void *data) {
    auto &calls = *static_cast<Calls *>(data);
    if (std::this_thread::get_id() == calls.setter)
      calls.isOnSetter = true;
    ++calls.count;
    calls.count.notify_all();
  }
  void waitFor(int expected) {
    for (int now; (now = count.load()) != expected;)
      count.wait(now);
  }

  const std::thread::id setter = std::this_thread::get_id();
  std::atomic<bool> isOnSetter{false};
  std::atomic<int> count{0};
};

class EventCallbacks : public DeviceTest {
protected:
  ur_event_handle_t completeEvent() {
    ur_event_handle_t event = nullptr;
    EXPECT_OK(urEnqueueEventsWait(queue_, 0, nullptr, &event));
    EXPECT_OK(urEventWait(1, &event));
    return event;
  }
};

TEST_F(EventCallbacks, RunOnAThreadOfTheAdapterForReachedStatuses) {
  ur_event_handle_t event = completeEvent();
  Calls calls;
  for (const auto status :
       {UR_EXECUTION_INFO_COMPLETE, UR_EXECUTION_INFO_RUNNING, UR_EXECUTION_INFO_SUBMITTED})
    EXPECT_OK(urEventSetCallback(event, status, Calls::add, &calls));
  calls.waitFor(3);
  EXPECT_FALSE(calls.isOnSetter);
  EXPECT_OK(urEventRelease(event));
}

TEST_F(EventCallbacks, RunOnAThreadOfTheAdapterForLaterStatuses) {
  Calls calls;
  {
    ur_queue_handle_t queue = makeQueue(0);
    Gate gate(context_, queue);
    EXPECT_OK(urEventSetCallback(gate.event, UR_EXECUTION_INFO_COMPLETE, Calls::add, &calls));
    gate.open();
    EXPECT_OK(urQueueFinish(queue));
  }
  calls.waitFor(1);
  EXPECT_FALSE(calls.isOnSetter);
}

TEST_F(EventCallbacks, DoNotWaitForOtherEvents) {
  ur_event_handle_t event = completeEvent();
  Calls calls;
  Calls later;
  {
    ur_queue_handle_t queue = makeQueue(0);
    Gate gate(context_, queue);
    EXPECT_OK(urEventSetCallback(gate.event, UR_EXECUTION_INFO_COMPLETE, Calls::add, &later));
    EXPECT_OK(urEventSetCallback(event, UR_EXECUTION_INFO_COMPLETE, Calls::add, &calls));
    calls.waitFor(1);
    EXPECT_EQ(later.count, 0);
  }
  later.waitFor(1);
  EXPECT_OK(urEventRelease(event));
}

TEST_F(EventCallbacks, RejectUnknownStatuses) {
  ur_event_handle_t event = completeEvent();
  Calls calls;
  EXPECT_EQ(urEventSetCallback(event, UR_EXECUTION_INFO_QUEUED, Calls::add, &calls),
            UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
  EXPECT_EQ(urEventSetCallback(event, static_cast<ur_execution_info_t>(4), Calls::add, &calls),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(calls.count, 0);
  EXPECT_OK(urEventRelease(event));
}

} // namespace
} // namespace ursa::conformance
