// Tests the host device when the system starts no threads, or fewer than requested: then the
// threads that enqueue commands run them.
#include "host/host_device.h"
#include "support/thread_starts.h"

#include <thread>

namespace ursa {
namespace {

class HostWithoutThreads : public testing::TestWithParam<int> {
protected:
  HostWithoutThreads() { allowThreads(GetParam()); }
  ~HostWithoutThreads() override {
    allowThreads(kAllThreads); // the adapter has stopped before
  }

  void TearDown() override { host_.reset(); }

  std::unique_ptr<HostDevice> host_ = std::make_unique<HostDevice>();
};

TEST_P(HostWithoutThreads, LaunchesComplete) {
  auto *const where = host_->memory<uint64_t>(100);
  for (int i = 0; i < 100; ++i)
    host_->launch(host_->queue, "stack_address", where + i, i, {}, false);
  ur_event_handle_t event = host_->launch(host_->queue, "deep", where, 1);
  ASSERT_OK(urEventWait(1, &event));
  ASSERT_OK(urQueueFinish(host_->queue));
  for (int i = 0; i < 100; ++i)
    EXPECT_NE(where[i], 0u) << i;
  EXPECT_OK(urEventRelease(event));
}

TEST_P(HostWithoutThreads, HostTasksAndCallbacksRun) {
  std::atomic<int> calls{0};
  const auto count = [](void *data) { ++*static_cast<std::atomic<int> *>(data); };
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEnqueueHostTaskExp(host_->queue, count, &calls, nullptr, 0, nullptr, nullptr));
  ASSERT_OK(urEnqueueHostTaskExp(host_->queue, count, &calls, nullptr, 0, nullptr, &event));
  ASSERT_OK(urEventSetCallback(
      event, UR_EXECUTION_INFO_COMPLETE,
      [](ur_event_handle_t, ur_execution_info_t, void *data) {
        ++*static_cast<std::atomic<int> *>(data);
        static_cast<std::atomic<int> *>(data)->notify_all();
      },
      &calls));
  ASSERT_OK(urQueueFinish(host_->queue));
  for (int now = calls; now != 3; now = calls)
    calls.wait(now);
  EXPECT_OK(urEventRelease(event));
}

// A host task that releases the last reference to its queue, and a callback that enqueues.
TEST_P(HostWithoutThreads, CallbacksMayCallTheAdapter) {
  struct State {
    ur_queue_handle_t queue;
    std::atomic<int> calls{0};
  } state{host_->makeQueue()};
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEnqueueHostTaskExp(
      host_->queue, [](void *) {}, nullptr, nullptr, 0, nullptr, &event));
  ASSERT_OK(urEventSetCallback(
      event, UR_EXECUTION_INFO_COMPLETE,
      [](ur_event_handle_t, ur_execution_info_t, void *data) {
        auto &own = *static_cast<State *>(data);
        EXPECT_OK(urEnqueueHostTaskExp(
            own.queue,
            [](void *pointer) {
              auto &count = static_cast<State *>(pointer)->calls;
              ++count;
              count.notify_all();
            },
            data, nullptr, 0, nullptr, nullptr));
      },
      &state));
  state.calls.wait(0);
  EXPECT_EQ(state.calls, 1);
  EXPECT_OK(urEventRelease(event));
}

// A chain of commands that becomes ready at once needs no more stack than one command.
TEST_P(HostWithoutThreads, LongChainsComplete) {
  auto *const where = host_->memory<uint64_t>(1);
  struct State {
    ur_queue_handle_t queue;
    uint64_t *where;
    int count = 0;
  } state{host_->queue, where};
  // A command that a task enqueues waits for the task, on whichever thread the task runs.
  ASSERT_OK(urEnqueueHostTaskExp(
      host_->queue,
      [](void *data) {
        auto &own = *static_cast<State *>(data);
        const uint64_t pattern = 3;
        for (int i = 0; i < 20000; ++i, ++own.count)
          ASSERT_OK(urEnqueueUSMFill(own.queue, own.where, sizeof(pattern), &pattern,
                                     sizeof(pattern), 0, nullptr, nullptr));
      },
      &state, nullptr, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(host_->queue)); // waits at least for the task
  ASSERT_OK(urQueueFinish(host_->queue));
  EXPECT_EQ(state.count, 20000);
  EXPECT_EQ(*where, 3u);
}

// Threads start as soon as the system has some again.
TEST_P(HostWithoutThreads, ThreadsStartLater) {
  auto *const where = host_->memory<uint64_t>(1);
  ur_event_handle_t event = host_->launch(host_->queue, "stack_address", where, 1);
  ASSERT_OK(urEventWait(1, &event));
  EXPECT_OK(urEventRelease(event));
  if (GetParam() == 0) {
    EXPECT_GT(refusedThreads(), 0);
  }
  allowThreads(kAllThreads);
  std::atomic<std::thread::id> caller{};
  ASSERT_OK(urEnqueueHostTaskExp(
      host_->queue,
      [](void *data) {
        static_cast<std::atomic<std::thread::id> *>(data)->store(std::this_thread::get_id());
      },
      &caller, nullptr, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(host_->queue));
  EXPECT_NE(caller.load(), std::this_thread::get_id());
}

// Number of threads that the system starts: none, or fewer than requested.
INSTANTIATE_TEST_SUITE_P(Threads, HostWithoutThreads, testing::Values(0, 1, 2));

} // namespace
} // namespace ursa
