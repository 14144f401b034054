// Events that processes share. The fake driver opens an event of its own process as if it were
// another's.
#include "cuda/fixture.h"

#include <cstring>
#include <future>
#include <xxhash.h>

namespace ursa {
namespace {

using ::testing::HasSubstr;

struct CudaSharedEvents : CudaTest {
  void TearDown() override {
    for (ur_event_handle_t event : {shared_, opened_})
      if (event) {
        EXPECT_OK(urEventRelease(event));
      }
  }
  ur_result_t make(ur_exp_event_flags_t flags = UR_EXP_EVENT_FLAG_IPC_EXP) {
    const ur_exp_event_desc_t description{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, nullptr, flags};
    return urEventCreateExp(context_, device_, &description, &shared_);
  }
  std::vector<char> data() {
    void *data = nullptr;
    size_t size = 0;
    EXPECT_OK(urIPCGetEventHandleExp(shared_, &data, &size)) << lastError();
    std::vector<char> copy(static_cast<char *>(data), static_cast<char *>(data) + size);
    EXPECT_OK(urIPCPutEventHandleExp(context_, data));
    EXPECT_EQ(urIPCPutEventHandleExp(context_, data), UR_RESULT_ERROR_INVALID_VALUE);
    return copy;
  }
  // Data whose process is another one, and whose checksum is right.
  static std::vector<char> ofAnotherProcess(std::vector<char> data) {
    const uint64_t process = 1;
    std::memcpy(data.data() + 8, &process, sizeof(process));
    const uint64_t sum = XXH3_64bits(data.data(), data.size() - sizeof(sum));
    std::memcpy(data.data() + data.size() - sizeof(sum), &sum, sizeof(sum));
    return data;
  }
  ur_result_t openEvent(const std::vector<char> &data) {
    return urIPCOpenEventHandleExp(context_, data.data(), data.size(), &opened_);
  }
  /// Lets the queue wait.
  void closeQueue(std::promise<void> &gate) {
    ASSERT_OK(urEnqueueHostTaskExp(
        queue_, [](void *data) { static_cast<std::promise<void> *>(data)->get_future().wait(); },
        &gate, nullptr, 0, nullptr, nullptr));
  }
  ur_result_t signal() {
    return urEnqueueEventsWaitWithBarrierExt(queue_, nullptr, 0, nullptr, &shared_);
  }
  static ur_event_status_t statusOf(ur_event_handle_t event) {
    auto status = UR_EVENT_STATUS_ERROR;
    EXPECT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                             nullptr));
    return status;
  }
  /// Signals the event twice, and follows it by the opened one.
  void follow() {
    ASSERT_NE(opened_, shared_);
    EXPECT_EQ(statusOf(opened_), UR_EVENT_STATUS_COMPLETE); // nothing has signalled it
    for (int i = 0; i < 2; ++i) {
      std::promise<void> gate;
      closeQueue(gate);
      ASSERT_OK(signal()) << lastError();
      EXPECT_NE(statusOf(shared_), UR_EVENT_STATUS_COMPLETE);
      EXPECT_NE(statusOf(opened_), UR_EVENT_STATUS_COMPLETE);
      ur_queue_handle_t other = nullptr;
      ASSERT_OK(urQueueCreate(context_, device_, nullptr, &other));
      ur_event_handle_t behind = nullptr;
      ASSERT_OK(urEnqueueEventsWait(other, 1, &opened_, &behind)) << lastError();
      EXPECT_NE(statusOf(behind), UR_EVENT_STATUS_COMPLETE);
      gate.set_value();
      EXPECT_OK(urEventWait(1, &opened_)) << lastError();
      EXPECT_OK(urEventWait(1, &behind)) << lastError();
      EXPECT_EQ(statusOf(shared_), UR_EVENT_STATUS_COMPLETE);
      EXPECT_EQ(statusOf(opened_), UR_EVENT_STATUS_COMPLETE);
      EXPECT_OK(urEventRelease(behind));
      EXPECT_OK(urQueueRelease(other));
    }
  }

  ur_event_handle_t shared_ = nullptr, opened_ = nullptr;
};

TEST_F(CudaSharedEvents, TheProcessItselfWaitsForTheSameEvent) {
  open();
  ur_bool_t isSupported = false;
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP, sizeof(isSupported),
                            &isSupported, nullptr));
  EXPECT_TRUE(isSupported);
  ASSERT_OK(make()) << lastError();
  const std::vector<char> copy = data();
  ASSERT_OK(openEvent(copy)) << lastError();
  EXPECT_FALSE(driver_.called.contains("cuIpcOpenEventHandle"));
  follow();
  // The event lives on while it is open.
  EXPECT_OK(urEventRelease(shared_));
  shared_ = nullptr;
  EXPECT_OK(urEventWait(1, &opened_));
  EXPECT_OK(urEventRelease(opened_));
  opened_ = nullptr;
  EXPECT_EQ(openEvent(copy), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("The event was released."));
}

