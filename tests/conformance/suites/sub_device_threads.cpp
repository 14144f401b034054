// The threads that run commands of sub-devices, and what host tasks may do there.
#include "conformance/sub_devices.h"

#include <atomic>
#include <mutex>
#include <sched.h>
#include <set>

namespace ursa::conformance {
namespace {

using SubDeviceThreads = SubDevices;

// Returns the processors on which a queue's host tasks run.
std::set<int> processorsOf(ur_queue_handle_t queue) {
  struct Seen {
    std::mutex mutex;
    std::set<int> processors;
  } seen;
  for (int i = 0; i < 200; ++i)
    EXPECT_OK(urEnqueueHostTaskExp(
        queue,
        [](void *data) {
          auto &all = *static_cast<Seen *>(data);
          const std::lock_guard guard(all.mutex);
          all.processors.insert(sched_getcpu());
        },
        &seen, nullptr, 0, nullptr, nullptr));
  EXPECT_OK(urQueueFinish(queue));
  return seen.processors;
}

TEST_F(SubDeviceThreads, CommandsRunOnTheUnitsOfTheirDevice) {
  std::set<int> usedProcessors;
  for (ur_device_handle_t subDevice : subDevices_) {
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(context_, subDevice, nullptr, &queue)) << lastError();
    EXPECT_EQ(references(subDevice), 2u);
    const std::set<int> processors = processorsOf(queue);
    EXPECT_EQ(processors.size(), 1u);
    for (const int processor : processors)
      EXPECT_TRUE(usedProcessors.insert(processor).second) << processor;
    EXPECT_OK(urQueueRelease(queue));
  }
}

// The waiting thread helps, and can run on all processors again afterwards.
TEST_F(SubDeviceThreads, WaitingRestoresTheAffinityOfTheThread) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  for (ur_device_handle_t subDevice : subDevices_) {
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(context_, subDevice, nullptr, &queue));
    processorsOf(queue);
    EXPECT_OK(urQueueRelease(queue));
  }
  cpu_set_t after;
  ASSERT_EQ(sched_getaffinity(0, sizeof(after), &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

// The application releases everything at once, in this order or the reverse, while commands run.
TEST_F(SubDeviceThreads, EverythingReleasedWithWorkInFlight) {
  for (size_t i = 0; i < 2 * subDevices_.size(); ++i) {
    std::vector<ur_device_handle_t> subDevices = partition(device_, {intoUnits(1)});
    ur_device_handle_t own = subDevices[i / 2];
    ur_context_handle_t context = nullptr;
    ASSERT_OK(urContextCreate(1, &own, nullptr, &context));
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(context, own, nullptr, &queue));
    std::atomic<int> completed{0};
    for (int task = 0; task < 50; ++task)
      ASSERT_OK(urEnqueueHostTaskExp(
          queue,
          [](void *count) {
            ++*static_cast<std::atomic<int> *>(count);
            static_cast<std::atomic<int> *>(count)->notify_all();
          },
          &completed, nullptr, 0, nullptr, nullptr));
    if (i % 2 == 0) {
      EXPECT_OK(urQueueRelease(queue));
    }
    EXPECT_OK(urContextRelease(context));
    for (ur_device_handle_t subDevice : subDevices)
      EXPECT_OK(urDeviceRelease(subDevice));
    if (i % 2 == 1) {
      EXPECT_OK(urQueueRelease(queue));
    }
    for (int now = completed; now != 50; now = completed)
      completed.wait(now);
  }
}

// A callback waits for a later command of a device with one thread.
TEST_F(SubDeviceThreads, CallbacksMayWait) {
  for (ur_device_handle_t subDevice : subDevices_) {
    struct State {
      ur_queue_handle_t queue = nullptr;
      std::atomic<bool> done{false};
    } state;
    ASSERT_OK(urQueueCreate(context_, subDevice, nullptr, &state.queue));
    ur_event_handle_t event = nullptr;
    ASSERT_OK(urEnqueueHostTaskExp(
        state.queue, [](void *) {}, nullptr, nullptr, 0, nullptr, &event));
    ASSERT_OK(urEventSetCallback(
        event, UR_EXECUTION_INFO_COMPLETE,
        [](ur_event_handle_t, ur_execution_info_t, void *data) {
          auto &own = *static_cast<State *>(data);
          EXPECT_OK(urEnqueueHostTaskExp(
              own.queue, [](void *) {}, nullptr, nullptr, 0, nullptr, nullptr));
          EXPECT_OK(urQueueFinish(own.queue));
          own.done = true;
          own.done.notify_all();
        },
        &state));
    state.done.wait(false);
    EXPECT_OK(urEventRelease(event));
    EXPECT_OK(urQueueRelease(state.queue));
  }
}

TEST_F(SubDeviceThreads, WaitingForADevice) {
  for (ur_device_handle_t subDevice : subDevices_) {
    ur_queue_handle_t queue = nullptr;
    ASSERT_OK(urQueueCreate(context_, subDevice, nullptr, &queue));
    for (ur_device_handle_t waitedFor :
         {subDevice, device_}) { // waiting for the whole device includes its sub-devices
      std::atomic<int> completed{0};
      for (int i = 0; i < 100; ++i)
        ASSERT_OK(urEnqueueHostTaskExp(
            queue, [](void *count) { ++*static_cast<std::atomic<int> *>(count); }, &completed,
            nullptr, 0, nullptr, nullptr));
      ASSERT_OK(urDeviceWaitExp(waitedFor));
      EXPECT_EQ(completed, 100);
    }
    EXPECT_OK(urQueueRelease(queue));
  }
}

} // namespace
} // namespace ursa::conformance
