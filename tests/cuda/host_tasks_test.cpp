// Host tasks of queues out of order: tasks that wait for each other, and what waits for tasks.
#include "cuda/host_tasks_fixture.h"

#include <atomic>
#include <future>

namespace ursa {
namespace {

// Each task waits for one that it enqueues. The driver makes no stream while one waits for memory.
TEST_F(CudaHostTasks, WaitForEachOtherInAnyDepth) {
  constexpr int kDepth = 150;
  start();
  std::atomic<int> reached = 0;
  const std::function<void()> nest = [&] {
    if (++reached < kDepth)
      wait(task(nest));
  };
  wait(task(nest));
  EXPECT_EQ(reached, kDepth);
  finish();
  EXPECT_LE(calls("cuStreamCreateWithPriority"), 4);
}

// The second task and others are behind the first one, which waits for commands that it enqueues.
// The driver does not load a kernel while a stream waits for memory.
TEST_F(CudaHostTasks, CommandsBehindAWaitingTaskAreInNobodysWay) {
  start();
  for (int round = 0; round < 16; ++round) {
    std::atomic<int> order = 0;
    int inner = 0;
    int behind = 0;
    *values_ = 0;
    Gate enqueued;
    const ur_event_handle_t first = task([&] {
      enqueued.opened.wait();
      if (!kernel_) {
        EXPECT_OK(makeKernel("step")) << lastError();
      }
      const ur_event_handle_t joined = join({step(values_, 0, {})});
      const ur_event_handle_t empty = join({joined, joined});
      wait(task([&] { inner = ++order + *values_; }, {joined, empty}));
    });
    const ur_event_handle_t second = task([&] { behind = ++order; }, {first});
    const ur_event_handle_t third = join({second});
    for (int i = 0; i < round % 5; ++i)
      join({first});
    enqueued.open();
    wait(third);
    EXPECT_EQ(inner, 2);
    EXPECT_EQ(behind, 2);
  }
  finish();
}

TEST_F(CudaHostTasks, HoldCommandsOfAllKindsBack) {
  start();
  ASSERT_OK(makeKernel("step"));
  makeBuffer(16);
  const std::vector<int> from = {5, 6, 7, 8};
  std::vector<int> to(4);
  Gate closed;
  const ur_event_handle_t first = gate(closed);
  ur_event_handle_t written = nullptr;
  ur_event_handle_t read = nullptr;
  ur_event_handle_t filled = nullptr;
  ur_event_handle_t copied = nullptr;
  EXPECT_OK(
      urEnqueueMemBufferWrite(queue_, buffer_, false, 0, 16, from.data(), 1, &first, &written));
  EXPECT_OK(urEnqueueMemBufferRead(queue_, buffer_, false, 0, 16, to.data(), 1, &written, &read));
  const int three = 3;
  EXPECT_OK(urEnqueueUSMFill(queue_, values_, sizeof(three), &three, 16, 1, &read, &filled));
  EXPECT_OK(urEnqueueUSMMemcpy(queue_, false, values_ + 4, values_, 16, 1, &filled, &copied));
  for (ur_event_handle_t event : {written, read, filled, copied})
    keep(event);
  const ur_event_handle_t last = step(values_ + 7, 3, {copied});
  expectHeld(last);
  EXPECT_EQ(values_[0], 0);
  EXPECT_EQ(statusOf(last), UR_EVENT_STATUS_QUEUED);
  const ur_event_handle_t other = step(values_ + 20, 0, {}); // depends on nothing
  wait(other);
  EXPECT_EQ(values_[20], 1);
  closed.open();
  wait(last);
  EXPECT_EQ(to, from);
  EXPECT_EQ(values_[4], 3);
  EXPECT_EQ(values_[7], 4);
  EXPECT_EQ(calls("cuStreamWaitValue32"), 0);
}

TEST_F(CudaHostTasks, BlockingCommandsWait) {
  start();
  makeBuffer(16);
  const std::vector<int> from = {5, 6, 7, 8};
  std::vector<int> to(4);
  Gate closed;
  const ur_event_handle_t first = gate(closed);
  ur_event_handle_t written = nullptr;
  EXPECT_OK(
      urEnqueueMemBufferWrite(queue_, buffer_, false, 0, 16, from.data(), 1, &first, &written));
  keep(written);
  auto reads = std::async(std::launch::async, [&] {
    return urEnqueueMemBufferRead(queue_, buffer_, true, 0, 16, to.data(), 1, &written, nullptr);
  });
  expectHeld(written);
  closed.open();
  EXPECT_OK(reads.get());
  EXPECT_EQ(to, from);
}

// A barrier without a list waits for tasks, and for commands that wait for them.
TEST_F(CudaHostTasks, BarriersWaitForTasksAndHeldCommands) {
  start();
  ASSERT_OK(makeKernel("step"));
  Gate closed;
  const ur_event_handle_t first = gate(closed);
  step(values_, 0, {first});
  const ur_event_handle_t all = barrier();
  const ur_event_handle_t behind = step(values_, 1, {});
  ur_event_handle_t everything = nullptr;
  EXPECT_OK(urEnqueueEventsWait(queue_, 0, nullptr, &everything));
  keep(everything);
  std::atomic<int> seen = 0;
  const ur_event_handle_t last = task([&] { seen = *values_; }, {everything});
  expectHeld(all);
  expectHeld(behind);
  expectHeld(last);
  closed.open();
  wait(last);
  EXPECT_EQ(seen, 2);
  // A barrier with a list holds later commands back, but waits for nothing else.
  Gate again;
  Gate other;
  const ur_event_handle_t held = gate(again);
  const ur_event_handle_t running = gate(other);
  const ur_event_handle_t one = barrier({held});
  const ur_event_handle_t later = step(values_, 2, {});
  expectHeld(later);
  again.open();
  wait(later);
  wait(one);
  EXPECT_EQ(statusOf(running), UR_EVENT_STATUS_SUBMITTED);
  EXPECT_EQ(*values_, 3);
  other.open();
  finish();
}

TEST_F(CudaHostTasks, AnotherThreadFinishesTheQueue) {
  start();
  ASSERT_OK(makeKernel("step"));
  Gate closed;
  Gate begun;
  std::atomic<int> reached = 0;
  const ur_event_handle_t first = task([&] {
    begun.open();
    closed.opened.wait();
    wait(task([&] { wait(step(values_, 0, {task([&] { ++reached; })})); }));
  });
  step(values_, 1, {first});
  auto finishes = std::async(std::launch::async, [&] { return urQueueFinish(queue_); });
  begun.opened.wait();
  ur_bool_t isEmpty = true;
  EXPECT_OK(urQueueGetInfo(queue_, UR_QUEUE_INFO_EMPTY, sizeof(isEmpty), &isEmpty, nullptr));
  EXPECT_FALSE(isEmpty);
  closed.open();
  EXPECT_OK(finishes.get());
  EXPECT_EQ(reached, 1);
  EXPECT_EQ(*values_, 2);
  EXPECT_OK(urQueueGetInfo(queue_, UR_QUEUE_INFO_EMPTY, sizeof(isEmpty), &isEmpty, nullptr));
  EXPECT_TRUE(isEmpty);
}

// Commands follow a task in their stream, which waits for it.
TEST_F(CudaHostTasks, StreamsOfOrderedQueuesWait) {
  start(0);
  ASSERT_OK(makeKernel("step"));
  step(values_ + 1, 0, {});
  finish();
  Gate closed;
  gate(closed);
  const ur_event_handle_t behind = step(values_, 0, {});
  expectHeld(behind);
  EXPECT_EQ(calls("cuStreamWaitValue32"), 1);
  closed.open();
  finish();
  EXPECT_EQ(*values_, 1);
}

// Commands of a queue out of order wait for a task of an ordered one, which waits for the former.
TEST_F(CudaHostTasks, OfOrderedQueuesWaitForQueuesOutOfOrder) {
  start();
  ASSERT_OK(makeKernel("step"));
  ur_queue_handle_t ordered = anotherQueue();
  ur_queue_handle_t follower = anotherQueue();
  wait(step(values_ + 30, 0, {}));
  for (int round = 0; round < 8; ++round) {
    Gate enqueued;
    std::fill_n(values_, 30, 0);
    const ur_event_handle_t first = task(
        [&] {
          enqueued.opened.wait();
          wait(step(values_ + 10, 0, {}));
          wait(task([] {}));
        },
        {}, ordered);
    const ur_event_handle_t second = step(values_, 0, {}, ordered);
    const ur_event_handle_t third = step(values_, 1, {second}, follower);
    for (int i = 0; i < 8; ++i)
      step(values_ + i + 1, 0, {i % 2 == 0 ? first : third});
    enqueued.open();
    finish();
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(values_[i + 1], 1);
    EXPECT_EQ(values_[0], 2);
    EXPECT_EQ(values_[10], 1);
  }
  EXPECT_OK(urQueueRelease(ordered));
  EXPECT_OK(urQueueRelease(follower));
}

// As other commands: a stream that waits for the host may stop others that share its channel.
TEST_F(CudaHostTasks, ExecutionsAreHeldBack) {
  constexpr int kExecutions = 40;
  start();
  ASSERT_OK(makeKernel("step"));
  for (int round = 0; round < 3; ++round) {
    std::fill_n(values_, 64, 0);
    std::vector<ur_exp_command_buffer_handle_t> buffers;
    Gate closed;
    const ur_event_handle_t first = gate(closed);
    ur_event_handle_t last = nullptr;
    for (int i = 0; i < kExecutions; ++i) {
      const ur_exp_command_buffer_desc_t description = {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                        nullptr, false, true, false};
      ur_exp_command_buffer_handle_t buffer = nullptr;
      ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer));
      const int pattern = i + 1;
      EXPECT_OK(urCommandBufferAppendUSMFillExp(buffer, values_ + i, &pattern, 4, 4, 0, nullptr, 0,
                                                nullptr, nullptr, nullptr, nullptr));
      EXPECT_OK(urCommandBufferFinalizeExp(buffer));
      const bool hasEvent = i % 2 == 1;
      EXPECT_OK(urEnqueueCommandBufferExp(queue_, buffer, 1, &first, hasEvent ? &last : nullptr))
          << lastError();
      if (hasEvent)
        keep(last);
      buffers.push_back(buffer);
    }
    // Neither these nor what they enqueue are behind an execution.
    for (int i = 0; i < 8; ++i)
      wait(task([&, i] { wait(step(values_ + 48 + i, 0, {})); }));
    const ur_event_handle_t behind = step(values_ + kExecutions - 1, kExecutions, {last});
    expectHeld(last);
    EXPECT_EQ(values_[0], 0);
    closed.open();
    wait(behind);
    finish();
    for (int i = 0; i < kExecutions - 1; ++i)
      EXPECT_EQ(values_[i], i + 1);
    EXPECT_EQ(values_[kExecutions - 1], kExecutions + 1);
    for (ur_exp_command_buffer_handle_t buffer : buffers)
      EXPECT_OK(urCommandBufferReleaseExp(buffer));
  }
  EXPECT_EQ(calls("cuStreamWaitValue32"), 0);
}

