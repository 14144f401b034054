// Host tasks on a driver that runs unordered queues in order, as NVIDIA's does: nothing comes
// behind a command that waits for a task, except for what waits for it, too.
#include "opencl/host_tasks.h"

#include <array>
#include <atomic>
#include <functional>
#include <future>
#include <utility>

namespace ursa {
namespace {

// Each task waits for one that it enqueues.
TEST_F(OpenclHostTasks, WaitForEachOtherInAnyDepth) {
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
  EXPECT_EQ(madeQueues(), 0); // nothing waited for a task
}

TEST_F(OpenclHostTasks, CommandsBehindAWaitingTaskAreInNobodysWay) {
  start();
  for (int round = 0; round < 16; ++round) {
    std::atomic<int> order = 0;
    int inner = 0;
    int behind = 0;
    int number = 0;
    Gate enqueued;
    const ur_event_handle_t first = task([&] {
      enqueued.get_future().wait();
      const ur_event_handle_t joined = join({read(number, {fill(round + 1)})});
      const ur_event_handle_t empty = join({joined, joined});
      wait(task([&] { inner = ++order + number; }, {joined, empty}));
    });
    const ur_event_handle_t second = task([&] { behind = ++order; }, {first});
    ur_event_handle_t third = join({second});
    for (int i = 0; i < round % 5; ++i)
      third = fill(100, {third, first});
    enqueued.set_value();
    wait(third);
    EXPECT_EQ(inner, round + 2);
    EXPECT_EQ(behind, 2);
  }
  finish();
  EXPECT_LE(madeQueues(), 2);
}

TEST_F(OpenclHostTasks, CommandsOfAllKindsWait) {
  start();
  Gate gate;
  int seen = 0;
  int other = 0;
  const ur_event_handle_t first = close(gate);
  const ur_event_handle_t filled = fill(7, {first});
  const ur_event_handle_t got = read(seen, {filled});
  void *mapped = nullptr;
  ur_event_handle_t map = nullptr;
  ASSERT_EQ(
      urEnqueueMemBufferMap(queue_, buffer_, false, UR_MAP_FLAG_READ, 0, 4, 1, &got, &map, &mapped),
      UR_RESULT_SUCCESS);
  keep(map);
  ur_event_handle_t unmapped = nullptr;
  ASSERT_EQ(urEnqueueMemUnmap(queue_, buffer_, mapped, 1, &map, &unmapped), UR_RESULT_SUCCESS);
  keep(unmapped);
  std::atomic<int> last = 0;
  const ur_event_handle_t end = task([&] { last = seen; }, {unmapped});
  fill(3, {}, nullptr, 4, 32); // depends on nothing
  read(other, {}, /*blocking=*/true, 32);
  EXPECT_EQ(other, 3);
  expectHeld(end);
  EXPECT_FALSE(isEmpty());
  gate.set_value();
  wait(end);
  EXPECT_EQ(last, 7);
  finish();
  EXPECT_TRUE(isEmpty());
}

TEST_F(OpenclHostTasks, BlockingCommandsWait) {
  start();
  Gate gate;
  int seen = 0;
  const ur_event_handle_t filled = fill(7, {close(gate)});
  auto reads = std::async(std::launch::async, [&] { read(seen, {filled}, /*blocking=*/true); });
  expectHeld(filled);
  fill(1, {}, nullptr, 4, 32); // others go on meanwhile
  gate.set_value();
  reads.get();
  EXPECT_EQ(seen, 7);
}

TEST_F(OpenclHostTasks, BarriersWaitForTasksAndWhatWaitsForThem) {
  start();
  Gate gate;
  int seen = 0;
  fill(7, {close(gate)});
  const ur_event_handle_t all = barrier();
  const ur_event_handle_t behind = read(seen, {});
  const ur_event_handle_t everything = join({});
  std::atomic<int> last = 0;
  const ur_event_handle_t end = task([&] { last = seen; }, {everything});
  expectHeld(all);
  expectHeld(behind);
  expectHeld(end);
  gate.set_value();
  wait(end);
  EXPECT_EQ(last, 7);
  // A barrier with a list holds later commands back, also those aside, but waits for nothing else.
  Gate again;
  Gate running;
  const ur_event_handle_t first = close(again);
  const ur_event_handle_t second = close(running);
  const ur_event_handle_t one = barrier({first});
  int later = 0;
  const ur_event_handle_t aside = task([] {}, {second});
  const ur_event_handle_t held = read(later, {fill(8)});
  expectHeld(one);
  expectHeld(held);
  again.set_value();
  wait(held);
  EXPECT_EQ(later, 8);
  EXPECT_NE(statusOf(aside), UR_EVENT_STATUS_COMPLETE);
  running.set_value();
  wait(aside);
  finish();
}

TEST_F(OpenclHostTasks, CommandsAsideWaitForEarlierBarriers) {
  start();
  Gate first;
  Gate second;
  const ur_event_handle_t task1 = close(first);
  const ur_event_handle_t task2 = close(second);
  barrier({task1});
  int seen = 0;
  const ur_event_handle_t aside = read(seen, {task2}); // waits for more than the barrier
  second.set_value();
  expectHeld(aside);
  first.set_value();
  wait(aside);
  finish();
}

TEST_F(OpenclHostTasks, AnotherThreadFinishesTheQueue) {
  start();
  Gate gate;
  Gate begun;
  std::atomic<int> reached = 0;
  const ur_event_handle_t first = task([&] {
    begun.set_value();
    gate.get_future().wait();
    wait(task([&] { wait(fill(1, {task([&] { ++reached; })})); }));
  });
  int seen = 0;
  read(seen, {first});
  auto finishes = std::async(std::launch::async, [&] { return urQueueFinish(queue_); });
  begun.get_future().wait();
  EXPECT_FALSE(isEmpty());
  gate.set_value();
  EXPECT_EQ(finishes.get(), UR_RESULT_SUCCESS);
  EXPECT_EQ(reached, 1);
  EXPECT_EQ(seen, 1);
  EXPECT_TRUE(isEmpty());
}

// Commands wait for the tasks of other queues, too, also through ordered ones.
TEST_F(OpenclHostTasks, OfOtherQueuesAreInNobodysWay) {
  start();
  ur_queue_handle_t ordered = makeQueue(0);
  ur_queue_handle_t follower = makeQueue(0);
  Gate enqueued;
  const ur_event_handle_t first = task(
      [&] {
        enqueued.get_future().wait();
        wait(fill(5));
        wait(task([] {}));
      },
      {}, ordered);
  const ur_event_handle_t second = fill(6, {}, ordered, 4, 32);
  const ur_event_handle_t third = fill(7, {second}, follower, 4, 32);
  int seen = 0;
  for (int i = 0; i < 4; ++i)
    read(seen, {i % 2 == 0 ? first : third}, false, 32);
  const ur_event_handle_t last = read(seen, {third}, false, 32);
  enqueued.set_value();
  wait(last);
  finish();
  EXPECT_EQ(seen, 7);
  EXPECT_EQ(urQueueRelease(ordered), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueRelease(follower), UR_RESULT_SUCCESS);
}

// An event that the application completes itself.
TEST_F(OpenclHostTasks, UserEventsOfTheApplication) {
  start();
  cl_event user = userEvent();
  ur_event_handle_t event = nullptr;
  ASSERT_EQ(urEventCreateWithNativeHandle(reinterpret_cast<ur_native_handle_t>(user), context_,
                                          nullptr, &event),
            UR_RESULT_SUCCESS);
  int seen = 0;
  const ur_event_handle_t held = read(seen, {fill(9, {keep(event)})});
  wait(fill(1, {}, nullptr, 4, 32));
  expectHeld(held);
  EXPECT_EQ(entries(user).clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
  wait(held);
  EXPECT_EQ(seen, 9);
  EXPECT_EQ(entries(user).clReleaseEvent(user), CL_SUCCESS);
}

TEST_F(OpenclHostTasks, ExecutionsOfCommandBuffersWaitAside) {
  start();
  const ur_exp_command_buffer_desc_t description = {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                    nullptr, false, true, false};
  ur_exp_command_buffer_handle_t recorded = nullptr;
  ASSERT_EQ(urCommandBufferCreateExp(context_, device_, &description, &recorded),
            UR_RESULT_SUCCESS);
  const int eight = 8;
  ASSERT_EQ(urCommandBufferAppendMemBufferFillExp(recorded, buffer_, &eight, 4, 0, 4, 0, nullptr, 0,
                                                  nullptr, nullptr, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(urCommandBufferFinalizeExp(recorded), UR_RESULT_SUCCESS);
  Gate gate;
  const ur_event_handle_t first = close(gate);
  ur_event_handle_t executed = nullptr;
  ASSERT_EQ(urEnqueueCommandBufferExp(queue_, recorded, 1, &first, &executed), UR_RESULT_SUCCESS)
      << lastError();
  keep(executed);
  ur_event_handle_t again = nullptr; // follows the one before
  ASSERT_EQ(urEnqueueCommandBufferExp(queue_, recorded, 0, nullptr, &again), UR_RESULT_SUCCESS);
  keep(again);
  int seen = 0;
  const ur_event_handle_t held = read(seen, {again});
  wait(task([&] { wait(fill(1, {}, nullptr, 4, 32)); }));
  expectHeld(executed);
  expectHeld(held);
  gate.set_value();
  wait(held);
  EXPECT_EQ(seen, 8);
  finish();
  EXPECT_EQ(urCommandBufferReleaseExp(recorded), UR_RESULT_SUCCESS);
}

TEST_F(OpenclHostTasks, TimestampsWaitAside) {
  start();
  Gate gate;
  const ur_event_handle_t first = close(gate);
  for (const bool waitsForAll : {false, true}) {
    ur_event_handle_t time = nullptr;
    ASSERT_EQ(urEnqueueTimestampRecordingExp(queue_, false, waitsForAll ? 0 : 1,
                                             waitsForAll ? nullptr : &first, &time),
              UR_RESULT_SUCCESS)
        << lastError();
    expectHeld(keep(time));
    // Those that wait for nothing do not wait for these.
    ur_queue_handle_t other = makeQueue(kUnordered);
    ur_event_handle_t early = nullptr;
    ASSERT_EQ(urEnqueueTimestampRecordingExp(other, true, 0, nullptr, &early), UR_RESULT_SUCCESS);
    EXPECT_EQ(urEventRelease(early), UR_RESULT_SUCCESS);
    EXPECT_EQ(urQueueRelease(other), UR_RESULT_SUCCESS);
  }
  wait(fill(1));
  gate.set_value();
  finish();
  for (ur_event_handle_t event : events_)
    EXPECT_EQ(statusOf(event), UR_EVENT_STATUS_COMPLETE);
}

TEST_F(OpenclHostTasks, OfQueuesWithTimesHaveThem) {
  start(kUnordered | UR_QUEUE_FLAG_PROFILING_ENABLE);
  std::atomic<int> reached = 0;
  const ur_event_handle_t outer = task([&] { wait(task([&] { ++reached; })); });
  wait(outer);
  EXPECT_EQ(reached, 1);
  uint64_t time = 0;
  EXPECT_EQ(
      urEventGetProfilingInfo(outer, UR_PROFILING_INFO_COMMAND_END, sizeof(time), &time, nullptr),
      UR_RESULT_SUCCESS)
      << lastError();
}

TEST_F(OpenclHostTasks, ReleasedQueuesEndTheirCommands) {
  start();
  Gate &gate = gates_.emplace_back();
  Gate &alone = gates_.emplace_back();
  std::atomic<int> reached = 0;
  const ur_event_handle_t filled = fill(4, {close(gate)});
  const ur_event_handle_t last = task([&] { ++reached; }, {filled});
  close(alone); // a task that nothing waits for
  for (ur_event_handle_t event : std::exchange(events_, {}))
    if (event != last) {
      EXPECT_EQ(urEventRelease(event), UR_RESULT_SUCCESS);
    }
  EXPECT_EQ(urQueueRelease(std::exchange(queue_, nullptr)), UR_RESULT_SUCCESS);
  gate.set_value();
  wait(last);
  EXPECT_EQ(reached, 1);
  EXPECT_EQ(urEventRelease(last), UR_RESULT_SUCCESS);
  alone.set_value();
}

TEST_F(OpenclHostTasks, OtherDriversGetOneQueue) {
  start(kUnordered, "");
  const ur_event_handle_t first = task([] {});
  int seen = 0;
  wait(read(seen, {fill(2, {first})}));
  EXPECT_EQ(seen, 2);
  finish();
  EXPECT_EQ(madeQueues(), 0);
}

TEST_F(OpenclHostTasks, ThreadsEnqueueAtTheSameTime) {
  constexpr size_t kThreads = 4;
  constexpr int kRounds = 50;
  start();
  std::array<std::future<void>, kThreads> threads;
  std::array<std::atomic<int>, kThreads> reached{};
  for (size_t thread = 0; thread < kThreads; ++thread)
    threads[thread] = std::async(std::launch::async, [this, thread, &reached] {
      ur_event_handle_t last = nullptr;
      for (int i = 0; i < kRounds; ++i) {
        const ur_event_handle_t filled =
            fill(i, std::vector<ur_event_handle_t>(last ? 1 : 0, last), nullptr, 4, thread * 4);
        const ur_event_handle_t nested = task(
            [this, thread, &reached] { wait(task([&reached, thread] { ++reached[thread]; })); },
            {filled});
        last = join({nested, filled});
        if (i % 7 == 0)
          EXPECT_EQ(urQueueFinish(queue_), UR_RESULT_SUCCESS);
      }
      wait(last);
    });
  for (auto &thread : threads)
    thread.get();
  finish();
  for (const std::atomic<int> &count : reached)
    EXPECT_EQ(count, kRounds);
}

} // namespace
} // namespace ursa
