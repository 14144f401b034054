// Host tasks, native commands, timestamps, allocation in queue order, waiting for a device.
#include "conformance/harness.h"

#include <atomic>
#include <future>
#include <thread>

namespace ursa::conformance {
namespace {

class HostCommands : public DeviceTest {
protected:
  uint64_t time(ur_event_handle_t event, ur_profiling_info_t query) {
    uint64_t value = 0;
    EXPECT_OK(urEventGetProfilingInfo(event, query, sizeof(value), &value, nullptr)) << lastError();
    return value;
  }
};

TEST_F(HostCommands, TaskRunsInOrder) {
  int value = 1;
  void *memory = nullptr;
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, sizeof(value), &memory));
  const auto triple = [](void *data) { *static_cast<int *>(data) *= 3; };
  ur_kernel_handle_t step = kernel("ids", "step");
  ASSERT_OK(urEnqueueHostTaskExp(queue_, triple, &value, nullptr, 0, nullptr, nullptr));
  ASSERT_OK(urEnqueueUSMMemcpy(queue_, false, memory, &value, sizeof(value), 0, nullptr, nullptr));
  ASSERT_OK(launch(step, Arguments().pointer(memory).value(3), {1, 1, 1}));
  ASSERT_OK(urEnqueueUSMMemcpy(queue_, false, &value, memory, sizeof(value), 0, nullptr, nullptr));
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEnqueueHostTaskExp(queue_, triple, &value, nullptr, 0, nullptr, &event));
  ASSERT_OK(urEventWait(1, &event));
  EXPECT_EQ(value, 12);
  EXPECT_OK(urEventRelease(event));
  EXPECT_EQ(urEnqueueHostTaskExp(queue_, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_OK(urUSMFree(context_, memory));
}

// Even if different threads enqueue them.
TEST_F(HostCommands, TasksOfAnOrderedQueueDoNotOverlap) {
  constexpr int kThreads = 4;
  constexpr int kTasks = 50;
  int count = 0; // not atomic: the queue orders the tasks
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < kTasks; ++i)
        EXPECT_OK(urEnqueueHostTaskExp(
            queue_, [](void *data) { ++*static_cast<int *>(data); }, &count, nullptr, 0, nullptr,
            nullptr));
    });
  for (std::thread &thread : threads)
    thread.join();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(count, kThreads * kTasks);
}

TEST_F(HostCommands, TaskWaitsForEvents) {
  ur_queue_handle_t unordered = makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::promise<void> gate;
  struct Data {
    std::future<void> opened;
    std::atomic<int> order{0};
    int first = 0;
    int second = 0;
  } data{gate.get_future()};
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEnqueueHostTaskExp(
      unordered,
      [](void *pointer) {
        auto *d = static_cast<Data *>(pointer);
        d->opened.wait();
        d->first = ++d->order;
      },
      &data, nullptr, 0, nullptr, &event));
  ASSERT_OK(urEnqueueHostTaskExp(
      unordered,
      [](void *pointer) {
        auto *d = static_cast<Data *>(pointer);
        d->second = ++d->order;
      },
      &data, nullptr, 1, &event, nullptr));
  EXPECT_EQ(data.order, 0);
  gate.set_value();
  ur_bool_t canWait = false;
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_DEVICE_WAIT_SUPPORT_EXP, sizeof(canWait),
                            &canWait, nullptr));
  ASSERT_OK(canWait ? urDeviceWaitExp(device_) : urQueueFinish(unordered));
  EXPECT_EQ(data.first, 1);
  EXPECT_EQ(data.second, 2);
  EXPECT_OK(urEventRelease(event));
}

TEST_F(HostCommands, NativeCommandSubmitsToTheQueue) {
  ur_queue_handle_t unordered = makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Shared<int> value = shared<int>(1, 1);
  ur_event_handle_t before = nullptr;
  ASSERT_OK(urEnqueueHostTaskExp(
      unordered, [](void *data) { *static_cast<int *>(data) += 1; }, value.data(), nullptr, 0,
      nullptr, &before));
  ur_event_handle_t after = nullptr;
  ASSERT_OK(urEnqueueNativeCommandExp(
      unordered,
      [](ur_queue_handle_t queue, void *data) {
        EXPECT_OK(urEnqueueHostTaskExp(
            queue, [](void *pointer) { *static_cast<int *>(pointer) *= 10; }, data, nullptr, 0,
            nullptr, nullptr));
      },
      value.data(), 0, nullptr, nullptr, 1, &before, &after));
  ASSERT_OK(urEventWait(1, &after));
  EXPECT_EQ(value[0], 20);
  EXPECT_OK(urEventRelease(before));
  EXPECT_OK(urEventRelease(after));
}