// A buffer that is released, or executed again, before the driver has its execution.
TEST_F(CudaHostTasks, HeldExecutionsFollowEachOther) {
  constexpr int kExecutions = 5;
  start();
  ASSERT_OK(makeKernel("step"));
  const ur_exp_command_buffer_desc_t description = {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                    nullptr, false, true, false};
  ur_exp_command_buffer_handle_t buffer = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer));
  for (int i = 0; i < 3; ++i) {
    const int pattern = i + 1;
    EXPECT_OK(urCommandBufferAppendUSMFillExp(buffer, values_ + i, &pattern, 4, 4, 0, nullptr, 0,
                                              nullptr, nullptr, nullptr, nullptr));
  }
  EXPECT_OK(urCommandBufferFinalizeExp(buffer));
  Gate closed;
  ur_event_handle_t before = gate(closed);
  for (int i = 0; i < kExecutions; ++i) {
    ur_event_handle_t executed = nullptr;
    EXPECT_OK(urEnqueueCommandBufferExp(queue_, buffer, 1, &before, &executed)) << lastError();
    before = step(values_ + 2, 3, {keep(executed)});
  }
  EXPECT_OK(urCommandBufferReleaseExp(buffer));
  expectHeld(before);
  EXPECT_EQ(values_[2], 0);
  closed.open();
  wait(before);
  EXPECT_EQ(values_[0], 1);
  EXPECT_EQ(values_[2], 4);
  EXPECT_EQ(calls("cuStreamWaitValue32"), 0);
}

