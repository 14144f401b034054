// Command buffers of the driver, if it has the extension. The log says which command buffers use
// it.
#include "conformance/command_buffers.h"

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <array>

namespace ursa::conformance {
namespace {

class DriverCommandBuffers : public CommandBuffers {
protected:
  void SetUp() override {
    CommandBuffers::SetUp();
    ASSERT_OK(urAdapterSetLoggerCallback(
        adapter_,
        [](ur_logger_level_t, const char *message, void *log) {
          static_cast<std::string *>(log)->append(message).append("\n");
        },
        &logged_, UR_LOGGER_LEVEL_DEBUG));
    for (ur_mem_handle_t &buffer : memory_)
      ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, kBytes, nullptr, &buffer));
    step_ = kernel("ids", "step");
  }
  void TearDown() override {
    for (ur_mem_handle_t buffer : memory_)
      EXPECT_OK(urMemRelease(buffer));
    CommandBuffers::TearDown();
  }

  bool hasExtension() {
    ur_native_handle_t device = 0;
    EXPECT_OK(urDeviceGetNativeHandle(device_, &device));
    std::string extensions(1 << 16, '\0');
    EXPECT_EQ(clGetDeviceInfo(reinterpret_cast<cl_device_id>(device), CL_DEVICE_EXTENSIONS,
                              extensions.size(), extensions.data(), nullptr),
              CL_SUCCESS);
    return extensions.find("cl_khr_command_buffer ") != std::string::npos ||
           extensions.find(std::string("cl_khr_command_buffer") + '\0') != std::string::npos;
  }
  /// Returns the number of command buffers that the driver recorded since the last call.
  size_t countRecordings() {
    constexpr const char *kSentence = " commands is the driver's.";
    size_t count = 0;
    for (size_t at = logged_.find(kSentence); at != logged_.npos;
         at = logged_.find(kSentence, at + 1))
      ++count;
    logged_.clear();
    return count;
  }

  void fill(ur_exp_command_buffer_handle_t buffer, ur_mem_handle_t memory, int value) {
    ASSERT_OK(urCommandBufferAppendMemBufferFillExp(buffer, memory, &value, sizeof(value), 0,
                                                    kBytes, 0, nullptr, 0, nullptr, nullptr,
                                                    nullptr, nullptr));
  }
  void copy(ur_exp_command_buffer_handle_t buffer, ur_mem_handle_t from, ur_mem_handle_t to) {
    ASSERT_OK(urCommandBufferAppendMemBufferCopyExp(buffer, from, to, 0, 0, kBytes, 0, nullptr, 0,
                                                    nullptr, nullptr, nullptr, nullptr));
  }
  std::array<int, 4> read(ur_mem_handle_t memory) {
    std::array<int, 4> values{};
    EXPECT_OK(urQueueFinish(queue_));
    EXPECT_OK(urEnqueueMemBufferRead(queue_, memory, true, 0, kBytes, values.data(), 0, nullptr,
                                     nullptr));
    return values;
  }

  static constexpr size_t kBytes = 4 * sizeof(int);
  std::string logged_;
  std::array<ur_mem_handle_t, 3> memory_{};
  ur_kernel_handle_t step_ = nullptr; ///< adds one to a number that equals its argument
};

TEST_F(DriverCommandBuffers, AreUsedForFillsLaunchesAndCopies) {
  const size_t each = hasExtension() ? 1 : 0;
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({.inOrder = true});
  fill(buffer, memory_[0], 5);
  ASSERT_OK(append(buffer, step_, Arguments().buffer(memory_[0]).value(5), 1));
  copy(buffer, memory_[0], memory_[1]);
  ASSERT_OK(append(buffer, step_, Arguments().buffer(memory_[0]).value(6), 1));
  ASSERT_OK(append(buffer, step_, Arguments().buffer(memory_[1]).value(6), 1));
  copy(buffer, memory_[1], memory_[2]);
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  // One recording for each kind of queue.
  ur_queue_handle_t queues[] = {queue_, makeQueue(0),
                                makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE),
                                makeQueue(UR_QUEUE_FLAG_PROFILING_ENABLE)};
  countRecordings();
  for (int round = 0; round < 3; ++round)
    for (ur_queue_handle_t queue : queues) {
      // Launches elsewhere with other arguments do not matter.
      ASSERT_OK(launch(step_, Arguments().buffer(memory_[2]).value(100), {1, 1, 1}));
      enqueue(buffer, queue);
      ASSERT_OK(urQueueFinish(queue));
      EXPECT_EQ(read(memory_[0]), (std::array{7, 5, 5, 5}));
      EXPECT_EQ(read(memory_[2]), (std::array{7, 5, 5, 5}));
    }
  EXPECT_GE(countRecordings(), 2 * each);
}

TEST_F(DriverCommandBuffers, ExecutionsFollowEachOther) {
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({});
  SyncPoint first = 0;
  ASSERT_OK(append(buffer, kernel("arguments", "count"), Arguments().buffer(memory_[0]), 4,
                   {.point = &first}));
  ASSERT_OK(urCommandBufferAppendMemBufferCopyExp(buffer, memory_[0], memory_[1], 0, 0, kBytes, 1,
                                                  &first, 0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  const int zero = 0;
  ASSERT_OK(urEnqueueMemBufferFill(queue_, memory_[0], &zero, sizeof(zero), 0, kBytes, 0, nullptr,
                                   nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  ur_queue_handle_t other = makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  countRecordings();
  for (int i = 0; i < 50; ++i)
    enqueue(buffer, i % 2 ? other : queue_);
  ASSERT_OK(urQueueFinish(other));
  EXPECT_EQ(read(memory_[1])[0], 200);
  EXPECT_EQ(countRecordings() != 0, hasExtension());
}

// Commands that the driver's command buffers do not support, or not correctly, are replayed.
TEST_F(DriverCommandBuffers, OtherCommandsAreReplayed) {
  const auto runs = [&](CommandBuffers::Settings settings, auto record) {
    ur_exp_command_buffer_handle_t buffer = createCommandBuffer(settings);
    ASSERT_OK(append(buffer, step_, Arguments().buffer(memory_[0]).value(5), 1));
    record(buffer);
    ASSERT_OK(urCommandBufferFinalizeExp(buffer));
    const int five = 5;
    ASSERT_OK(urEnqueueMemBufferFill(queue_, memory_[0], &five, sizeof(five), 0, kBytes, 0, nullptr,
                                     nullptr));
    enqueueAndWait(buffer);
    EXPECT_EQ(read(memory_[0])[0], 6);
    EXPECT_EQ(countRecordings(), 0u);
  };
  countRecordings();
  const auto nothing = [](ur_exp_command_buffer_handle_t) {};
  runs({.updatable = true, .inOrder = true}, nothing);
  runs({.inOrder = true, .profiled = true}, nothing);
  std::array<int, 4> host{};
  runs({.inOrder = true}, [&](ur_exp_command_buffer_handle_t buffer) {
    ASSERT_OK(urCommandBufferAppendMemBufferReadExp(buffer, memory_[0], 0, kBytes, host.data(), 0,
                                                    nullptr, 0, nullptr, nullptr, nullptr,
                                                    nullptr));
  });
  EXPECT_EQ(host[0], 6);
  ur_event_handle_t event = nullptr;
  runs({.inOrder = true}, [&](ur_exp_command_buffer_handle_t buffer) {
    ASSERT_OK(
        append(buffer, step_, Arguments().buffer(memory_[1]).value(100), 1, {.event = &event}));
  });
  EXPECT_OK(urEventRelease(event));
}

} // namespace
} // namespace ursa::conformance
