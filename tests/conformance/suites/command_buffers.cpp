// Command buffers: order, events, updates, native commands.
#include "conformance/harness.h"

#include <future>
#include <numeric>

namespace ursa::conformance {
namespace {

using Command = ur_exp_command_buffer_command_handle_t;
using SyncPoint = ur_exp_command_buffer_sync_point_t;

class CommandBuffers : public DeviceTest {
protected:
  void TearDown() override {
    for (ur_exp_command_buffer_handle_t buffer : buffers_)
      EXPECT_OK(urCommandBufferReleaseExp(buffer));
    DeviceTest::TearDown();
  }

  struct Settings {
    bool updatable = false;
    bool inOrder = false;
    bool profiled = false;
  };
  ur_exp_command_buffer_handle_t make(Settings settings) {
    const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                   nullptr, settings.updatable, settings.inOrder,
                                                   settings.profiled};
    ur_exp_command_buffer_handle_t buffer = nullptr;
    EXPECT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer)) << lastError();
    return buffers_.emplace_back(buffer);
  }

  /// What a launch is recorded with beyond its kernel.
  struct Order {
    std::vector<SyncPoint> after = {};
    std::vector<ur_event_handle_t> waitFor = {};
    SyncPoint *point = nullptr;
    ur_event_handle_t *event = nullptr;
    Command *command = nullptr;
    std::vector<ur_kernel_handle_t> alternatives = {};
  };
  ur_result_t append(ur_exp_command_buffer_handle_t buffer, ur_kernel_handle_t kernel,
                     const Arguments &arguments, size_t global) {
    return append(buffer, kernel, arguments, global, Order());
  }
  ur_result_t append(ur_exp_command_buffer_handle_t buffer, ur_kernel_handle_t kernel,
                     const Arguments &arguments, size_t global, Order order) {
    return urCommandBufferAppendKernelLaunchWithArgsExp(
        buffer, kernel, 1, nullptr, &global, nullptr, arguments.count(), arguments.data(),
        static_cast<uint32_t>(order.alternatives.size()),
        order.alternatives.empty() ? nullptr : order.alternatives.data(),
        static_cast<uint32_t>(order.after.size()), order.after.empty() ? nullptr : order.after.data(),
        static_cast<uint32_t>(order.waitFor.size()),
        order.waitFor.empty() ? nullptr : order.waitFor.data(), order.point, order.event,
        order.command);
  }
  void enqueue(ur_exp_command_buffer_handle_t buffer, ur_queue_handle_t queue = nullptr) {
    ASSERT_OK(urEnqueueCommandBufferExp(queue ? queue : queue_, buffer, 0, nullptr, nullptr))
        << lastError();
  }
  void enqueueAndWait(ur_exp_command_buffer_handle_t buffer) {
    enqueue(buffer);
    ASSERT_OK(urQueueFinish(queue_));
  }

  static ur_exp_command_buffer_update_kernel_launch_desc_t
  updateOf(Command command, ur_kernel_handle_t newKernel = nullptr) {
    ur_exp_command_buffer_update_kernel_launch_desc_t update = {};
    update.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_KERNEL_LAUNCH_DESC;
    update.hCommand = command;
    update.hNewKernel = newKernel;
    return update;
  }
  template <class T>
  static ur_exp_command_buffer_update_value_arg_desc_t newValue(uint32_t index, const T &value) {
    return {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_VALUE_ARG_DESC,
            nullptr,
            index,
            sizeof(T),
            nullptr,
            &value};
  }
  static ur_exp_command_buffer_update_pointer_arg_desc_t newPointer(uint32_t index,
                                                                    void *const *address) {
    return {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_POINTER_ARG_DESC, nullptr, index, nullptr,
            address};
  }

  ur_event_status_t status(ur_event_handle_t event) {
    ur_event_status_t value = UR_EVENT_STATUS_ERROR;
    EXPECT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(value), &value,
                             nullptr));
    return value;
  }

private:
  std::vector<ur_exp_command_buffer_handle_t> buffers_;
};

/// An event of a host task that waits until it is let go.
class Gate {
public:
  explicit Gate(ur_queue_handle_t queue) {
    EXPECT_OK(urEnqueueHostTaskExp(
        queue, [](void *data) { static_cast<std::future<void> *>(data)->wait(); }, &opened_, nullptr,
        0, nullptr, &event));
  }
  ~Gate() { EXPECT_OK(urEventRelease(event)); }
  void open() { promise_.set_value(); }

  ur_event_handle_t event = nullptr;

private:
  std::promise<void> promise_;
  std::future<void> opened_ = promise_.get_future();
};

