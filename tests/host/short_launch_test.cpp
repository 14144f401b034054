// Tests who runs a launch of the host device that is known to be short: the thread that enqueues
// it, unless something has to complete before. No such launch waits for a worker.
#include "host/host_device.h"

#include <memory>
#include <thread>

namespace ursa {
namespace {

ur_event_status_t statusOf(ur_event_handle_t event) {
  ur_event_status_t status{};
  EXPECT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                           nullptr));
  return status;
}

// In these tests all workers are blocked: only the test's thread can run commands.
class HostShortLaunch : public testing::Test {
protected:
  ~HostShortLaunch() override {
    for (ur_event_handle_t event : events_)
      EXPECT_OK(urEventRelease(event));
    release_();
  }

  ur_event_handle_t launch(ur_queue_handle_t queue, const char *kernel, void *pointer,
                           const std::vector<ur_event_handle_t> &after = {}) {
    events_.push_back(host_.launch(queue, kernel, pointer, 1, after));
    return events_.back();
  }

  HostDevice host_;
  std::vector<ur_event_handle_t> events_;
  ur_event_handle_t held_ = nullptr; // of a command that runs until release_ is called
  const std::function<void()> release_ = [this] {
    auto function = host_.blockWorkers(&held_);
    events_.push_back(held_);
    return function;
  }();
};

TEST_F(HostShortLaunch, RunsInTheThreadThatEnqueuesIt) {
  auto *const where = host_.memory<uint64_t>(2);
  ur_event_handle_t event = nullptr;
  StackThread thread(size_t{1} << 20, [&] {
    event = host_.launch(host_.queue, "short_address", where, 1);
    host_.launch(host_.queue, "short_address", where + 1, 1, {event}, false);
  });
  thread.join();
  EXPECT_TRUE(thread.has(where[0]));
  EXPECT_TRUE(thread.has(where[1]));
  EXPECT_EQ(statusOf(event), UR_EVENT_STATUS_COMPLETE);
  EXPECT_OK(urEventRelease(event));
}

TEST_F(HostShortLaunch, RunsInItsOrderWithoutAnEvent) {
  auto *const where = host_.memory<uint64_t>(3);
  host_.launch(host_.queue, "short_address", where, 1, {}, false);
  EXPECT_NE(where[0], 0u);
  ur_event_handle_t before = launch(host_.queue, "stack_address", where + 1);
  host_.launch(host_.queue, "short_address", where + 2, 1, {}, false);
  EXPECT_NE(statusOf(before), UR_EVENT_STATUS_COMPLETE);
  EXPECT_EQ(where[2], 0u);
  ASSERT_OK(urQueueFinish(host_.queue));
  EXPECT_NE(where[2], 0u);
}

TEST_F(HostShortLaunch, IsLongIfItHasManyWorkItems) {
  auto *const where = host_.memory<uint64_t>(1 << 20);
  ur_exp_kernel_arg_properties_t arguments[2] = {};
  const int n = 1;
  arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
  arguments[0].size = sizeof(void *);
  arguments[0].value.pointer = where;
  arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
  arguments[1].index = 1;
  arguments[1].size = sizeof(n);
  arguments[1].value.value = &n;
  for (const size_t items : {size_t{16}, size_t{1} << 20}) {
    ASSERT_OK(urEnqueueKernelLaunchWithArgsExp(host_.queue, host_.kernel("short_address"), 1,
                                               nullptr, &items, nullptr, 2, arguments, nullptr, 0,
                                               nullptr, &events_.emplace_back()));
    EXPECT_EQ(statusOf(events_.back()) == UR_EVENT_STATUS_COMPLETE, items == 16) << items;
  }
  ASSERT_OK(urQueueFinish(host_.queue));
}

TEST_F(HostShortLaunch, WaitsForEarlierCommandsOfTheQueue) {
  auto *const where = host_.memory<uint64_t>(2);
  launch(host_.queue, "stack_address", where);
  ur_event_handle_t event = launch(host_.queue, "short_address", where + 1);
  EXPECT_NE(statusOf(event), UR_EVENT_STATUS_COMPLETE);
  EXPECT_EQ(where[1], 0u);
  ASSERT_OK(urQueueFinish(host_.queue));
  EXPECT_NE(where[1], 0u);
  launch(host_.queue, "short_address", where + 1);
  EXPECT_EQ(statusOf(events_.back()), UR_EVENT_STATUS_COMPLETE);
}

TEST_F(HostShortLaunch, WaitsForEvents) {
  auto *const where = host_.memory<uint64_t>(1);
  ur_event_handle_t event = launch(host_.queue, "short_address", where, {held_});
  EXPECT_NE(statusOf(event), UR_EVENT_STATUS_COMPLETE);
  EXPECT_EQ(*where, 0u);
  release_();
  ASSERT_OK(urEventWait(1, &event));
  EXPECT_NE(*where, 0u);
}

