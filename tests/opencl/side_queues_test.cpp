// The driver's further queues of unordered queues, for what waits for host tasks.
#include "opencl/host_tasks.h"

#include <atomic>
#include <utility>

namespace ursa {
namespace {

// However long a chain of tasks and commands is, all of it is in one further queue.
TEST_F(OpenclHostTasks, ChainsNeedOneFurtherQueue) {
  constexpr int kLength = 100;
  start();
  Gate gate;
  std::atomic<int> reached = 0;
  ur_event_handle_t last = close(gate);
  for (int i = 0; i < kLength; ++i)
    last = task([&] { ++reached; }, {fill(i, {last})});
  EXPECT_EQ(madeQueues(), 1);
  gate.set_value();
  wait(last);
  EXPECT_EQ(reached, kLength);
}

// Each of many tasks waits for what is behind the one that was enqueued before it.
TEST_F(OpenclHostTasks, ManyTasksAreInNobodysWay) {
  constexpr size_t kTasks = 100;
  start();
  std::vector<std::promise<ur_event_handle_t>> behind(kTasks);
  std::atomic<size_t> ended = 0;
  for (size_t i = 0; i < kTasks; ++i)
    behind[i].set_value(fill(1, {task([&, i] {
                               if (i + 1 < kTasks)
                                 wait(behind[i + 1].get_future().get());
                               ++ended;
                             })},
                             nullptr, 4, 32));
  finish();
  EXPECT_EQ(ended, kTasks);
  const int made = madeQueues();
  EXPECT_LE(made, static_cast<int>(kTasks));
  // They are used again.
  Gate gate;
  int seen = 0;
  const ur_event_handle_t filled = fill(1, {close(gate)});
  EXPECT_LE(madeQueues(), std::max(made, 1));
  gate.set_value();
  wait(read(seen, {filled}));
  EXPECT_EQ(seen, 1);
}

// A task that follows two others continues the chain of one of them.
TEST_F(OpenclHostTasks, ChainsJoinAndFork) {
  start();
  Gate first;
  Gate second;
  const ur_event_handle_t task1 = close(first);
  const ur_event_handle_t task2 = close(second);
  const ur_event_handle_t both = task([] {}, {task1, task2});
  Gate third;
  const ur_event_handle_t forks[] = {task([&] { third.get_future().wait(); }, {both}),
                                     task([] {}, {both}), task([] {}, {both})};
  const ur_event_handle_t held = fill(2, {forks[0]});
  const ur_event_handle_t filled = fill(3, {forks[1], forks[2]}, nullptr, 4, 4);
  first.set_value();
  expectHeld(filled);
  second.set_value();
  wait(filled);
  EXPECT_NE(statusOf(held), UR_EVENT_STATUS_COMPLETE);
  third.set_value();
  wait(held);
  finish();
}

TEST_F(OpenclHostTasks, BarriersWithoutTasksNeedNothing) {
  start();
  barrier();
  barrier({fill(1)});
  EXPECT_EQ(madeQueues(), 0);
  const auto markers = [&] {
    const std::lock_guard guard(driver_.mutex);
    return driver_.calls["clEnqueueMarkerWithWaitList"];
  };
  EXPECT_EQ(markers(), 0);
  // What waits for a task waits for them all the same.
  Gate gate;
  int seen = 0;
  const ur_event_handle_t held = read(seen, {close(gate)});
  EXPECT_EQ(markers(), 1);
  read(seen, {held});
  EXPECT_EQ(markers(), 1);
  gate.set_value();
  finish();
}

TEST_F(OpenclHostTasks, NativeHandlesOfWhatWaits) {
  start();
  Gate gate;
  const ur_event_handle_t held = fill(4, {close(gate)});
  EXPECT_EQ(urQueueFlush(queue_), UR_RESULT_SUCCESS);
  ur_native_handle_t native = 0;
  ASSERT_EQ(urEventGetNativeHandle(held, &native), UR_RESULT_SUCCESS);
  ur_event_handle_t same = nullptr;
  ASSERT_EQ(urEventCreateWithNativeHandle(native, context_, nullptr, &same), UR_RESULT_SUCCESS);
  keep(same);
  for (ur_event_handle_t event : {held, same}) {
    ur_queue_handle_t queue = nullptr;
    EXPECT_EQ(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_QUEUE, sizeof(queue), &queue, nullptr),
              UR_RESULT_SUCCESS)
        << lastError();
    EXPECT_EQ(queue, queue_);
  }
  int seen = 0;
  const ur_event_handle_t got = read(seen, {same});
  wait(fill(1, {}, nullptr, 4, 32));
  expectHeld(got);
  gate.set_value();
  wait(got);
  EXPECT_EQ(seen, 4);
  auto event = reinterpret_cast<cl_event>(native);
  EXPECT_EQ(entries(event).clWaitForEvents(1, &event), CL_SUCCESS);
}

// The driver reports errors of commands that wait when they are enqueued.
TEST_F(OpenclHostTasks, FailingCommandsAreInNobodysWay) {
  start();
  Gate gate;
  const ur_event_handle_t first = close(gate);
  const int zero = 0;
  const auto tryFill = [&] {
    ur_event_handle_t event = nullptr;
    const ur_result_t result =
        urEnqueueMemBufferFill(queue_, buffer_, &zero, 4, 0, 4, 1, &first, &event);
    if (event)
      keep(event);
    return result;
  };
  for (const char *call :
       {"clCreateCommandQueueWithProperties", "clEnqueueFillBuffer", "clFlush"}) {
    driver_.fail(call);
    EXPECT_EQ(tryFill(), UR_RESULT_ERROR_OUT_OF_RESOURCES) << call;
  }
  for (const char *call : {"clSetEventCallback", "clEnqueueFillBuffer", "clCreateUserEvent"}) {
    driver_.fail(call);
    EXPECT_NE(urEnqueueHostTaskExp(
                  queue_, [](void *) { FAIL(); }, nullptr, nullptr, 1, &first, nullptr),
              UR_RESULT_SUCCESS)
        << call;
  }
  driver_.fail("");
  EXPECT_EQ(tryFill(), UR_RESULT_SUCCESS);
  gate.set_value();
  finish();
  EXPECT_TRUE(isEmpty());
}

// The task's event tells that a command before it failed, and so on.
TEST_F(OpenclHostTasks, TasksBehindFailedCommandsFail) {
  start();
  cl_event user = userEvent();
  const ur_event_native_properties_t owned{UR_STRUCTURE_TYPE_EVENT_NATIVE_PROPERTIES, nullptr,
                                           true};
  ur_event_handle_t event = nullptr;
  ASSERT_EQ(urEventCreateWithNativeHandle(reinterpret_cast<ur_native_handle_t>(user), context_,
                                          &owned, &event),
            UR_RESULT_SUCCESS);
  keep(event);
  const ur_event_handle_t failed = task([] { FAIL(); }, {event});
  int seen = 7;
  const ur_event_handle_t behind = read(seen, {failed});
  EXPECT_EQ(entries(user).clSetUserEventStatus(user, CL_OUT_OF_RESOURCES), CL_SUCCESS);
  for (ur_event_handle_t each : {failed, behind}) {
    EXPECT_NE(urEventWait(1, &each), UR_RESULT_SUCCESS);
    EXPECT_EQ(statusOf(each), UR_EVENT_STATUS_ERROR);
  }
  wait(fill(1));
  finish();
  EXPECT_TRUE(isEmpty());
  EXPECT_EQ(seen, 7);
}

// Copies to another context, which wait for tasks of the first.
TEST_F(OpenclHostTasks, CopiesBetweenContextsAreInNobodysWay) {
  start();
  ur_context_handle_t other = nullptr;
  ASSERT_EQ(urContextCreate(1, &device_, nullptr, &other), UR_RESULT_SUCCESS);
  ur_mem_handle_t elsewhere = nullptr;
  ASSERT_EQ(urMemBufferCreate(other, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &elsewhere),
            UR_RESULT_SUCCESS);
  ur_queue_handle_t theirs = nullptr;
  ASSERT_EQ(urQueueCreate(other, device_, nullptr, &theirs), UR_RESULT_SUCCESS);
  fill(5);
  finish();
  Gate gate;
  const ur_event_handle_t first = close(gate);
  for (const bool isFrom : {false, true}) {
    ur_event_handle_t copied = nullptr;
    ASSERT_EQ(urEnqueueMemBufferCopy(queue_, isFrom ? elsewhere : buffer_,
                                     isFrom ? buffer_ : elsewhere, 0, isFrom ? 8 : 0, 4, 1,
                                     isFrom ? &events_.back() : &first, &copied),
              UR_RESULT_SUCCESS)
        << lastError();
    keep(copied);
  }
  const ur_event_handle_t back = events_.back();
  ur_event_handle_t time = nullptr;
  ASSERT_EQ(urEnqueueTimestampRecordingExp(theirs, true, 0, nullptr, &time), UR_RESULT_SUCCESS);
  EXPECT_EQ(urEventRelease(time), UR_RESULT_SUCCESS);
  // A command of the other context that waits for the copy is in nobody's way either.
  ur_queue_handle_t unordered = nullptr;
  const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, kUnordered};
  ASSERT_EQ(urQueueCreate(other, device_, &properties, &unordered), UR_RESULT_SUCCESS);
  int seen = 0;
  ur_event_handle_t got = nullptr;
  ASSERT_EQ(urEnqueueMemBufferRead(unordered, elsewhere, false, 0, 4, &seen, 1, &back, &got),
            UR_RESULT_SUCCESS);
  keep(got);
  ASSERT_EQ(urEnqueueMemBufferFill(unordered, elsewhere, &seen, 4, 32, 4, 0, nullptr, &time),
            UR_RESULT_SUCCESS);
  wait(keep(time));
  expectHeld(got);
  gate.set_value();
  wait(got);
  EXPECT_EQ(seen, 5);
  finish();
  for (ur_queue_handle_t queue : {theirs, unordered})
    EXPECT_EQ(urQueueRelease(queue), UR_RESULT_SUCCESS);
  EXPECT_EQ(urMemRelease(elsewhere), UR_RESULT_SUCCESS);
  for (ur_event_handle_t event : std::exchange(events_, {}))
    EXPECT_EQ(urEventRelease(event), UR_RESULT_SUCCESS);
  EXPECT_EQ(urContextRelease(other), UR_RESULT_SUCCESS);
}