TEST_F(CudaSharedEvents, EventsOfOtherProcesses) {
  open();
  ASSERT_OK(make()) << lastError();
  const std::vector<char> copy = ofAnotherProcess(data());
  driver_.fail("cuIpcOpenEventHandle", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(openEvent(copy), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("cuIpcOpenEventHandle failed: CUDA_ERROR_NOT_SUPPORTED"));
  driver_.fail("");
  EXPECT_EQ(opened_, nullptr);
  ASSERT_OK(openEvent(copy)) << lastError();
  follow();
  void *again = nullptr;
  size_t size = 0;
  EXPECT_EQ(urIPCGetEventHandleExp(opened_, &again, &size), UR_RESULT_ERROR_INVALID_EVENT);
}

TEST_F(CudaSharedEvents, Errors) {
  open();
  EXPECT_EQ(make(UR_EXP_EVENT_FLAG_IPC_EXP | UR_EXP_EVENT_FLAG_ENABLE_PROFILING),
            UR_RESULT_ERROR_INVALID_VALUE);
  driver_.fail("cuEventCreate", cuda::CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(make(), UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  driver_.fail("");
  EXPECT_EQ(shared_, nullptr);
  ASSERT_OK(make(0));
  void *bytes = nullptr;
  size_t size = 0;
  EXPECT_EQ(urIPCGetEventHandleExp(shared_, &bytes, &size), UR_RESULT_ERROR_INVALID_EVENT);
  EXPECT_OK(urEventRelease(shared_));
  ASSERT_OK(make());
  driver_.fail("cuIpcGetEventHandle", cuda::CUDA_ERROR_INVALID_HANDLE);
  EXPECT_NE(urIPCGetEventHandleExp(shared_, &bytes, &size), UR_RESULT_SUCCESS);
  driver_.fail("cuEventRecord", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(signal(), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  driver_.fail("");
  EXPECT_EQ(statusOf(shared_), UR_EVENT_STATUS_COMPLETE);

  std::vector<char> copy = data();
  for (size_t i = 0; i < copy.size(); ++i) {
    std::vector<char> changed = copy;
    changed[i] ^= 0x41;
    EXPECT_EQ(openEvent(changed), UR_RESULT_ERROR_INVALID_VALUE) << i;
  }
  std::vector<char> elsewhere = copy;
  elsewhere[24] ^= 1; // of the device's UUID
  EXPECT_EQ(openEvent(ofAnotherProcess(elsewhere)), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("a device that the context does not contain"));
  copy.push_back(0);
  EXPECT_EQ(openEvent(copy), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(opened_, nullptr);
}

TEST_F(CudaSharedEvents, QueuesOfOtherDevicesDoNotSignalThem) {
  driver_.devices = 2;
  ASSERT_EQ(devices(), 2u);
  ur_device_handle_t both[2] = {};
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_ALL, 2, both, nullptr));
  ASSERT_OK(urContextCreate(2, both, nullptr, &context_)) << lastError();
  ASSERT_OK(urQueueCreate(context_, both[1], nullptr, &queue_));
  ASSERT_OK(make()) << lastError();
  EXPECT_EQ(signal(), UR_RESULT_ERROR_INVALID_DEVICE);
  EXPECT_THAT(lastError(), HasSubstr("was created for device"));
}

// As for other events that are not inside the graph.
TEST_F(CudaSharedEvents, CapturedQueuesWaitForOpenedOnes) {
  open();
  ASSERT_OK(make()) << lastError();
  ASSERT_OK(openEvent(data())) << lastError();
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_)) << lastError();
  EXPECT_OK(urEnqueueEventsWait(queue_, 1, &opened_, nullptr)) << lastError();
  ur_exp_graph_handle_t graph = nullptr;
  EXPECT_OK(urQueueEndGraphCaptureExp(queue_, &graph));
  EXPECT_OK(urGraphDestroyExp(graph));
}

TEST_F(CudaSharedEvents, CapturedQueuesDoNotSignalThem) {
  open();
  ASSERT_OK(make()) << lastError();
  ASSERT_OK(urQueueBeginGraphCaptureExp(queue_)) << lastError();
  EXPECT_EQ(signal(), UR_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED);
  ur_exp_graph_handle_t graph = nullptr;
  EXPECT_OK(urQueueEndGraphCaptureExp(queue_, &graph));
  EXPECT_OK(urGraphDestroyExp(graph));
  EXPECT_OK(signal()) << lastError();
  EXPECT_OK(urEventWait(1, &shared_));
}

} // namespace
} // namespace ursa
