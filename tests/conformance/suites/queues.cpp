// Command order, events, profiling.
#include "conformance/harness.h"

#include <atomic>
#include <thread>

namespace ursa::conformance {
namespace {

class Queues : public DeviceTest {
protected:
  static void releaseEvents(const std::vector<ur_event_handle_t> &events) {
    for (ur_event_handle_t event : events)
      EXPECT_OK(urEventRelease(event));
  }
  static ur_event_status_t status(ur_event_handle_t event) {
    ur_event_status_t status = UR_EVENT_STATUS_ERROR;
    EXPECT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                             nullptr));
    return status;
  }
  static uint64_t time(ur_event_handle_t event, ur_profiling_info_t query) {
    uint64_t time = 0;
    EXPECT_OK(urEventGetProfilingInfo(event, query, sizeof(time), &time, nullptr));
    return time;
  }
};

TEST_F(Queues, InOrder) {
  ur_kernel_handle_t step = kernel("ids", "step");
  constexpr size_t kItems = 300;
  Shared<int> values(context_, device_, kItems);
  for (int i = 0; i < 200; ++i)
    ASSERT_OK(launch(step, Arguments().pointer(values.data()).value(i), {kItems, 1, 1}));
  ASSERT_OK(urQueueFinish(queue_));
  for (size_t i = 0; i < kItems; ++i)
    ASSERT_EQ(values[i], 200);
}

TEST_F(Queues, OutOfOrderFollowsEvents) {
  ur_queue_handle_t queue = makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  ur_kernel_handle_t step = kernel("ids", "step");
  constexpr size_t kItems = 300;
  Shared<int> values(context_, device_, kItems);
  std::vector<ur_event_handle_t> events;
  for (int i = 0; i < 50; ++i) {
    std::vector<ur_event_handle_t> waitFor;
    if (i > 0)
      waitFor.push_back(events.back());
    events.push_back(
        enqueueStep(queue, step, Arguments().pointer(values.data()).value(i), kItems, waitFor));
  }
  ASSERT_OK(urEventWait(1, &events.back()));
  for (size_t i = 0; i < kItems; ++i)
    ASSERT_EQ(values[i], 50);
  for (ur_event_handle_t event : events)
    EXPECT_EQ(status(event), UR_EVENT_STATUS_COMPLETE);
  releaseEvents(events);
}

TEST_F(Queues, Diamond) {
  ur_queue_handle_t queue = makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  ur_kernel_handle_t step = kernel("ids", "step");
  Shared<int> left(context_, device_, 1);
  Shared<int> right(context_, device_, 1);
  const auto enqueue = [&](Shared<int> &value, int expected,
                           const std::vector<ur_event_handle_t> &waitFor) {
    return enqueueStep(queue, step, Arguments().pointer(value.data()).value(expected), 1, waitFor);
  };
  ur_event_handle_t top = enqueue(left, 0, {});
  ur_event_handle_t a = enqueue(left, 1, {top});
  ur_event_handle_t b = enqueue(right, 0, {top});
  ur_event_handle_t bottom = enqueue(left, 2, {a, b});
  ASSERT_OK(urEventWait(1, &bottom));
  EXPECT_EQ(left[0], 3);
  EXPECT_EQ(right[0], 1);
  releaseEvents({top, a, b, bottom});
}

TEST_F(Queues, BarrierInOutOfOrderQueue) {
  ur_queue_handle_t queue = makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  ur_kernel_handle_t step = kernel("ids", "step");
  constexpr int kValues = 16;
  Shared<int> values(context_, device_, kValues);
  std::vector<ur_event_handle_t> events;
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < kValues; ++i)
      events.push_back(
          enqueueStep(queue, step, Arguments().pointer(values.data() + i).value(round), 1));
    ASSERT_OK(urEnqueueEventsWaitWithBarrier(queue, 0, nullptr, nullptr));
  }
  ASSERT_OK(urQueueFinish(queue));
  EXPECT_EQ(values.vector(), std::vector<int>(kValues, 10));
  releaseEvents(events);
}

TEST_F(Queues, WaitBetweenQueues) {
  ur_queue_handle_t other = makeQueue(0);
  ur_kernel_handle_t slow = kernel("ids", "slow");
  ur_kernel_handle_t step = kernel("ids", "step");
  Shared<uint32_t> scratch(context_, device_, 1);
  Shared<int> value(context_, device_, 1);
  ur_event_handle_t first =
      enqueueStep(queue_, slow, Arguments().pointer(scratch.data()).value(60000u), 1);
  ur_event_handle_t second =
      enqueueStep(queue_, step, Arguments().pointer(value.data()).value(0), 1);
  ur_event_handle_t third =
      enqueueStep(other, step, Arguments().pointer(value.data()).value(1), 1, {second});
  ASSERT_OK(urEventWait(1, &third));
  EXPECT_EQ(value[0], 2);
  EXPECT_EQ(status(first), UR_EVENT_STATUS_COMPLETE);
  releaseEvents({first, second, third});
}