// The task of a graph waits for commands that it enqueues to the queue that executes the graph.
TEST_F(CudaHostTasks, OfGraphsWaitForTheirQueue) {
  constexpr int kExecutions = 5;
  start();
  ASSERT_OK(makeKernel("step"));
  ur_queue_handle_t captured = anotherQueue();
  ASSERT_OK(urQueueBeginGraphCaptureExp(captured));
  step(values_, 0, {}, captured);
  int calls = 0;
  static std::function<void()> inner; // outlives the executions
  inner = [&] { wait(task([&] { wait(step(values_ + 1, calls++, {})); })); };
  ASSERT_OK(urEnqueueHostTaskExp(
      captured, [](void *) { inner(); }, nullptr, nullptr, 0, nullptr, nullptr));
  step(values_, 1, {}, captured);
  ur_exp_graph_handle_t graph = nullptr;
  ASSERT_OK(urQueueEndGraphCaptureExp(captured, &graph)) << lastError();
  std::vector<ur_exp_executable_graph_handle_t> executables(kExecutions);
  for (ur_exp_executable_graph_handle_t &executable : executables)
    ASSERT_OK(urGraphInstantiateGraphExp(graph, &executable)) << lastError();
  for (ur_exp_executable_graph_handle_t executable : executables) {
    *values_ = 0;
    ur_event_handle_t executed = nullptr;
    ASSERT_OK(urEnqueueGraphExp(queue_, executable, 0, nullptr, &executed));
    const ur_event_handle_t behind = step(values_, 2, {keep(executed)});
    wait(behind);
    EXPECT_EQ(*values_, 3);
  }
  finish();
  EXPECT_EQ(values_[1], kExecutions);
  EXPECT_EQ(this->calls("cuStreamWaitValue32"), 0);
  for (ur_exp_executable_graph_handle_t executable : executables)
    EXPECT_OK(urGraphExecutableGraphDestroyExp(executable));
  EXPECT_OK(urGraphDestroyExp(graph));
  EXPECT_OK(urQueueRelease(captured));
}

