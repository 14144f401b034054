// Adapters of drivers when the system starts no further threads: host tasks and callbacks still
// run, and no wait hangs. tests/host has the host adapter's tests.
#include "support/expect_ok.h"
#include "support/paths.h"
#include "support/thread_starts.h"
#include "unit/scoped_variable.h"

#include "ur_api.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>

namespace ursa {
namespace {

class NoThreads : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    ASSERT_OK(urLoaderInit(0, nullptr));
    ASSERT_OK(urAdapterGet(1, &adapter_, nullptr));
    ur_platform_handle_t platform = nullptr;
    ASSERT_OK(urPlatformGet(adapter_, 1, &platform, nullptr));
    ASSERT_OK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device_, nullptr));
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue_));
    ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 16, nullptr, &buffer_));
    fill(1); // the driver starts its threads
    ASSERT_OK(urQueueFinish(queue_));
  }
  void TearDown() override {
    EXPECT_OK(urMemRelease(buffer_));
    EXPECT_OK(urQueueRelease(queue_));
    EXPECT_OK(urContextRelease(context_));
    EXPECT_OK(urDeviceRelease(device_));
    EXPECT_OK(urAdapterRelease(adapter_));
    allowThreads(kAllThreads);
    EXPECT_OK(urLoaderTearDown());
  }

  void fill(uint32_t value) {
    ASSERT_OK(
        urEnqueueMemBufferFill(queue_, buffer_, &value, sizeof(value), 0, 16, 0, nullptr, nullptr));
  }

  const ScopedVariable forced_{"UR_ADAPTERS_FORCE_LOAD",
                               libDir() + "/libur_adapter_" + GetParam() + ".so.0"};
  ur_adapter_handle_t adapter_ = nullptr;
  ur_device_handle_t device_ = nullptr;
  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_mem_handle_t buffer_ = nullptr;
};

TEST_P(NoThreads, HostTasksAndCallbacksRun) {
  allowThreads(0);
  constexpr int kTasks = 5;
  std::atomic<int> calls{0};
  for (int i = 0; i < kTasks; ++i) {
    fill(static_cast<uint32_t>(i));
    ur_event_handle_t event = nullptr;
    ASSERT_OK(urEnqueueHostTaskExp(
        queue_, [](void *data) { ++*static_cast<std::atomic<int> *>(data); }, &calls, nullptr, 0,
        nullptr, &event));
    ASSERT_OK(urEventSetCallback(
        event, UR_EXECUTION_INFO_COMPLETE,
        [](ur_event_handle_t, ur_execution_info_t, void *data) {
          auto &count = *static_cast<std::atomic<int> *>(data);
          ++count;
          count.notify_all();
        },
        &calls));
    ASSERT_OK(urEventRelease(event));
  }
  std::array<uint32_t, 4> values{};
  ASSERT_OK(
      urEnqueueMemBufferRead(queue_, buffer_, true, 0, 16, values.data(), 0, nullptr, nullptr));
  EXPECT_EQ(values[3], uint32_t{kTasks - 1});
  for (int now = calls; now != 2 * kTasks; now = calls)
    calls.wait(now);
  EXPECT_GT(refusedThreads(), 0);
}

INSTANTIATE_TEST_SUITE_P(Adapters, NoThreads, testing::Values("opencl", "vulkan"));

} // namespace
} // namespace ursa