// The commands of profiled command buffers go to a queue with times, which others use too.
TEST_F(OpenclHostTasks, ProfiledExecutionsOfOrderedQueues) {
  start();
  ur_queue_handle_t ordered = makeQueue(0);
  const ur_exp_command_buffer_desc_t description = {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                    nullptr, false, false, true};
  ur_exp_command_buffer_handle_t recorded = nullptr;
  ASSERT_EQ(urCommandBufferCreateExp(context_, device_, &description, &recorded),
            UR_RESULT_SUCCESS);
  const int eight = 8;
  ASSERT_EQ(urCommandBufferAppendMemBufferFillExp(recorded, buffer_, &eight, 4, 0, 4, 0, nullptr, 0,
                                                  nullptr, nullptr, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(urCommandBufferFinalizeExp(recorded), UR_RESULT_SUCCESS);
  Gate gate;
  close(gate, ordered);
  ur_event_handle_t executed = nullptr;
  ASSERT_EQ(urEnqueueCommandBufferExp(ordered, recorded, 0, nullptr, &executed), UR_RESULT_SUCCESS);
  keep(executed);
  int seen = 0;
  const ur_event_handle_t got = read(seen, {executed});
  ur_event_handle_t time = nullptr;
  const ur_event_handle_t filled = fill(1, {}, nullptr, 4, 32);
  ASSERT_EQ(urEnqueueTimestampRecordingExp(queue_, true, 1, &filled, &time), UR_RESULT_SUCCESS);
  EXPECT_EQ(urEventRelease(time), UR_RESULT_SUCCESS);
  expectHeld(got);
  gate.set_value();
  wait(got);
  EXPECT_EQ(seen, 8);
  EXPECT_EQ(urQueueRelease(ordered), UR_RESULT_SUCCESS);
  EXPECT_EQ(urCommandBufferReleaseExp(recorded), UR_RESULT_SUCCESS);
}

// Events that barriers signal one after the other.
TEST_F(OpenclHostTasks, ReusableEventsOfBarriers) {
  start();
  const ur_exp_event_desc_t description{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr, 0};
  ur_event_handle_t signal = nullptr;
  ASSERT_EQ(urEventCreateExp(context_, device_, &description, &signal), UR_RESULT_SUCCESS)
      << lastError();
  ur_queue_handle_t ordered = makeQueue(0);
  Gate gate;
  close(gate, ordered);
  ur_event_handle_t target = signal;
  ASSERT_EQ(urEnqueueEventsWaitWithBarrierExt(ordered, nullptr, 0, nullptr, &target),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(target, signal);
  int seen = 0;
  const ur_event_handle_t got = read(seen, {signal});
  wait(fill(1));
  expectHeld(got);
  gate.set_value();
  wait(got);
  finish();
  EXPECT_EQ(seen, 1);
  EXPECT_EQ(urQueueRelease(ordered), UR_RESULT_SUCCESS);
  EXPECT_EQ(urEventRelease(signal), UR_RESULT_SUCCESS);
}

} // namespace
} // namespace ursa
