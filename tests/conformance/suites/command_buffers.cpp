// Command buffers: order, events, every command, native commands. command_buffer_updates.cpp tests
// updates.
#include "conformance/command_buffers.h"

#include <gmock/gmock.h>

#include <numeric>

namespace ursa::conformance {
namespace {

TEST_F(CommandBuffers, InOrder) {
  ur_kernel_handle_t step = kernel("ids", "step");
  Shared<int> value = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({.inOrder = true});
  for (int i = 0; i < 50; ++i)
    ASSERT_OK(append(buffer, step, Arguments().pointer(value.data()).value(i), 1)) << lastError();
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  EXPECT_EQ(value[0], 0); // recorded, not run
  for (int round = 0; round < 3; ++round) {
    value[0] = 0;
    enqueueAndWait(buffer);
    EXPECT_EQ(value[0], 50);
  }
}

TEST_F(CommandBuffers, SyncPoints) {
  ur_kernel_handle_t step = kernel("ids", "step");
  Shared<int> value = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({});
  std::vector<SyncPoint> points;
  for (int i = 0; i < 50; ++i) {
    SyncPoint point = 0;
    ASSERT_OK(append(buffer, step, Arguments().pointer(value.data()).value(i), 1,
                     {.after = points, .point = &point}));
    points.push_back(point);
  }
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  enqueueAndWait(buffer);
  EXPECT_EQ(value[0], 50);
}

TEST_F(CommandBuffers, ExecutionsRunInOrderWithTheArgumentsOfTheirEnqueue) {
  ur_kernel_handle_t step = kernel("ids", "step");
  Shared<int> value = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({.updatable = true});
  Command command = nullptr;
  ASSERT_OK(
      append(buffer, step, Arguments().pointer(value.data()).value(0), 1, {.command = &command}));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  const ur_queue_handle_t queues[] = {queue_,
                                      makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  for (int i = 0; i < 100; ++i) {
    const auto argument = newValue(1, i);
    auto update = updateOf(command);
    update.numNewValueArgs = 1;
    update.pNewValueArgList = &argument;
    ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update)) << lastError();
    enqueue(buffer, queues[i % 2]);
  }
  for (ur_queue_handle_t queue : queues)
    ASSERT_OK(urQueueFinish(queue));
  EXPECT_EQ(value[0], 100);
}

TEST_F(CommandBuffers, TheQueueOrdersExecutions) {
  Shared<int> from = shared<int>(1, 7);
  Shared<int> to = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({});
  ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(buffer, to.deviceAddress(), from.deviceAddress(),
                                              sizeof(int), 0, nullptr, 0, nullptr, nullptr, nullptr,
                                              nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  ur_kernel_handle_t step = kernel("ids", "step");
  Gate gate(context_, queue_);
  EXPECT_OK(
      urEventRelease(enqueueStep(queue_, step, Arguments().pointer(from.data()).value(7), 1)));
  enqueue(buffer);
  EXPECT_OK(urEventRelease(enqueueStep(queue_, step, Arguments().pointer(to.data()).value(8), 1)));
  gate.open();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(to[0], 9);
}

TEST_F(CommandBuffers, EventsOfCommandsReferToTheLastExecution) {
  Shared<int> value = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({});
  const int pattern = 5;
  ur_queue_handle_t other = makeQueue(0);
  Gate gate(context_, other);
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, value.deviceAddress(), &pattern,
                                            sizeof(pattern), sizeof(int), 0, nullptr, 1,
                                            &gate.event, nullptr, &event, nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  EXPECT_EQ(status(event), UR_EVENT_STATUS_COMPLETE); // no execution is pending yet
  ASSERT_OK(urEventWait(1, &event));
  enqueue(buffer);
  EXPECT_NE(status(event), UR_EVENT_STATUS_COMPLETE);
  ur_queue_handle_t third = makeQueue(0);
  int seen = 0;
  ASSERT_OK(urEnqueueUSMMemcpy(third, false, &seen, value.deviceAddress(), sizeof(int), 1, &event,
                               nullptr));
  EXPECT_EQ(value[0], 0);
  gate.open();
  ASSERT_OK(urQueueFinish(third));
  EXPECT_EQ(seen, 5);
  EXPECT_EQ(status(event), UR_EVENT_STATUS_COMPLETE);
  EXPECT_OK(urEventRelease(event));
}

TEST_F(CommandBuffers, EventsOrderCommandsOfOneExecution) {
  ur_kernel_handle_t step = kernel("ids", "step");
  Shared<int> value = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({});
  std::vector<ur_event_handle_t> events;
  for (int i = 0; i < 20; ++i) {
    ur_event_handle_t event = nullptr;
    ASSERT_OK(append(buffer, step, Arguments().pointer(value.data()).value(i), 1,
                     {.waitFor = events, .event = &event}));
    events.push_back(event);
  }
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  for (int round = 0; round < 2; ++round) {
    value[0] = 0;
    enqueueAndWait(buffer);
    EXPECT_EQ(value[0], 20);
  }
  for (ur_event_handle_t event : events)
    EXPECT_OK(urEventRelease(event));
}

TEST_F(CommandBuffers, BufferCommands) {
  ur_mem_handle_t memory[2] = {};
  for (ur_mem_handle_t &mem : memory)
    ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 16, nullptr, &mem));
  std::array<uint8_t, 16> from{};
  std::iota(from.begin(), from.end(), uint8_t{0});
  std::array<uint8_t, 16> to{};
  std::array<uint8_t, 4> corner{};
  const uint8_t pattern = 0xAA;
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({.inOrder = true});
  ASSERT_OK(urCommandBufferAppendMemBufferWriteExp(buffer, memory[0], 0, 16, from.data(), 0,
                                                   nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendMemBufferFillExp(buffer, memory[1], &pattern, 1, 0, 16, 0, nullptr,
                                                  0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendMemBufferCopyExp(buffer, memory[0], memory[1], 0, 12, 4, 0,
                                                  nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  // Rows have 4 bytes: copies the lower right 2 x 2 to the upper left.
  ASSERT_OK(urCommandBufferAppendMemBufferCopyRectExp(
      buffer, memory[0], memory[1], {2, 2, 0}, {0, 0, 0}, {2, 2, 1}, 4, 16, 4, 16, 0, nullptr, 0,
      nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendMemBufferWriteRectExp(
      buffer, memory[1], {2, 1, 0}, {0, 0, 0}, {2, 1, 1}, 4, 16, 4, 16, from.data(), 0, nullptr, 0,
      nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendMemBufferReadExp(buffer, memory[1], 0, 16, to.data(), 0, nullptr,
                                                  0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendMemBufferReadRectExp(
      buffer, memory[1], {0, 0, 0}, {0, 0, 0}, {2, 2, 1}, 4, 16, 2, 4, corner.data(), 0, nullptr, 0,
      nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  for (ur_mem_handle_t mem : memory) // the command buffer retains them
    ASSERT_OK(urMemRelease(mem));
  enqueueAndWait(buffer);
  EXPECT_EQ(to, (std::array<uint8_t, 16>{10, 11, 0xAA, 0xAA, 14, 15, 0, 1, 0xAA, 0xAA, 0xAA, 0xAA,
                                         0, 1, 2, 3}));
  EXPECT_EQ(corner, (std::array<uint8_t, 4>{10, 11, 14, 15}));
}

TEST_F(CommandBuffers, UsmCommands) {
  Shared<int> from = shared<int>(100, 0);
  Shared<int> to = shared<int>(100, 0);
  int pattern = 77;
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({.inOrder = true});
  ASSERT_OK(urCommandBufferAppendUSMAdviseExp(buffer, from.deviceAddress(), 400,
                                              UR_USM_ADVICE_FLAG_DEFAULT, 0, nullptr, 0, nullptr,
                                              nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, from.deviceAddress(), &pattern, sizeof(pattern),
                                            400, 0, nullptr, 0, nullptr, nullptr, nullptr,
                                            nullptr));
  ASSERT_OK(urCommandBufferAppendUSMPrefetchExp(buffer, from.deviceAddress(), 400, 0, 0, nullptr, 0,
                                                nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(buffer, to.deviceAddress(), from.deviceAddress(), 400,
                                              0, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  pattern = 78; // the recorded pattern is a copy
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  enqueueAndWait(buffer);
  EXPECT_EQ(to.vector(), std::vector<int>(100, 77));
}

struct NativeData {
  ur_context_handle_t context;
  ur_exp_command_buffer_handle_t buffer;
  int *value;
};

// Native commands: two copies, which must run in order, add ten.
void appendNative(void *pointer) {
  static const int kTen = 10;
  const auto &data = *static_cast<NativeData *>(pointer);
  ur_native_handle_t native = 0;
  ASSERT_OK(urCommandBufferGetNativeHandleExp(data.buffer, &native));
  if (const auto add = capabilities().addNativeCommands) {
    add(data.context, native, data.value);
    return;
  }
  auto *driver = reinterpret_cast<ur_exp_command_buffer_handle_t>(native);
  SyncPoint point = 0;
  ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(driver, data.value + 1, data.value, sizeof(int), 0,
                                              nullptr, 0, nullptr, &point, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(driver, data.value, &kTen, sizeof(int), 1, &point, 0,
                                              nullptr, nullptr, nullptr, nullptr));
}

TEST_F(CommandBuffers, NativeCommands) {
  if (!capabilities().recordsNativeCommands) {
    EXPECT_EQ(urCommandBufferAppendNativeCommandExp(
                  createCommandBuffer({}), [](void *) {}, nullptr, nullptr, 0, nullptr, nullptr),
              UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
    return;
  }
  for (const bool inChild : {false, true}) {
    Shared<int> value = shared<int>(3, 0);
    ur_exp_command_buffer_handle_t buffer = createCommandBuffer({});
    ur_exp_command_buffer_handle_t child = inChild ? createCommandBuffer({}) : nullptr;
    const int pattern = 4;
    SyncPoint filled = 0;
    SyncPoint done = 0;
    ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, value.deviceAddress(), &pattern,
                                              sizeof(pattern), sizeof(int), 0, nullptr, 0, nullptr,
                                              &filled, nullptr, nullptr));
    NativeData data{context_, inChild ? child : buffer, value.data()};
    ASSERT_OK(urCommandBufferAppendNativeCommandExp(buffer, appendNative, &data, child, 1, &filled,
                                                    &done))
        << lastError();
    ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(buffer, &value[2], &value[0], sizeof(int), 1, &done,
                                                0, nullptr, nullptr, nullptr, nullptr));
    ASSERT_OK(urCommandBufferFinalizeExp(buffer));
    enqueueAndWait(buffer);
    EXPECT_EQ(value.vector(), (std::vector<int>{10, 4, 10})) << inChild;
  }
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({});
  EXPECT_EQ(
      urCommandBufferAppendNativeCommandExp(buffer, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
      UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urCommandBufferAppendNativeCommandExp(
                buffer, [](void *) {}, nullptr, buffer, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_EXP);
}

TEST_F(CommandBuffers, Errors) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  Shared<int> numbers = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({});
  const auto arguments = Arguments().pointer(numbers.data()).value(1);
  Command command = nullptr;
  EXPECT_EQ(append(buffer, iota, arguments, 1, {.command = &command}),
            UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_EQ(append(buffer, iota, arguments, 1, {.after = {0}}),
            UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_SYNC_POINT_EXP);
  EXPECT_EQ(lastError(), "The command buffer has no sync point 0; it has 0 commands.");
  EXPECT_EQ(append(buffer, iota, arguments, 1, {.waitFor = {nullptr}}),
            UR_RESULT_ERROR_INVALID_EVENT);
  const int pattern = 1;
  EXPECT_EQ(urCommandBufferAppendUSMFillExp(buffer, numbers.data(), &pattern, 4, 4, 1, nullptr, 0,
                                            nullptr, nullptr, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_SYNC_POINT_WAIT_LIST_EXP);
  EXPECT_EQ(urCommandBufferAppendUSMFillExp(buffer, numbers.data(), &pattern, 4, 5, 0, nullptr, 0,
                                            nullptr, nullptr, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(append(buffer, iota, Arguments().pointer(numbers.data()), 1),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
  EXPECT_EQ(urEnqueueCommandBufferExp(queue_, buffer, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_OPERATION); // not finalized
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  EXPECT_EQ(urCommandBufferFinalizeExp(buffer), UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_EQ(append(buffer, iota, arguments, 1), UR_RESULT_ERROR_INVALID_OPERATION);
  enqueueAndWait(buffer); // an empty command buffer
  EXPECT_EQ(numbers[0], 0);
}

TEST_F(CommandBuffers, ReleasedWhileItRuns) {
  Shared<int> value = shared<int>(1, 0);
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 false, false, false};
  ur_exp_command_buffer_handle_t buffer = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer));
  const int pattern = 3;
  ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, value.deviceAddress(), &pattern,
                                            sizeof(pattern), sizeof(int), 0, nullptr, 0, nullptr,
                                            nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  Gate gate(context_, queue_);
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEnqueueCommandBufferExp(queue_, buffer, 0, nullptr, &event));
  EXPECT_THAT(status(event), testing::AnyOf(UR_EVENT_STATUS_QUEUED, UR_EVENT_STATUS_SUBMITTED));
  ASSERT_OK(urCommandBufferReleaseExp(buffer));
  gate.open();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(value[0], 3);
  EXPECT_EQ(status(event), UR_EVENT_STATUS_COMPLETE);
  EXPECT_OK(urEventRelease(event));
}

TEST_F(CommandBuffers, CommandsCompleteBeforeTheirExecution) {
  Shared<int> value = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({});
  Gate gate(context_, makeQueue(0));
  const int pattern = 3;
  ur_event_handle_t first = nullptr;
  ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, value.deviceAddress(), &pattern,
                                            sizeof(pattern), sizeof(int), 0, nullptr, 0, nullptr,
                                            nullptr, &first, nullptr));
  ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, value.deviceAddress(), &pattern,
                                            sizeof(pattern), sizeof(int), 0, nullptr, 1,
                                            &gate.event, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEnqueueCommandBufferExp(queue_, buffer, 0, nullptr, &event));
  ASSERT_OK(urEventWait(1, &first));
  EXPECT_OK(urEventRelease(first));
  EXPECT_EQ(status(event), UR_EVENT_STATUS_RUNNING);
  gate.open();
  ASSERT_OK(urEventWait(1, &event));
  EXPECT_OK(urEventRelease(event));
}

TEST_F(CommandBuffers, Queries) {
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({.updatable = true, .inOrder = true});
  uint32_t count = 0;
  ASSERT_OK(urCommandBufferRetainExp(buffer));
  ASSERT_OK(urCommandBufferGetInfoExp(buffer, UR_EXP_COMMAND_BUFFER_INFO_REFERENCE_COUNT,
                                      sizeof(count), &count, nullptr));
  EXPECT_EQ(count, 2u);
  ASSERT_OK(urCommandBufferReleaseExp(buffer));
  ur_exp_command_buffer_desc_t description{};
  ASSERT_OK(urCommandBufferGetInfoExp(buffer, UR_EXP_COMMAND_BUFFER_INFO_DESCRIPTOR,
                                      sizeof(description), &description, nullptr));
  EXPECT_TRUE(description.isUpdatable);
  EXPECT_TRUE(description.isInOrder);
  EXPECT_FALSE(description.enableProfiling);
  const std::pair<ur_device_info_t, bool> features[] = {
      {UR_DEVICE_INFO_COMMAND_BUFFER_SUPPORT_EXP, true},
      {UR_DEVICE_INFO_COMMAND_BUFFER_EVENT_SUPPORT_EXP, true},
      {UR_DEVICE_INFO_COMMAND_BUFFER_SUBGRAPH_SUPPORT_EXP, capabilities().recordsNativeCommands}};
  for (const auto &[query, expected] : features) {
    ur_bool_t supported = !expected;
    ASSERT_OK(urDeviceGetInfo(device_, query, sizeof(supported), &supported, nullptr));
    EXPECT_EQ(supported, expected) << query;
  }
}

TEST_F(CommandBuffers, Profile) {
  ur_kernel_handle_t slow = kernel("ids", "slow");
  Shared<uint32_t> scratch = shared<uint32_t>(1, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({.profiled = true});
  ur_event_handle_t events[2] = {};
  ASSERT_OK(append(buffer, slow, Arguments().pointer(scratch.data()).value(4000u), 1,
                   {.event = &events[0]}));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  ASSERT_OK(urEnqueueCommandBufferExp(queue_, buffer, 0, nullptr, &events[1]));
  ASSERT_OK(urEventWait(2, events));
  uint64_t start[2] = {};
  uint64_t end[2] = {};
  for (int i = 0; i < 2; ++i) {
    ASSERT_OK(urEventGetProfilingInfo(events[i], UR_PROFILING_INFO_COMMAND_START, sizeof(uint64_t),
                                      &start[i], nullptr))
        << lastError();
    ASSERT_OK(urEventGetProfilingInfo(events[i], UR_PROFILING_INFO_COMMAND_END, sizeof(uint64_t),
                                      &end[i], nullptr));
    EXPECT_OK(urEventRelease(events[i]));
  }
  EXPECT_LT(start[0], end[0]);
  EXPECT_LE(start[1], start[0]); // the times of an execution enclose those of its commands
  EXPECT_GE(end[1], end[0]);
}

} // namespace
} // namespace ursa::conformance