TEST_F(HostCommands, Timestamps) {
  uint64_t deviceTime = 0;
  uint64_t hostTime = 0;
  ASSERT_OK(urDeviceGetGlobalTimestamps(device_, &deviceTime, &hostTime));
  ur_event_handle_t first = nullptr;
  ur_event_handle_t second = nullptr;
  ASSERT_OK(urEnqueueTimestampRecordingExp(queue_, false, 0, nullptr, &first));
  ASSERT_OK(urEnqueueTimestampRecordingExp(queue_, true, 0, nullptr, &second));
  EXPECT_GE(time(first, UR_PROFILING_INFO_COMMAND_QUEUED), deviceTime);
  // Queued and submitted at one time on the host; started and ended at a later one on the device.
  EXPECT_EQ(time(first, UR_PROFILING_INFO_COMMAND_SUBMIT),
            time(first, UR_PROFILING_INFO_COMMAND_QUEUED));
  EXPECT_EQ(time(first, UR_PROFILING_INFO_COMMAND_END),
            time(first, UR_PROFILING_INFO_COMMAND_START));
  EXPECT_GE(time(first, UR_PROFILING_INFO_COMMAND_END),
            time(first, UR_PROFILING_INFO_COMMAND_QUEUED));
  EXPECT_GE(time(second, UR_PROFILING_INFO_COMMAND_END),
            time(first, UR_PROFILING_INFO_COMMAND_END));
  EXPECT_OK(urEventRelease(first));
  EXPECT_OK(urEventRelease(second));
  EXPECT_EQ(urEnqueueTimestampRecordingExp(queue_, true, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST_F(HostCommands, AllocationInOrder) {
  void *memory = nullptr;
  ASSERT_OK(
      urEnqueueUSMDeviceAllocExp(queue_, nullptr, 400, nullptr, 0, nullptr, &memory, nullptr));
  ASSERT_OK(launch(kernel("ids", "iota"), Arguments().pointer(memory).value(9), {100, 1, 1}));
  int last = 0;
  ASSERT_OK(urEnqueueUSMMemcpy(queue_, false, &last, static_cast<int *>(memory) + 99, sizeof(last),
                               0, nullptr, nullptr));
  ASSERT_OK(urEnqueueUSMFreeExp(queue_, nullptr, memory, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(last, 108);
  EXPECT_EQ(urUSMFree(context_, memory), UR_RESULT_ERROR_INVALID_MEM_OBJECT); // already freed
}

TEST_F(HostCommands, BarrierWithSettings) {
  const ur_exp_enqueue_ext_properties_t properties{
      UR_STRUCTURE_TYPE_EXP_ENQUEUE_EXT_PROPERTIES, nullptr,
      UR_EXP_ENQUEUE_EXT_FLAG_LOW_POWER_EVENTS_SUPPORT};
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEnqueueEventsWaitWithBarrierExt(queue_, &properties, 0, nullptr, &event));
  EXPECT_OK(urEventWait(1, &event));
  EXPECT_OK(urEventRelease(event));
  const ur_exp_enqueue_ext_properties_t undefined{UR_STRUCTURE_TYPE_EXP_ENQUEUE_EXT_PROPERTIES,
                                                  nullptr, 1};
  EXPECT_EQ(urEnqueueEventsWaitWithBarrierExt(queue_, &undefined, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_ENUMERATION);
}

TEST_F(HostCommands, CopyWithoutAQueue) {
  Shared<int> from = shared<int>(4, 6);
  Shared<int> to = shared<int>(4, 0);
  ASSERT_OK(urUSMContextMemcpyExp(context_, to.data(), from.data(), 4 * sizeof(int)));
  EXPECT_EQ(to.vector(), from.vector());
  EXPECT_EQ(urUSMContextMemcpyExp(context_, to.data(), from.data(), 0),
            UR_RESULT_ERROR_INVALID_SIZE);
}

} // namespace
} // namespace ursa::conformance
