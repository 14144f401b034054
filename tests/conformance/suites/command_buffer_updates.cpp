// Updates of command buffers between their executions.
#include "conformance/command_buffers.h"

namespace ursa::conformance {
namespace {

using CommandBufferUpdates = CommandBuffers;

TEST_F(CommandBufferUpdates, WaitAndSignalEventsCanBeReplaced) {
  Shared<int> value = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({.updatable = true});
  const int pattern = 5;
  ur_queue_handle_t unordered = makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  ur_event_handle_t complete = nullptr;
  ASSERT_OK(urEnqueueEventsWait(unordered, 0, nullptr, &complete));
  Gate gate(context_, unordered);
  ur_event_handle_t first = nullptr;
  Command command = nullptr;
  Command plain = nullptr;
  ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, value.data(), &pattern, sizeof(pattern),
                                            sizeof(int), 0, nullptr, 1, &complete, nullptr, &first,
                                            &command));
  ASSERT_OK(urCommandBufferAppendUSMPrefetchExp(buffer, value.data(), sizeof(int), 0, 0, nullptr, 0,
                                                nullptr, nullptr, nullptr, &plain));
  ur_event_handle_t second = nullptr;
  EXPECT_EQ(urCommandBufferUpdateSignalEventExp(command, &second),
            UR_RESULT_ERROR_INVALID_OPERATION);
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  EXPECT_EQ(urCommandBufferUpdateSignalEventExp(plain, &second), UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_EQ(urCommandBufferUpdateWaitEventsExp(plain, 1, &gate.event),
            UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST);
  ASSERT_OK(urCommandBufferUpdateWaitEventsExp(command, 1, &gate.event)) << lastError();
  ASSERT_OK(urCommandBufferUpdateSignalEventExp(command, &second)) << lastError();
  enqueue(buffer);
  EXPECT_EQ(status(first), UR_EVENT_STATUS_COMPLETE); // no execution signals it any more
  EXPECT_NE(status(second), UR_EVENT_STATUS_COMPLETE);
  gate.open();
  ASSERT_OK(urEventWait(1, &second));
  EXPECT_EQ(value[0], 5);
  EXPECT_OK(urEventRelease(complete));
  EXPECT_OK(urEventRelease(first));
  EXPECT_OK(urEventRelease(second));
}

TEST_F(CommandBufferUpdates, UpdateOfArgumentsAndSizes) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  Shared<int> first = shared<int>(8, -1);
  Shared<int> second = shared<int>(8, -1);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({.updatable = true});
  Command command = nullptr;
  ASSERT_OK(
      append(buffer, iota, Arguments().pointer(first.data()).value(10), 8, {.command = &command}));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  enqueueAndWait(buffer);
  EXPECT_EQ(first.vector(), (std::vector<int>{10, 11, 12, 13, 14, 15, 16, 17}));

  const int start = 100;
  void *const address = second.deviceAddress();
  const auto value = newValue(1, start);
  const auto pointer = newPointer(0, &address);
  size_t offset = 1;
  size_t global = 4;
  size_t local = 2;
  auto update = updateOf(command, iota);
  update.numNewValueArgs = 1;
  update.pNewValueArgList = &value;
  update.numNewPointerArgs = 1;
  update.pNewPointerArgList = &pointer;
  update.newWorkDim = 1;
  update.pNewGlobalWorkOffset = &offset;
  update.pNewGlobalWorkSize = &global;
  update.pNewLocalWorkSize = &local;
  ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update)) << lastError();
  enqueueAndWait(buffer);
  EXPECT_EQ(first[0], 10);
  EXPECT_EQ(second.vector(), (std::vector<int>{-1, 101, 102, 103, 104, -1, -1, -1}));
}

TEST_F(CommandBufferUpdates, UpdateOfTheKernel) {
  ur_program_handle_t ids = program("ids");
  ur_kernel_handle_t iota = kernel(ids, "iota");
  ur_kernel_handle_t step = kernel(ids, "step");
  ur_kernel_handle_t slow = kernel(ids, "slow");
  Shared<int> numbers = shared<int>(4, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({.updatable = true});
  Command command = nullptr;
  EXPECT_EQ(append(buffer, iota, Arguments().pointer(numbers.data()).value(1), 4,
                   {.command = &command, .alternatives = {iota}}),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(command, nullptr);
  ASSERT_OK(append(buffer, iota, Arguments().pointer(numbers.data()).value(1), 4,
                   {.command = &command, .alternatives = {step}}));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  enqueueAndWait(buffer);
  EXPECT_EQ(numbers.vector(), (std::vector<int>{1, 2, 3, 4}));

  const int expected = 3;
  void *const address = numbers.deviceAddress();
  const auto value = newValue(1, expected);
  const auto pointer = newPointer(0, &address);
  auto update = updateOf(command, step);
  update.numNewValueArgs = 1;
  update.pNewValueArgList = &value;
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS)
      << "the pointer argument of another kernel was used";
  update.numNewPointerArgs = 1;
  update.pNewPointerArgList = &pointer;
  ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update)) << lastError();
  enqueueAndWait(buffer);
  EXPECT_EQ(numbers.vector(), (std::vector<int>{1, 2, 4, 4}));

  // Updates back to the first kernel, which still has its arguments.
  auto back = updateOf(command, iota);
  ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &back)) << lastError();
  enqueueAndWait(buffer);
  EXPECT_EQ(numbers.vector(), (std::vector<int>{1, 2, 3, 4}));

  auto unknown = updateOf(command, slow);
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &unknown),
            UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(CommandBufferUpdates, AFailedUpdateChangesNothing) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  Shared<int> numbers = shared<int>(2, 0);
  ur_exp_command_buffer_handle_t buffer = createCommandBuffer({.updatable = true});
  ur_exp_command_buffer_handle_t other = createCommandBuffer({.updatable = true});
  Command commands[2] = {};
  for (int i = 0; i < 2; ++i)
    ASSERT_OK(append(buffer, iota, Arguments().pointer(&numbers[i]).value(1), 1,
                     {.command = &commands[i]}));
  const int good = 50;
  const auto value = newValue(1, good);
  ur_exp_command_buffer_update_kernel_launch_desc_t updates[2] = {updateOf(commands[0]),
                                                                  updateOf(commands[1])};
  for (auto &update : updates) {
    update.numNewValueArgs = 1;
    update.pNewValueArgList = &value;
  }
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 2, updates),
            UR_RESULT_ERROR_INVALID_OPERATION); // not finalized
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  ASSERT_OK(urCommandBufferFinalizeExp(other));

  const int64_t tooLarge = 1;
  const auto bad = newValue(1, tooLarge);
  updates[1].pNewValueArgList = &bad;
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 2, updates),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  size_t sizes[2] = {1, 1};
  updates[1].pNewValueArgList = &value;
  updates[1].newWorkDim = 2;
  updates[1].pNewGlobalWorkSize = sizes;
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 2, updates),
            UR_RESULT_ERROR_INVALID_VALUE);
  updates[1] = updateOf(nullptr);
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 2, updates),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(other, 1, updates),
            UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_COMMAND_HANDLE_EXP);
  enqueueAndWait(buffer);
  EXPECT_EQ(numbers.vector(), (std::vector<int>{1, 1}));
}

} // namespace
} // namespace ursa::conformance