TEST_F(CudaHostTasks, ALongChainIsHeldBack) {
  constexpr int kLength = 5000;
  start();
  ASSERT_OK(makeKernel("step"));
  Gate closed;
  ur_event_handle_t last = gate(closed);
  for (int i = 0; i < kLength; ++i)
    last = step(values_, i, {last});
  auto waits = std::async(std::launch::async, [&] { return urEventWait(1, &last); });
  closed.open();
  EXPECT_OK(waits.get());
  EXPECT_EQ(*values_, kLength);
}

TEST_F(CudaHostTasks, ThreadsEnqueueAtTheSameTime) {
  constexpr size_t kThreads = 4;
  constexpr int kRounds = 50;
  start();
  ASSERT_OK(makeKernel("step"));
  std::array<std::future<void>, kThreads> threads;
  for (size_t thread = 0; thread < kThreads; ++thread)
    threads[thread] = std::async(std::launch::async, [this, value = values_ + thread] {
      ur_event_handle_t last = nullptr;
      for (int i = 0; i < kRounds; ++i) {
        const std::vector<ur_event_handle_t> waits(last ? 1 : 0, last);
        const ur_event_handle_t stepped = step(value, 2 * i, waits);
        const ur_event_handle_t nested =
            task([=, this] { wait(step(value, 2 * i + 1, {})); }, {stepped});
        last = join({nested, stepped});
        if (i % 7 == 0)
          EXPECT_OK(urQueueFinish(queue_));
      }
      wait(last);
    });
  for (auto &thread : threads)
    thread.get();
  finish();
  for (size_t thread = 0; thread < kThreads; ++thread)
    EXPECT_EQ(values_[thread], 2 * kRounds);
}

} // namespace
} // namespace ursa