TEST_F(HostShortLaunch, OfAnUnorderedQueueWaitsForBarriersOnly) {
  auto *const where = host_.memory<uint64_t>(3);
  ur_queue_handle_t unordered = host_.makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  launch(unordered, "stack_address", where);
  EXPECT_EQ(statusOf(launch(unordered, "short_address", where + 1)), UR_EVENT_STATUS_COMPLETE);
  ASSERT_OK(urEnqueueEventsWaitWithBarrier(unordered, 0, nullptr, nullptr));
  EXPECT_NE(statusOf(launch(unordered, "short_address", where + 2)), UR_EVENT_STATUS_COMPLETE);
  ASSERT_OK(urQueueFinish(unordered));
  EXPECT_NE(where[0], 0u);
  EXPECT_NE(where[2], 0u);
}

TEST_F(HostShortLaunch, RunsOnlyOnAStackThatIsLargeEnough) {
  auto *const where = host_.memory<uint64_t>(2);
  ur_event_handle_t small = nullptr;
  StackThread(size_t{128} << 10, [&] { small = launch(host_.queue, "short_deep", where); }).join();
  EXPECT_NE(statusOf(small), UR_EVENT_STATUS_COMPLETE);
  ASSERT_OK(urEventWait(1, &small));
  StackThread(size_t{1} << 20, [&] { launch(host_.queue, "short_deep", where + 1); }).join();
  EXPECT_EQ(statusOf(events_.back()), UR_EVENT_STATUS_COMPLETE);
}

TEST_F(HostShortLaunch, HasTimesAndCallbacks) {
  auto *const where = host_.memory<uint64_t>(1);
  ur_event_handle_t event =
      launch(host_.makeQueue(UR_QUEUE_FLAG_PROFILING_ENABLE), "short_address", where);
  uint64_t before = 1;
  for (const auto query : {UR_PROFILING_INFO_COMMAND_QUEUED, UR_PROFILING_INFO_COMMAND_SUBMIT,
                           UR_PROFILING_INFO_COMMAND_START, UR_PROFILING_INFO_COMMAND_END}) {
    uint64_t time = 0;
    ASSERT_OK(urEventGetProfilingInfo(event, query, sizeof(time), &time, nullptr));
    EXPECT_GE(time, before);
    before = time;
  }
  std::atomic<int> calls{0};
  const auto count = [](ur_event_handle_t, ur_execution_info_t, void *data) {
    auto &number = *static_cast<std::atomic<int> *>(data);
    ++number;
    number.notify_all();
  };
  ASSERT_OK(urEventSetCallback(event, UR_EXECUTION_INFO_RUNNING, count, &calls));
  ASSERT_OK(urEventSetCallback(event, UR_EXECUTION_INFO_COMPLETE, count, &calls));
  for (int now = calls; now != 2; now = calls)
    calls.wait(now);
}

// Several threads enqueue short and long commands, which the order of the queue keeps apart: the
// kernels add without atomic operations.
TEST(HostShortLaunches, OfManyThreadsKeepTheOrderOfTheQueue) {
  constexpr int kThreads = 4;
  constexpr int kLaunches = 2000;
  HostDevice host;
  auto *const sum = host.memory<int>(1);
  ur_kernel_handle_t const kernels[] = {host.kernel("add_one"), host.kernel("add_ones")};
  const auto enqueueMany = [&](int thread) {
    const int n = 3;
    ur_exp_kernel_arg_properties_t arguments[2] = {};
    arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    arguments[0].size = sizeof(void *);
    arguments[0].value.pointer = sum;
    arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
    arguments[1].index = 1;
    arguments[1].size = sizeof(n);
    arguments[1].value.value = &n;
    for (int i = 0; i < kLaunches; ++i) {
      const bool isLong = (i + thread) % 50 == 0;
      const size_t one = 1;
      ur_event_handle_t event = nullptr;
      ASSERT_OK(urEnqueueKernelLaunchWithArgsExp(host.queue, kernels[isLong], 1, nullptr, &one,
                                                 nullptr, 2, arguments, nullptr, 0, nullptr,
                                                 i % 3 == 0 ? &event : nullptr));
      if (!event)
        continue;
      if (i % 9 == 0) {
        ASSERT_OK(urEventWait(1, &event));
      }
      ASSERT_OK(urEventRelease(event));
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back(enqueueMany, i);
  for (std::thread &thread : threads)
    thread.join();
  ASSERT_OK(urQueueFinish(host.queue));
  EXPECT_EQ(*sum, kThreads * (kLaunches + 2 * kLaunches / 50));
}

} // namespace
} // namespace ursa
