// Queues that are captured into graphs, which become CUDA graphs.
#include "cuda/capture_fixture.h"

#include <future>
#include <thread>

namespace ursa {
namespace {

using ::testing::HasSubstr;

TEST_F(CudaCapture, CommandsBecomeOneGraphOfTheDriver) {
  start();
  begin();
  for (int i = 0; i < 100; ++i)
    step(queue_, values_, i);
  end();
  EXPECT_EQ(calls("cuLaunchKernel"), 0);
  instantiate();
  EXPECT_EQ(calls("cuLaunchKernel"), 100);
  for (int i = 0; i < 3; ++i) {
    *values_ = 0;
    execute();
    finish();
    EXPECT_EQ(*values_, 100);
  }
  EXPECT_EQ(calls("cuLaunchKernel"), 100);
  EXPECT_EQ(calls("cuGraphInstantiateWithFlags"), 1);
  EXPECT_EQ(calls("cuGraphLaunch"), 3);
}

// The commands see what memory has when they run.
TEST_F(CudaCapture, MemoryMayChangeBetweenExecutions) {
  start();
  begin();
  ASSERT_OK(copy(values_, values_ + 32, 64));
  step(queue_, values_, 7);
  const int pattern = 0x01020304;
  ASSERT_OK(urEnqueueUSMFill(queue_, values_ + 16, 4, &pattern, 16, 0, nullptr, nullptr));
  end();
  instantiate();
  for (const int number : {7, 8, 7}) {
    std::fill_n(values_, 64, 0);
    values_[32] = number;
    execute();
    finish();
    EXPECT_EQ(values_[0], 8);
    EXPECT_EQ(values_[19], pattern);
  }
  EXPECT_EQ(calls("cuGraphLaunch"), 3);
}

// The fake driver runs nodes that do not depend on each other in the reverse order.
TEST_F(CudaCapture, QueuesThatWaitForEventsJoin) {
  start(0, UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  begin();
  ur_event_handle_t fork = step(queue_, values_, 0);
  ur_event_handle_t there = step(other_, values_, 1, {fork});
  ur_event_handle_t alone = step(other_, values_ + 1, 0, {fork});
  ur_event_handle_t both = step(other_, values_, 2, {there, alone});
  step(queue_, values_ + 2, 0);
  step(queue_, values_, 3, {both});
  end();
  instantiate();
  for (ur_queue_handle_t queue : {queue_, other_, queue_}) {
    std::fill_n(values_, 64, 0);
    execute(queue);
    ASSERT_OK(urQueueFinish(queue));
    EXPECT_EQ(values_[0], 4);
    EXPECT_EQ(values_[1], 1);
    EXPECT_EQ(values_[2], 1);
  }
  EXPECT_EQ(calls("cuGraphLaunch"), 3);
  EXPECT_EQ(calls("cuStreamWaitEvent"), 0);
}

TEST_F(CudaCapture, BarriersAndWaitsWithoutWorkAreDependencies) {
  start(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  begin();
  for (int i = 0; i < 4; ++i)
    step(queue_, values_ + i, 0);
  for (int i = 0; i < 50; ++i) { // each waits for everything before
    ASSERT_OK(urEnqueueEventsWaitWithBarrier(queue_, 0, nullptr, nullptr));
    ASSERT_OK(urEnqueueEventsWait(queue_, 0, nullptr, nullptr));
  }
  for (int i = 0; i < 4; ++i)
    step(queue_, values_ + i, 1);
  end();
  instantiate();
  execute();
  finish();
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(values_[i], 2);
  EXPECT_EQ(calls("cuGraphLaunch"), 1);
}

TEST_F(CudaCapture, HostTasksLieBetweenGraphs) {
  start();
  begin();
  step(queue_, values_, 0);
  step(queue_, values_, 1);
  ASSERT_OK(urEnqueueHostTaskExp(
      queue_, [](void *data) { *static_cast<int *>(data) *= 10; }, values_, nullptr, 0, nullptr,
      nullptr));
  step(queue_, values_, 20);
  step(queue_, values_, 21);
  end();
  instantiate();
  for (int i = 0; i < 3; ++i) {
    *values_ = 0;
    execute();
    finish();
    EXPECT_EQ(*values_, 22);
  }
  EXPECT_EQ(calls("cuGraphLaunch"), 6);
}

TEST_F(CudaCapture, MemoryOfTheHostIsCopiedByEachExecution) {
  start();
  std::array<int, 4> from{};
  std::array<int, 4> to{};
  begin();
  ASSERT_OK(copy(values_, from.data(), 16));
  step(queue_, values_, 3);
  step(queue_, values_, 4);
  ASSERT_OK(copy(to.data(), values_, 16));
  end();
  instantiate();
  for (const int number : {3, 4, 9}) {
    from.fill(number);
    execute();
    finish();
    EXPECT_EQ(to[0], std::max(number, 5));
    EXPECT_EQ(to[3], number);
  }
}

// Each execution waits for the command that signals the event then.
TEST_F(CudaCapture, EventsFromOutsideAreWaitedForByEachExecution) {
  start();
  const ur_exp_event_desc_t description{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr, 0};
  ur_event_handle_t outside = nullptr;
  ASSERT_OK(urEventCreateExp(context_, device_, &description, &outside));
  begin();
  step(queue_, values_, 1, {outside});
  step(queue_, values_, 2);
  end();
  instantiate();
  for (int i = 0; i < 2; ++i) {
    *values_ = 0;
    std::promise<void> gate;
    ASSERT_OK(urEnqueueHostTaskExp(
        other_, [](void *data) { static_cast<std::promise<void> *>(data)->get_future().wait(); },
        &gate, nullptr, 0, nullptr, nullptr));
    step(other_, values_, 0);
    ASSERT_OK(urEnqueueEventsWaitWithBarrierExt(other_, nullptr, 0, nullptr, &outside));
    execute();
    gate.set_value();
    finish();
    EXPECT_EQ(*values_, 3);
  }
  EXPECT_OK(urEventRelease(outside));
}

TEST_F(CudaCapture, ExecutionsOfDifferentQueuesDoNotOverlap) {
  start();
  begin();
  step(queue_, values_, 0);
  ASSERT_OK(urEnqueueHostTaskExp(
      queue_, [](void *data) { ++*static_cast<int *>(data); }, values_, nullptr, 0, nullptr,
      nullptr));
  ASSERT_OK(copy(values_ + 1, values_, 4));
  step(queue_, values_ + 1, 2);
  ASSERT_OK(copy(values_, values_ + 2, 4)); // 0
  end();
  instantiate();
  for (int i = 0; i < 20; ++i)
    execute(i % 2 == 0 ? queue_ : other_);
  finish();
  ASSERT_OK(urQueueFinish(other_));
  EXPECT_EQ(values_[0], 0);
  EXPECT_EQ(values_[1], 3);
}

TEST_F(CudaCapture, AGraphHasCommandsOfOneDevice) {
  driver_.devices = 2;
  ASSERT_EQ(devices(), 2u);
  std::array<ur_device_handle_t, 2> both{};
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_GPU, 2, both.data(), nullptr));
  ASSERT_OK(urContextCreate(2, both.data(), nullptr, &context_));
  ASSERT_OK(urQueueCreate(context_, both[0], nullptr, &queue_));
  ASSERT_OK(urQueueCreate(context_, both[1], nullptr, &other_));
  begin();
  ur_event_handle_t inside = nullptr;
  ASSERT_OK(urEnqueueEventsWait(queue_, 0, nullptr, &inside));
  events_.push_back(inside);
  EXPECT_EQ(urEnqueueEventsWait(other_, 1, &inside, nullptr),
            UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED);
  EXPECT_THAT(lastError(), HasSubstr("The queue is of device 'Fake GPU 1'"));
  bool isCaptured = true;
  EXPECT_OK(urQueueIsGraphCaptureEnabledExp(other_, &isCaptured));
  EXPECT_FALSE(isCaptured);
  end();
  instantiate();
  EXPECT_EQ(urEnqueueGraphExp(other_, executable_, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_DEVICE);
  execute();
  finish();
}

// Everything is released while an execution runs, in each order.
TEST_F(CudaCapture, ObjectsEndInAnyOrder) {
  start();
  release(urKernelRelease, kernel_);
  release(urQueueRelease, queue_);
  std::array<int, 5> order = {0, 1, 2, 3, 4};
  do {
    std::promise<void> gate;
    ASSERT_OK(makeQueue(0));
    ASSERT_OK(makeKernel("step")) << lastError();
    begin();
    ASSERT_OK(urEnqueueHostTaskExp(
        queue_, [](void *data) { static_cast<std::promise<void> *>(data)->get_future().wait(); },
        &gate, nullptr, 0, nullptr, nullptr));
    step(queue_, values_, 0);
    step(queue_, values_, 1);
    end();
    for (ur_event_handle_t &event : events_)
      release(urEventRelease, event);
    events_.clear();
    instantiate();
    *values_ = 0;
    ur_event_handle_t done = nullptr;
    ASSERT_OK(urEnqueueGraphExp(queue_, executable_, 0, nullptr, &done));
    for (const int object : order)
      switch (object) {
      case 0:
        release(urGraphDestroyExp, graph_);
        break;
      case 1:
        release(urGraphExecutableGraphDestroyExp, executable_);
        break;
      case 2:
        release(urKernelRelease, kernel_);
        break;
      case 3:
        release(urProgramRelease, program_);
        break;
      default:
        release(urQueueRelease, queue_);
      }
    gate.set_value();
    EXPECT_OK(urEventWait(1, &done)) << lastError();
    EXPECT_EQ(*values_, 2);
    EXPECT_OK(urEventRelease(done));
  } while (std::next_permutation(order.begin(), order.end()));
}

// A capture ends with its queue; events of it may live longer.
TEST_F(CudaCapture, EventsOutliveTheirGraph) {
  start();
  begin();
  step(queue_, values_, 0);
  release(urQueueRelease, queue_);
  EXPECT_EQ(tryStep(other_, values_, 0, events_, nullptr), UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT);
}

// The graph has the event in a wait list, and the event is of a command of the graph.
TEST_F(CudaCapture, AnEventMayBeOutsideAndInside) {
  start();
  const ur_exp_event_desc_t description{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr, 0};
  ur_event_handle_t reusable = nullptr;
  ASSERT_OK(urEventCreateExp(context_, device_, &description, &reusable));
  begin();
  step(queue_, values_, 0, {reusable});
  ASSERT_OK(urEnqueueEventsWaitWithBarrierExt(queue_, nullptr, 0, nullptr, &reusable));
  step(queue_, values_, 1, {reusable});
  end();
  instantiate();
  execute();
  finish();
  EXPECT_EQ(*values_, 2);
  EXPECT_OK(urEventRelease(reusable));
}

// Queues that join in threads of their own, while other threads make and execute graphs.
TEST_F(CudaCapture, SeveralThreadsCaptureAtOnce) {
  constexpr int kThreads = 4;
  start();
  std::array<ur_queue_handle_t, kThreads> queues{};
  std::array<ur_event_handle_t, kThreads> last{};
  for (ur_queue_handle_t &queue : queues)
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue));
  begin();
  const std::vector<ur_event_handle_t> fork = {step(queue_, values_, 0)};
  const auto joinAndCapture = [&](size_t i) {
    ur_queue_handle_t const queue = queues[i];
    int *const value = values_ + 1 + i;
    for (int at = 0; at < 20; ++at) {
      const bool isLast = at == 19;
      EXPECT_OK(tryStep(queue, value, at, at == 0 ? fork : std::vector<ur_event_handle_t>(),
                        isLast ? &last[i] : nullptr));
    }
  };
  const auto captureAlone = [&](size_t i) {
    int *const value = values_ + 32 + i;
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue));
    for (int round = 0; round < 10; ++round) {
      ur_exp_graph_handle_t graph = nullptr;
      ur_exp_executable_graph_handle_t executable = nullptr;
      ASSERT_OK(urQueueBeginGraphCaptureExp(queue));
      for (int at = 0; at < 3; ++at)
        EXPECT_OK(tryStep(queue, value, 3 * round + at, {}, nullptr));
      ASSERT_OK(urQueueEndGraphCaptureExp(queue, &graph));
      ASSERT_OK(urGraphInstantiateGraphExp(graph, &executable));
      ASSERT_OK(urEnqueueGraphExp(queue, executable, 0, nullptr, nullptr));
      release(urGraphExecutableGraphDestroyExp, executable);
      release(urGraphDestroyExp, graph);
    }
    EXPECT_OK(urQueueFinish(queue));
    EXPECT_EQ(*value, 30);
    release(urQueueRelease, queue);
  };
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back(joinAndCapture, i);
    threads.emplace_back(captureAlone, i);
  }
  for (std::thread &thread : threads)
    thread.join();
  step(queue_, values_, 1, {last.begin(), last.end()});
  end();
  instantiate();
  execute();
  finish();
  EXPECT_EQ(values_[0], 2);
  for (size_t i = 0; i < kThreads; ++i) {
    EXPECT_EQ(values_[1 + i], 20);
    release(urEventRelease, last[i]);
    release(urQueueRelease, queues[i]);
  }
}

} // namespace
} // namespace ursa
