// Releases objects in unusual orders, with commands in flight.
#include "conformance/harness.h"

#include <atomic>

namespace ursa::conformance {
namespace {

using Lifetime = DeviceTest;

TEST_F(Lifetime, EverythingReleasedWithWorkInFlight) {
  ur_context_handle_t context = nullptr;
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context));
  ur_queue_handle_t queue = nullptr;
  ASSERT_OK(urQueueCreate(context, device_, nullptr, &queue));
  const std::vector<uint8_t> bytes = image("ids");
  const uint8_t *data = bytes.data();
  size_t size = bytes.size();
  ur_program_handle_t program = nullptr;
  ASSERT_OK(urProgramCreateWithBinary(context, 1, &device_, &size, &data, nullptr, &program));
  ASSERT_OK(urProgramBuild(context, program, nullptr));
  ur_kernel_handle_t slow = nullptr;
  ASSERT_OK(urKernelCreate(program, "slow", &slow));
  ur_mem_handle_t buffer = nullptr;
  ASSERT_OK(urMemBufferCreate(context, UR_MEM_FLAG_READ_WRITE, 64 * 4, nullptr, &buffer));

  // The deleter of the context runs after everything in the context has ended.
  std::atomic<bool> isDeleted{false};
  ASSERT_OK(urContextSetExtendedDeleter(
      context,
      [](void *flag) {
        auto &ended = *static_cast<std::atomic<bool> *>(flag);
        ended = true;
        ended.notify_all();
      },
      &isDeleted));
  const uint32_t rounds = 2000;
  const Arguments arguments = Arguments().buffer(buffer).value(rounds);
  const size_t global = 64;
  ur_event_handle_t event = nullptr;
  for (int i = 0; i < 10; ++i) {
    if (event) {
      ASSERT_OK(urEventRelease(event));
    }
    ASSERT_OK(urEnqueueKernelLaunchWithArgsExp(queue, slow, 1, nullptr, &global, nullptr,
                                               arguments.count(), arguments.data(), nullptr, 0,
                                               nullptr, &event));
  }
  uint32_t last = 0;
  ASSERT_OK(urEnqueueMemBufferRead(queue, buffer, false, 63 * sizeof(last), sizeof(last), &last, 1,
                                   &event, nullptr));
  EXPECT_OK(urContextRelease(context));
  EXPECT_OK(urProgramRelease(program));
  EXPECT_OK(urMemRelease(buffer));
  EXPECT_OK(urQueueRelease(queue));
  EXPECT_OK(urKernelRelease(slow));
  EXPECT_OK(urEventRelease(event));
  isDeleted.wait(false);
  uint32_t expected = 64;
  for (uint32_t i = 0; i < rounds * 32; ++i)
    expected = (expected ^ expected >> 15) * 1664525 + 1013904223;
  EXPECT_EQ(last, expected);
}

TEST_F(Lifetime, EventOutlivesQueueAndContext) {
  ur_context_handle_t context = nullptr;
  ur_queue_handle_t queue = nullptr;
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context));
  ASSERT_OK(urQueueCreate(context, device_, nullptr, &queue));
  ASSERT_OK(urEnqueueEventsWait(queue, 0, nullptr, &event));
  EXPECT_OK(urQueueRelease(queue));
  EXPECT_OK(urContextRelease(context));
  ur_queue_handle_t eventQueue = nullptr;
  ASSERT_OK(
      urEventGetInfo(event, UR_EVENT_INFO_COMMAND_QUEUE, sizeof(eventQueue), &eventQueue, nullptr));
  EXPECT_EQ(eventQueue, queue);
  EXPECT_OK(urEventWait(1, &event));
  EXPECT_OK(urEventRelease(event));
}

TEST_F(Lifetime, SubBufferOutlivesItsBuffer) {
  ur_mem_handle_t whole = nullptr;
  ur_mem_handle_t part = nullptr;
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 256, nullptr, &whole));
  const ur_buffer_region_t region{UR_STRUCTURE_TYPE_BUFFER_REGION, nullptr, 128, 128};
  ASSERT_OK(urMemBufferPartition(whole, UR_MEM_FLAG_READ_WRITE, UR_BUFFER_CREATE_TYPE_REGION,
                                 &region, &part));
  EXPECT_OK(urMemRelease(whole));
  run(kernel("ids", "iota"), Arguments().buffer(part).value(0), {32, 1, 1});
  EXPECT_OK(urMemRelease(part));
}

TEST_F(Lifetime, CallbackReleasesItsEvent) {
  ur_event_handle_t event = nullptr;
  Shared<uint32_t> scratch(context_, device_, 1);
  event = enqueueStep(queue_, kernel("ids", "slow"),
                      Arguments().pointer(scratch.data()).value(60000u), 1);
  std::atomic<bool> called{false};
  ASSERT_OK(urEventSetCallback(
      event, UR_EXECUTION_INFO_COMPLETE,
      [](ur_event_handle_t completed, ur_execution_info_t, void *flag) {
        EXPECT_OK(urEventRelease(completed));
        auto &done = *static_cast<std::atomic<bool> *>(flag);
        done = true;
        done.notify_all();
      },
      &called));
  called.wait(false);
}

TEST_F(Lifetime, CallbackEnqueues) {
  struct State {
    ur_queue_handle_t queue;
    ur_event_handle_t next = nullptr;
    std::atomic<bool> done{false};
  } state{queue_};
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEnqueueEventsWait(queue_, 0, nullptr, &event));
  ASSERT_OK(urEventSetCallback(
      event, UR_EXECUTION_INFO_COMPLETE,
      [](ur_event_handle_t, ur_execution_info_t, void *data) {
        auto &s = *static_cast<State *>(data);
        EXPECT_OK(urEnqueueEventsWait(s.queue, 0, nullptr, &s.next));
        EXPECT_OK(urEventWait(1, &s.next));
        s.done = true;
        s.done.notify_all();
      },
      &state));
  state.done.wait(false);
  EXPECT_OK(urEventRelease(event));
  EXPECT_OK(urEventRelease(state.next));
}

// The worker threads end with the adapter's last reference and start again later.
TEST_F(Lifetime, AdapterCanBeLoadedAgain) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  Shared<int> out(context_, device_, 1000);
  for (int i = 0; i < 3; ++i) {
    uint32_t references = 0;
    ASSERT_OK(urAdapterGetInfo(adapter_, UR_ADAPTER_INFO_REFERENCE_COUNT, sizeof(references),
                               &references, nullptr));
    ASSERT_OK(launch(iota, Arguments().pointer(out.data()).value(i), {1000, 1, 1}));
    for (uint32_t r = 0; r < references; ++r)
      ASSERT_OK(urAdapterRelease(adapter_)); // the last release waits for the launch
    if (!capabilities().adapterReleaseWaits) {
      ASSERT_OK(urQueueFinish(queue_));
    }
    EXPECT_EQ(out[999], 999 + i);
    for (uint32_t r = 0; r < references; ++r)
      ASSERT_OK(urAdapterRetain(adapter_));
  }
}

} // namespace
} // namespace ursa::conformance