TEST_F(CommandBuffers, InOrder) {
  ur_kernel_handle_t step = kernel("ids", "step");
  Shared<int> value = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = make({.inOrder = true});
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
  ur_exp_command_buffer_handle_t buffer = make({});
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

TEST_F(CommandBuffers, ExecutionsFollowEachOtherAndKeepWhatTheyWereEnqueuedWith) {
  ur_kernel_handle_t step = kernel("ids", "step");
  Shared<int> value = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = make({.updatable = true});
  Command command = nullptr;
  ASSERT_OK(append(buffer, step, Arguments().pointer(value.data()).value(0), 1,
                   {.command = &command}));
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
  ur_exp_command_buffer_handle_t buffer = make({});
  ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(buffer, to.data(), from.data(), sizeof(int), 0,
                                              nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  Gate gate(queue_);
  const auto add = [](void *data) { *static_cast<int *>(data) += 1; };
  ASSERT_OK(urEnqueueHostTaskExp(queue_, add, from.data(), nullptr, 0, nullptr, nullptr));
  enqueue(buffer);
  ASSERT_OK(urEnqueueHostTaskExp(queue_, add, to.data(), nullptr, 0, nullptr, nullptr));
  gate.open();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(to[0], 9);
}

TEST_F(CommandBuffers, EventsOfCommandsStandForTheLastExecution) {
  Shared<int> value = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = make({});
  const int pattern = 5;
  ur_queue_handle_t other = makeQueue(0);
  Gate gate(other);
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, value.data(), &pattern, sizeof(pattern),
                                            sizeof(int), 0, nullptr, 1, &gate.event, nullptr,
                                            &event, nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  EXPECT_EQ(status(event), UR_EVENT_STATUS_COMPLETE); // nothing has to be waited for yet
  ASSERT_OK(urEventWait(1, &event));
  enqueue(buffer);
  EXPECT_NE(status(event), UR_EVENT_STATUS_COMPLETE);
  ur_queue_handle_t third = makeQueue(0);
  int seen = 0;
  ASSERT_OK(urEnqueueUSMMemcpy(third, false, &seen, value.data(), sizeof(int), 1, &event, nullptr));
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
  ur_exp_command_buffer_handle_t buffer = make({});
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

TEST_F(CommandBuffers, WaitAndSignalEventsCanBeReplaced) {
  Shared<int> value = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = make({.updatable = true});
  const int pattern = 5;
  ur_queue_handle_t unordered = makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  ur_event_handle_t complete = nullptr;
  ASSERT_OK(urEnqueueEventsWait(unordered, 0, nullptr, &complete));
  Gate gate(unordered);
  ur_event_handle_t first = nullptr;
  Command command = nullptr;
  Command plain = nullptr;
  ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, value.data(), &pattern, sizeof(pattern),
                                            sizeof(int), 0, nullptr, 1, &complete, nullptr,
                                            &first, &command));
  ASSERT_OK(urCommandBufferAppendUSMPrefetchExp(buffer, value.data(), sizeof(int), 0, 0, nullptr, 0,
                                                nullptr, nullptr, nullptr, &plain));
  ur_event_handle_t second = nullptr;
  EXPECT_EQ(urCommandBufferUpdateSignalEventExp(command, &second), UR_RESULT_ERROR_INVALID_OPERATION);
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

TEST_F(CommandBuffers, UpdateOfArgumentsAndSizes) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  Shared<int> first = shared<int>(8, -1);
  Shared<int> second = shared<int>(8, -1);
  ur_exp_command_buffer_handle_t buffer = make({.updatable = true});
  Command command = nullptr;
  ASSERT_OK(append(buffer, iota, Arguments().pointer(first.data()).value(10), 8,
                   {.command = &command}));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  enqueueAndWait(buffer);
  EXPECT_EQ(first.vector(), (std::vector<int>{10, 11, 12, 13, 14, 15, 16, 17}));

  const int start = 100;
  void *const address = second.data();
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

TEST_F(CommandBuffers, UpdateOfTheKernel) {
  ur_program_handle_t ids = program("ids");
  ur_kernel_handle_t iota = kernel(ids, "iota");
  ur_kernel_handle_t step = kernel(ids, "step");
  ur_kernel_handle_t slow = kernel(ids, "slow");
  Shared<int> numbers = shared<int>(4, 0);
  ur_exp_command_buffer_handle_t buffer = make({.updatable = true});
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
  void *const address = numbers.data();
  const auto value = newValue(1, expected);
  const auto pointer = newPointer(0, &address);
  auto update = updateOf(command, step);
  update.numNewValueArgs = 1;
  update.pNewValueArgList = &value;
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGS)
      << "the other kernel's pointer is not this one's";
  update.numNewPointerArgs = 1;
  update.pNewPointerArgList = &pointer;
  ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update)) << lastError();
  enqueueAndWait(buffer);
  EXPECT_EQ(numbers.vector(), (std::vector<int>{1, 2, 4, 4}));

  // Back to the first, which finds its arguments again.
  auto back = updateOf(command, iota);
  ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &back)) << lastError();
  enqueueAndWait(buffer);
  EXPECT_EQ(numbers.vector(), (std::vector<int>{1, 2, 3, 4}));

  auto unknown = updateOf(command, slow);
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &unknown),
            UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(CommandBuffers, AFailedUpdateChangesNothing) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  Shared<int> numbers = shared<int>(2, 0);
  ur_exp_command_buffer_handle_t buffer = make({.updatable = true});
  ur_exp_command_buffer_handle_t other = make({.updatable = true});
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

  const int64_t tooWide = 1;
  const auto bad = newValue(1, tooWide);
  updates[1].pNewValueArgList = &bad;
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 2, updates),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  size_t sizes[2] = {1, 1};
  updates[1].pNewValueArgList = &value;
  updates[1].newWorkDim = 2;
  updates[1].pNewGlobalWorkSize = sizes;
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 2, updates), UR_RESULT_ERROR_INVALID_VALUE);
  updates[1] = updateOf(nullptr);
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 2, updates),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(other, 1, updates),
            UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_COMMAND_HANDLE_EXP);
  enqueueAndWait(buffer);
  EXPECT_EQ(numbers.vector(), (std::vector<int>{1, 1}));
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
  ur_exp_command_buffer_handle_t buffer = make({.inOrder = true});
  ASSERT_OK(urCommandBufferAppendMemBufferWriteExp(buffer, memory[0], 0, 16, from.data(), 0, nullptr,
                                                   0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendMemBufferFillExp(buffer, memory[1], &pattern, 1, 0, 16, 0, nullptr,
                                                  0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendMemBufferCopyExp(buffer, memory[0], memory[1], 0, 12, 4, 0, nullptr,
                                                  0, nullptr, nullptr, nullptr, nullptr));
  // Rows are 4 bytes: the lower right 2 x 2 to the upper left.
  ASSERT_OK(urCommandBufferAppendMemBufferCopyRectExp(
      buffer, memory[0], memory[1], {2, 2, 0}, {0, 0, 0}, {2, 2, 1}, 4, 16, 4, 16, 0, nullptr, 0,
      nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendMemBufferWriteRectExp(
      buffer, memory[1], {2, 1, 0}, {0, 0, 0}, {2, 1, 1}, 4, 16, 4, 16, from.data(), 0, nullptr, 0,
      nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendMemBufferReadExp(buffer, memory[1], 0, 16, to.data(), 0, nullptr, 0,
                                                  nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendMemBufferReadRectExp(
      buffer, memory[1], {0, 0, 0}, {0, 0, 0}, {2, 2, 1}, 4, 16, 2, 4, corner.data(), 0, nullptr, 0,
      nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  for (ur_mem_handle_t mem : memory) // the command buffer keeps them
    ASSERT_OK(urMemRelease(mem));
  enqueueAndWait(buffer);
  EXPECT_EQ(to, (std::array<uint8_t, 16>{10, 11, 0xAA, 0xAA, 14, 15, 0, 1, 0xAA, 0xAA, 0xAA, 0xAA, 0,
                                         1, 2, 3}));
  EXPECT_EQ(corner, (std::array<uint8_t, 4>{10, 11, 14, 15}));
}

TEST_F(CommandBuffers, UsmCommands) {
  Shared<int> from = shared<int>(100, 0);
  Shared<int> to = shared<int>(100, 0);
  int pattern = 77;
  ur_exp_command_buffer_handle_t buffer = make({.inOrder = true});
  ASSERT_OK(urCommandBufferAppendUSMAdviseExp(buffer, from.data(), 400, UR_USM_ADVICE_FLAG_DEFAULT,
                                              0, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, from.data(), &pattern, sizeof(pattern), 400, 0,
                                            nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendUSMPrefetchExp(buffer, from.data(), 400, 0, 0, nullptr, 0, nullptr,
                                                nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(buffer, to.data(), from.data(), 400, 0, nullptr, 0,
                                              nullptr, nullptr, nullptr, nullptr));
  pattern = 78; // it was copied
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  enqueueAndWait(buffer);
  EXPECT_EQ(to.vector(), std::vector<int>(100, 77));
}

struct NativeData {
  ur_exp_command_buffer_handle_t buffer;
  int *value;
};

// Commands of the driver's own: ten is added by two copies that must come one after the other.
void appendNative(void *pointer) {
  static const int kTen = 10;
  const auto &data = *static_cast<NativeData *>(pointer);
  ur_native_handle_t native = 0;
  ASSERT_OK(urCommandBufferGetNativeHandleExp(data.buffer, &native));
  auto *driver = reinterpret_cast<ur_exp_command_buffer_handle_t>(native);
  SyncPoint point = 0;
  ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(driver, data.value + 1, data.value, sizeof(int), 0,
                                              nullptr, 0, nullptr, &point, nullptr, nullptr));
  ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(driver, data.value, &kTen, sizeof(int), 1, &point, 0,
                                              nullptr, nullptr, nullptr, nullptr));
}

TEST_F(CommandBuffers, NativeCommands) {
  for (const bool inChild : {false, true}) {
    Shared<int> value = shared<int>(3, 0);
    ur_exp_command_buffer_handle_t buffer = make({});
    ur_exp_command_buffer_handle_t child = inChild ? make({}) : nullptr;
    const int pattern = 4;
    SyncPoint filled = 0;
    SyncPoint done = 0;
    ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, value.data(), &pattern, sizeof(pattern),
                                              sizeof(int), 0, nullptr, 0, nullptr, &filled, nullptr,
                                              nullptr));
    NativeData data{inChild ? child : buffer, value.data()};
    ASSERT_OK(urCommandBufferAppendNativeCommandExp(buffer, appendNative, &data, child, 1, &filled,
                                                    &done))
        << lastError();
    ASSERT_OK(urCommandBufferAppendUSMMemcpyExp(buffer, &value[2], &value[0], sizeof(int), 1, &done,
                                                0, nullptr, nullptr, nullptr, nullptr));
    ASSERT_OK(urCommandBufferFinalizeExp(buffer));
    enqueueAndWait(buffer);
    EXPECT_EQ(value.vector(), (std::vector<int>{10, 4, 10})) << inChild;
  }
  ur_exp_command_buffer_handle_t buffer = make({});
  EXPECT_EQ(urCommandBufferAppendNativeCommandExp(buffer, nullptr, nullptr, nullptr, 0, nullptr,
                                                  nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urCommandBufferAppendNativeCommandExp(
                buffer, [](void *) {}, nullptr, buffer, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_EXP);
}

TEST_F(CommandBuffers, Errors) {
  ur_kernel_handle_t iota = kernel("ids", "iota");
  Shared<int> numbers = shared<int>(1, 0);
  ur_exp_command_buffer_handle_t buffer = make({});
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
  enqueueAndWait(buffer); // nothing is in it
  EXPECT_EQ(numbers[0], 0);
}

TEST_F(CommandBuffers, ReleasedWhileItRuns) {
  Shared<int> value = shared<int>(1, 0);
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 false, false, false};
  ur_exp_command_buffer_handle_t buffer = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer));
  const int pattern = 3;
  ASSERT_OK(urCommandBufferAppendUSMFillExp(buffer, value.data(), &pattern, sizeof(pattern),
                                            sizeof(int), 0, nullptr, 0, nullptr, nullptr, nullptr,
                                            nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  Gate gate(queue_);
  enqueue(buffer);
  ASSERT_OK(urCommandBufferReleaseExp(buffer));
  gate.open();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(value[0], 3);
}

TEST_F(CommandBuffers, Queries) {
  ur_exp_command_buffer_handle_t buffer = make({.updatable = true, .inOrder = true});
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
  for (const auto query : {UR_DEVICE_INFO_COMMAND_BUFFER_SUPPORT_EXP,
                           UR_DEVICE_INFO_COMMAND_BUFFER_EVENT_SUPPORT_EXP,
                           UR_DEVICE_INFO_COMMAND_BUFFER_SUBGRAPH_SUPPORT_EXP}) {
    ur_bool_t supported = false;
    ASSERT_OK(urDeviceGetInfo(device_, query, sizeof(supported), &supported, nullptr));
    EXPECT_TRUE(supported) << query;
  }
}

TEST_F(CommandBuffers, Profile) {
  ur_kernel_handle_t slow = kernel("ids", "slow");
  Shared<uint32_t> scratch = shared<uint32_t>(1, 0);
  ur_exp_command_buffer_handle_t buffer = make({.profiled = true});
  ur_event_handle_t events[2] = {};
  ASSERT_OK(append(buffer, slow, Arguments().pointer(scratch.data()).value(100000u), 1,
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
  EXPECT_LE(start[1], start[0]); // the execution holds its commands
  EXPECT_GE(end[1], end[0]);
}

} // namespace
} // namespace ursa::conformance