TEST_F(Queues, MarkersComplete) {
  for (const ur_queue_flags_t flags : {0u, 1u}) {
    ur_queue_handle_t queue = makeQueue(flags);
    ur_event_handle_t event = nullptr;
    ASSERT_OK(urEnqueueEventsWait(queue, 0, nullptr, &event));
    ASSERT_OK(urEventWait(1, &event));
    ur_event_handle_t second = nullptr;
    ASSERT_OK(urEnqueueEventsWait(queue, 1, &event, &second));
    ASSERT_OK(urEventWait(1, &second));
    ur_command_t type = UR_COMMAND_KERNEL_LAUNCH;
    ASSERT_OK(urEventGetInfo(second, UR_EVENT_INFO_COMMAND_TYPE, sizeof(type), &type, nullptr));
    EXPECT_EQ(type, UR_COMMAND_EVENTS_WAIT);
    releaseEvents({event, second});
  }
}

TEST_F(Queues, LongChainOfMarkers) {
  ur_kernel_handle_t slow = kernel("ids", "slow");
  Shared<uint32_t> scratch(context_, device_, 16);
  ASSERT_OK(launch(slow, Arguments().pointer(scratch.data()).value(60000u), {16, 1, 1}));
  for (int i = 0; i < 20000; ++i)
    ASSERT_OK(urEnqueueEventsWait(queue_, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
}

TEST_F(Queues, Callbacks) {
  ur_kernel_handle_t slow = kernel("ids", "slow");
  Shared<uint32_t> scratch(context_, device_, 1);
  ur_event_handle_t event =
      enqueueStep(queue_, slow, Arguments().pointer(scratch.data()).value(60000u), 1);
  std::atomic<int> calls{0};
  const auto count = [](ur_event_handle_t, ur_execution_info_t, void *data) {
    auto &counter = *static_cast<std::atomic<int> *>(data);
    counter.fetch_add(1);
    counter.notify_all();
  };
  for (const auto at :
       {UR_EXECUTION_INFO_COMPLETE, UR_EXECUTION_INFO_RUNNING, UR_EXECUTION_INFO_SUBMITTED})
    ASSERT_OK(urEventSetCallback(event, at, count, &calls));
  // A command is queued before its event exists.
  EXPECT_EQ(urEventSetCallback(event, UR_EXECUTION_INFO_QUEUED, count, &calls),
            UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
  ASSERT_OK(urEventWait(1, &event));
  ASSERT_OK(
      urEventSetCallback(event, UR_EXECUTION_INFO_COMPLETE, count, &calls)); // called immediately
  for (int now; (now = calls.load()) != 4;)
    calls.wait(now);
  releaseEvents({event});
}

TEST_F(Queues, ProfileIsMonotonic) {
  ur_queue_handle_t queue = makeQueue(UR_QUEUE_FLAG_PROFILING_ENABLE);
  ur_kernel_handle_t slow = kernel("ids", "slow");
  Shared<uint32_t> scratch(context_, device_, 64);
  uint64_t before = 0;
  uint64_t after = UINT64_MAX;
  const auto now = [&](uint64_t &time) {
    EXPECT_EQ(urDeviceGetGlobalTimestamps(device_, &time, nullptr),
              capabilities().deviceClock ? UR_RESULT_SUCCESS : UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  };
  now(before);
  std::vector<ur_event_handle_t> events;
  for (int i = 0; i < 3; ++i)
    events.push_back(
        enqueueStep(queue, slow, Arguments().pointer(scratch.data()).value(4000u), 64));
  ASSERT_OK(urQueueFinish(queue));
  now(after);
  uint64_t earlier = before;
  for (ur_event_handle_t event : events) {
    const uint64_t start = time(event, UR_PROFILING_INFO_COMMAND_START);
    const uint64_t end = time(event, UR_PROFILING_INFO_COMMAND_END);
    EXPECT_LE(before, time(event, UR_PROFILING_INFO_COMMAND_QUEUED));
    EXPECT_LE(time(event, UR_PROFILING_INFO_COMMAND_QUEUED),
              time(event, UR_PROFILING_INFO_COMMAND_SUBMIT));
    EXPECT_LE(time(event, UR_PROFILING_INFO_COMMAND_SUBMIT), start);
    EXPECT_LT(start, end);
    EXPECT_LE(earlier, start);
    earlier = end;
  }
  EXPECT_LE(earlier, after);
  releaseEvents(events);
}

TEST_F(Queues, NoProfileWithoutTheFlag) {
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEnqueueEventsWait(queue_, 0, nullptr, &event));
  ASSERT_OK(urEventWait(1, &event));
  uint64_t time = 0;
  EXPECT_EQ(
      urEventGetProfilingInfo(event, UR_PROFILING_INFO_COMMAND_START, sizeof(time), &time, nullptr),
      UR_RESULT_ERROR_PROFILING_INFO_NOT_AVAILABLE);
  releaseEvents({event});
}

TEST_F(Queues, EmptyWhenAllIsComplete) {
  const auto isEmpty = [](ur_queue_handle_t queue) {
    ur_bool_t value = false;
    EXPECT_OK(urQueueGetInfo(queue, UR_QUEUE_INFO_EMPTY, sizeof(value), &value, nullptr));
    return value;
  };
  for (const ur_queue_flags_t flags : {0u, 1u}) {
    ur_queue_handle_t queue = makeQueue(flags);
    EXPECT_TRUE(isEmpty(queue));
    Gate gate(context_, queue);
    EXPECT_FALSE(isEmpty(queue));
    EXPECT_FALSE(isEmpty(queue));
    gate.open();
    ASSERT_OK(urQueueFinish(queue));
    EXPECT_TRUE(isEmpty(queue));
    // The queue becomes empty without a wait.
    ASSERT_OK(urEnqueueEventsWait(queue, 0, nullptr, nullptr));
    while (!isEmpty(queue))
      std::this_thread::yield();
  }
}

TEST_F(Queues, BadWaitLists) {
  ur_event_handle_t null = nullptr;
  ur_event_handle_t out = reinterpret_cast<ur_event_handle_t>(1);
  EXPECT_EQ(urEnqueueEventsWait(queue_, 1, nullptr, &out), UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(urEnqueueEventsWait(queue_, 0, &null, &out), UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(urEnqueueEventsWait(queue_, 1, &null, &out), UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(out, reinterpret_cast<ur_event_handle_t>(1));
}

TEST_F(Queues, BadFlags) {
  const auto create = [&](ur_queue_flags_t flags) {
    const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, flags};
    ur_queue_handle_t queue = nullptr;
    return urQueueCreate(context_, device_, &properties, &queue);
  };
  EXPECT_EQ(create(1u << 20), UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(create(UR_QUEUE_FLAG_PRIORITY_HIGH | UR_QUEUE_FLAG_PRIORITY_LOW),
            UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES);
  EXPECT_EQ(create(UR_QUEUE_FLAG_ON_DEVICE), UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES);
}

TEST_F(Queues, ManyThreadsLaunchAtOnce) {
  constexpr int kThreads = 8;
  constexpr int kLaunches = 200;
  ur_kernel_handle_t step = kernel("ids", "step");
  ur_kernel_handle_t sum = kernel("barriers", "sum");
  Shared<int> values(context_, device_, kThreads);
  Shared<int> ones(context_, device_, 64, 1);
  Shared<int> sums(context_, device_, kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      // Half of the threads share a queue; each has its own event chain.
      ur_queue_handle_t queue = queue_;
      if (t % 2 != 0) {
        ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue));
      }
      const size_t local = 64;
      for (int i = 0; i < kLaunches; ++i) {
        ur_event_handle_t event =
            enqueueStep(queue, step, Arguments().pointer(values.data() + t).value(i), 1);
        const Arguments sumArguments = Arguments().pointer(sums.data() + t).pointer(ones.data());
        ASSERT_OK(urEnqueueKernelLaunchWithArgsExp(queue, sum, 1, nullptr, &local, &local,
                                                   sumArguments.count(), sumArguments.data(),
                                                   nullptr, 1, &event, nullptr));
        if (i % 10 == 0) {
          EXPECT_OK(urEventWait(1, &event));
        }
        EXPECT_OK(urEventRelease(event));
      }
      EXPECT_OK(urQueueFinish(queue));
      if (t % 2 != 0) {
        EXPECT_OK(urQueueRelease(queue));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(values.vector(), std::vector<int>(kThreads, kLaunches));
  EXPECT_EQ(sums.vector(), std::vector<int>(kThreads, 64));
}

} // namespace
} // namespace ursa::conformance
