// Tests threads that wait for a command of the host device: they run that command and its
// dependencies if their stack is large enough, and no function of the application.
#include "host/host_device.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace ursa {
namespace {

constexpr size_t kLargeStack = 8 << 20;

class HostWaiting : public testing::Test {
protected:
  /// Waits for an event in a thread with that stack size, then releases the event.
  std::unique_ptr<StackThread> waitInThread(size_t stackBytes, ur_event_handle_t event) {
    return std::make_unique<StackThread>(stackBytes, [event] {
      EXPECT_OK(urEventWait(1, &event));
      EXPECT_OK(urEventRelease(event));
    });
  }

  HostDevice host_;
};

// In these tests all workers are blocked: only the waiting thread can complete commands.

TEST_F(HostWaiting, RunsTheCommandItself) {
  auto *const where = host_.memory<uint64_t>(1);
  const auto releaseWorkers = host_.blockWorkers();
  const auto thread =
      waitInThread(kLargeStack, host_.launch(host_.queue, "stack_address", where, 1));
  thread->join();
  EXPECT_TRUE(thread->has(*where));
  releaseWorkers();
}

TEST_F(HostWaiting, RunsEarlierCommandsOfTheQueue) {
  constexpr int kCount = 100;
  auto *const where = host_.memory<uint64_t>(kCount);
  const auto releaseWorkers = host_.blockWorkers();
  for (int i = 0; i < kCount; ++i)
    host_.launch(host_.queue, "stack_address", where + i, i, {}, false);
  StackThread thread(kLargeStack, [&] { EXPECT_OK(urQueueFinish(host_.queue)); });
  thread.join();
  for (int i = 0; i < kCount; ++i)
    EXPECT_TRUE(thread.has(where[i])) << i;
  releaseWorkers();
}

TEST_F(HostWaiting, RunsDependenciesInOtherQueues) {
  auto *const where = host_.memory<uint64_t>(3);
  ur_queue_handle_t unordered = host_.makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto releaseWorkers = host_.blockWorkers();
  ur_event_handle_t first = host_.launch(host_.makeQueue(), "stack_address", where, 1);
  ur_event_handle_t second = host_.launch(unordered, "stack_address", where + 1, 2, {first});
  const auto thread =
      waitInThread(kLargeStack, host_.launch(host_.queue, "stack_address", where + 2, 3, {second}));
  thread->join();
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(thread->has(where[i])) << i;
  EXPECT_OK(urEventRelease(first));
  EXPECT_OK(urEventRelease(second));
  releaseWorkers();
}

TEST_F(HostWaiting, RunsAllCommandsOfAnUnorderedQueue) {
  constexpr int kCount = 20;
  auto *const where = host_.memory<uint64_t>(kCount);
  ur_queue_handle_t unordered = host_.makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto releaseWorkers = host_.blockWorkers();
  for (int i = 0; i < kCount; ++i)
    host_.launch(unordered, "stack_address", where + i, i, {}, false);
  EXPECT_OK(urQueueFinish(unordered));
  for (int i = 0; i < kCount; ++i)
    EXPECT_NE(where[i], 0u) << i;
  releaseWorkers();
}

// More chains than it looks at for one command.
TEST_F(HostWaiting, RunsAllChainsOfAnUnorderedQueue) {
  constexpr int kChains = 40, kCommands = 2 * kChains;
  auto *const where = host_.memory<uint64_t>(kCommands);
  ur_queue_handle_t unordered = host_.makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto releaseWorkers = host_.blockWorkers();
  std::vector<ur_event_handle_t> events;
  events.reserve(kChains);
  for (int i = 0; i < kChains; ++i)
    events.push_back(host_.launch(unordered, "stack_address", where + i, i));
  for (int i = 0; i < kChains; ++i)
    host_.launch(unordered, "stack_address", where + kChains + i, i, {events[i]}, false);
  StackThread thread(kLargeStack, [&] { EXPECT_OK(urQueueFinish(unordered)); });
  thread.join();
  for (int i = 0; i < kCommands; ++i)
    EXPECT_TRUE(thread.has(where[i])) << i;
  for (ur_event_handle_t event : events)
    EXPECT_OK(urEventRelease(event));
  releaseWorkers();
}

TEST_F(HostWaiting, RunsRecordedCommands) {
  auto *const where = host_.memory<uint64_t>(2);
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 false, true, false};
  ur_exp_command_buffer_handle_t recorded = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(host_.context, host_.device, &description, &recorded));
  const uint64_t pattern = 7;
  for (int i = 0; i < 2; ++i)
    ASSERT_OK(urCommandBufferAppendUSMFillExp(recorded, where + i, &pattern, sizeof(pattern),
                                              sizeof(pattern), 0, nullptr, 0, nullptr, nullptr,
                                              nullptr, nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(recorded));
  const auto releaseWorkers = host_.blockWorkers();
  ASSERT_OK(urEnqueueCommandBufferExp(host_.queue, recorded, 0, nullptr, nullptr));
  ASSERT_OK(urEnqueueCommandBufferExp(host_.queue, recorded, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(host_.queue));
  EXPECT_EQ(where[0], 7u);
  EXPECT_EQ(where[1], 7u);
  releaseWorkers();
  EXPECT_OK(urCommandBufferReleaseExp(recorded));
}

// In the tests below, the waiting thread must not run the ready command: it sleeps, and a worker
// runs the command later.

TEST_F(HostWaiting, DoesNotRunCommandsOfOthers) {
  auto *const where = host_.memory<uint64_t>(2);
  ur_event_handle_t held = nullptr;
  const auto releaseWorkers = host_.blockWorkers(&held);
  host_.launch(host_.makeQueue(), "stack_address", where, 1, {}, false);
  const auto thread =
      waitInThread(kLargeStack, host_.launch(host_.queue, "stack_address", where + 1, 2, {held}));
  thread->waitUntilAsleep();
  EXPECT_EQ(std::atomic_ref(where[0]).load(), 0u);
  releaseWorkers();
  thread->join();
  EXPECT_OK(urEventRelease(held));
}

TEST_F(HostWaiting, RunsNoCommandThatNeedsALargerStack) {
  for (const size_t stackBytes : {size_t{64} << 10, size_t{128} << 10}) {
    auto *const where = host_.memory<uint64_t>(1);
    const auto releaseWorkers = host_.blockWorkers();
    const auto thread = waitInThread(stackBytes, host_.launch(host_.queue, "deep", where, 1));
    thread->waitUntilAsleep();
    releaseWorkers();
    thread->join();
    EXPECT_NE(*where, 0u);
    EXPECT_FALSE(thread->has(*where)) << stackBytes;
  }
}

TEST_F(HostWaiting, RunsSmallKernelsOnSmallStacks) {
  auto *const where = host_.memory<uint64_t>(1);
  const auto releaseWorkers = host_.blockWorkers();
  const auto thread =
      waitInThread(size_t{128} << 10, host_.launch(host_.queue, "stack_address", where, 1));
  thread->join();
  EXPECT_TRUE(thread->has(*where));
  releaseWorkers();
}

TEST_F(HostWaiting, RunsDeepKernelsOnLargeStacks) {
  auto *const where = host_.memory<uint64_t>(1);
  const auto releaseWorkers = host_.blockWorkers();
  const auto thread = waitInThread(kLargeStack, host_.launch(host_.queue, "deep", where, 1));
  thread->join();
  EXPECT_TRUE(thread->has(*where));
  releaseWorkers();
}

/// Records the threads that call functions of the application.
struct Callers {
  void add() {
    const std::lock_guard guard(mutex);
    threads.insert(std::this_thread::get_id());
    ++calls;
    changed.notify_all();
  }
  void waitFor(int count) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return calls == count; });
  }

  std::mutex mutex; ///< guards the members below
  std::condition_variable changed;
  std::set<std::thread::id> threads;
  int calls = 0;
};

TEST_F(HostWaiting, CallsNoHostTasks) {
  Callers callers;
  const auto releaseWorkers = host_.blockWorkers();
  for (int i = 0; i < 20; ++i)
    ASSERT_OK(urEnqueueHostTaskExp(
        host_.queue, [](void *data) { static_cast<Callers *>(data)->add(); }, &callers, nullptr, 0,
        nullptr, nullptr));
  ASSERT_OK(urQueueFinish(host_.queue));
  EXPECT_EQ(callers.calls, 20);
  EXPECT_FALSE(callers.threads.contains(std::this_thread::get_id()));
  releaseWorkers();
}

TEST_F(HostWaiting, CallsNoCallbacks) {
  Callers callers;
  auto *const where = host_.memory<uint64_t>(1);
  const auto recordCaller = [](ur_event_handle_t, ur_execution_info_t, void *data) {
    static_cast<Callers *>(data)->add();
  };
  const auto releaseWorkers = host_.blockWorkers();
  ur_event_handle_t event = host_.launch(host_.queue, "stack_address", where, 1);
  for (const auto status : {UR_EXECUTION_INFO_RUNNING, UR_EXECUTION_INFO_COMPLETE})
    ASSERT_OK(urEventSetCallback(event, status, recordCaller, &callers));
  ASSERT_OK(urEventWait(1, &event));
  ASSERT_OK(urEventSetCallback(event, UR_EXECUTION_INFO_COMPLETE, recordCaller,
                               &callers)); // the command is already complete
  callers.waitFor(3);
  EXPECT_EQ(callers.threads.size(), 1u);
  EXPECT_FALSE(callers.threads.contains(std::this_thread::get_id()));
  releaseWorkers();
  EXPECT_OK(urEventRelease(event));
}

// Host tasks that wait for each other, more of them than there are workers.
TEST_F(HostWaiting, HostTasksMayWaitForEachOther) {
  constexpr int kTasks = 16;
  std::atomic<int> arrived{0};
  ur_queue_handle_t unordered = host_.makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (int i = 0; i < kTasks; ++i)
    ASSERT_OK(urEnqueueHostTaskExp(
        unordered,
        [](void *data) {
          auto &count = *static_cast<std::atomic<int> *>(data);
          ++count;
          count.notify_all();
          for (int now = count; now < kTasks; now = count)
            count.wait(now);
        },
        &arrived, nullptr, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(unordered));
  EXPECT_EQ(arrived, kTasks);
}

// Callbacks and their threads have finished when the adapter is released.
TEST(HostCallbacks, FinishBeforeTheAdapterIsReleased) {
  std::atomic<int> calls{0};
  {
    HostDevice host;
    auto *const where = host.memory<uint64_t>(1);
    for (int i = 0; i < 50; ++i) {
      ur_event_handle_t event = host.launch(host.queue, "stack_address", where, 1);
      ASSERT_OK(urEventSetCallback(
          event, UR_EXECUTION_INFO_COMPLETE,
          [](ur_event_handle_t, ur_execution_info_t, void *data) {
            ++*static_cast<std::atomic<int> *>(data);
          },
          &calls));
      ASSERT_OK(urEventRelease(event));
    }
  }
  EXPECT_EQ(calls, 50);
}

} // namespace
} // namespace ursa
