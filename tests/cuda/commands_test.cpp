// Commands: their order, host memory, host tasks and what is freed meanwhile.
#include "cuda/commands_fixture.h"

#include <array>

#include <sys/mman.h>
#include <unistd.h>

namespace ursa {
namespace {

using ::testing::HasSubstr;

// The source is read when the queue reaches the command, and the call does not wait for that.
TEST_F(CudaCommands, WritesReadTheirSourceInOrder) {
  open();
  makeBuffer(16);
  static std::vector<int> values;
  values = {0, 0, 0, 0};
  Gate gate;
  close(gate, queue_);
  ASSERT_OK(urEnqueueHostTaskExp(
      queue_,
      [](void *) {
        values = {1, 2, 3, 4};
      },
      nullptr, nullptr, 0, nullptr, nullptr));
  ASSERT_OK(
      urEnqueueMemBufferWrite(queue_, buffer_, false, 0, 16, values.data(), 0, nullptr, nullptr))
      << lastError();
  gate.open();
  EXPECT_EQ(read<int>(4), (std::vector<int>{1, 2, 3, 4}));
}

TEST_F(CudaCommands, ReadsDoNotWaitForTheirQueue) {
  for (const ur_queue_flags_t flags : {0u, 1u}) {
    if (!context_)
      open(flags);
    const std::vector<int> from = counted(64);
    std::vector<int> to(64);
    makeBuffer(256);
    ASSERT_OK(
        urEnqueueMemBufferWrite(queue_, buffer_, true, 0, 256, from.data(), 0, nullptr, nullptr));
    Gate gate;
    ur_event_handle_t closed = nullptr;
    close(gate, queue_, &closed);
    ASSERT_OK(
        urEnqueueMemBufferRead(queue_, buffer_, false, 0, 256, to.data(), 1, &closed, &event_));
    EXPECT_EQ(to[0], 0);
    ur_event_status_t status{};
    EXPECT_OK(urEventGetInfo(event_, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status),
                             &status, nullptr));
    EXPECT_EQ(status, UR_EVENT_STATUS_QUEUED);
    gate.open();
    EXPECT_OK(urEventWait(1, &event_));
    EXPECT_EQ(to, from);
    EXPECT_OK(urEventRelease(closed));
    EXPECT_OK(urEventRelease(event_));
    event_ = nullptr;
    EXPECT_OK(urMemRelease(buffer_));
    buffer_ = nullptr;
    EXPECT_OK(urQueueRelease(queue_));
    ASSERT_OK(makeQueue(1));
  }
}

// The driver waits for all streams when it frees memory; the task ends only after the calls.
TEST_F(CudaCommands, NothingIsFreedWhileAQueueWaitsForATask) {
  open();
  void *memory = nullptr;
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 64, &memory));
  makeBuffer(size_t{1} << 20);
  Gate gate;
  close(gate, queue_);
  EXPECT_OK(urUSMFree(context_, memory));
  EXPECT_OK(urMemRelease(buffer_));
  buffer_ = nullptr;
  EXPECT_EQ(driver_.calls["cuMemFree"], 0);
  gate.open();
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_OK(urEnqueueEventsWait(queue_, 0, nullptr, &event_));
  EXPECT_EQ(driver_.calls["cuMemFree"], 2);
}

// Small buffers are blocks of an allocation that the context retains.
TEST_F(CudaCommands, MemoryOfSmallBuffersIsUsedAgainWhenNoCommandUsesIt) {
  open();
  const auto addressOf = [](ur_mem_handle_t buffer, ur_device_handle_t device) {
    ur_native_handle_t address = 0;
    EXPECT_OK(urMemGetNativeHandle(buffer, device, &address));
    return address;
  };
  const auto make = [&](size_t size) {
    ur_mem_handle_t buffer = nullptr;
    EXPECT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, size, nullptr, &buffer))
        << lastError();
    return buffer;
  };
  std::map<ur_native_handle_t, ur_mem_handle_t> made;
  for (const size_t size : {1, 512, 513, 1024, 2048, 4095, 4096})
    for (int i = 0; i < 3; ++i) {
      ur_mem_handle_t buffer = make(size);
      EXPECT_TRUE(made.emplace(addressOf(buffer, device_), buffer).second) << size;
      const std::vector<char> bytes(size, static_cast<char>(made.size()));
      EXPECT_OK(urEnqueueMemBufferWrite(queue_, buffer, true, 0, size, bytes.data(), 0, nullptr,
                                        nullptr));
    }
  EXPECT_EQ(driver_.calls["cuMemAlloc"], 4);
  int number = 0;
  for (const size_t size : {1, 512, 513, 1024, 2048, 4095, 4096})
    for (int i = 0; i < 3; ++i, ++number) {
      char last = 0;
      const auto buffer = std::find_if(made.begin(), made.end(), [&](const auto &each) {
        size_t bytes = 0;
        EXPECT_OK(urMemGetInfo(each.second, UR_MEM_INFO_SIZE, sizeof(bytes), &bytes, nullptr));
        EXPECT_OK(urEnqueueMemBufferRead(queue_, each.second, true, bytes - 1, 1, &last, 0, nullptr,
                                         nullptr));
        return last == static_cast<char>(number + 1) && bytes == size;
      });
      EXPECT_NE(buffer, made.end()) << number;
    }
  for (const auto &[address, buffer] : made)
    EXPECT_OK(urMemRelease(buffer));

  ur_mem_handle_t buffer = make(700);
  const ur_native_handle_t address = addressOf(buffer, device_);
  EXPECT_TRUE(made.contains(address));
  Gate gate;
  close(gate, queue_);
  EXPECT_OK(urMemRelease(buffer));
  buffer = make(700);
  EXPECT_NE(addressOf(buffer, device_), address);
  EXPECT_OK(urMemRelease(buffer));
  gate.open();
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_EQ(driver_.calls["cuMemAlloc"], 4);
  EXPECT_EQ(driver_.calls["cuMemFree"], 0);
}

TEST_F(CudaCommands, TasksOfSeveralQueuesWaitForEachOther) {
  open();
  ur_queue_handle_t other = nullptr;
  ASSERT_OK(urQueueCreate(context_, device_, nullptr, &other));
  Gate first;
  close(first, queue_);
  ASSERT_OK(urEnqueueHostTaskExp(
      other, [](void *data) { static_cast<Gate *>(data)->open(); }, &first, nullptr, 0, nullptr,
      nullptr));
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_OK(urQueueFinish(other));
  EXPECT_OK(urQueueRelease(other));
}

// A task may use the adapter, also where its queue waits for it.
TEST_F(CudaCommands, TasksUseTheAdapter) {
  open();
  makeBuffer(64);
  struct Data {
    ur_context_handle_t context;
    ur_result_t result;
  } data{context_, UR_RESULT_ERROR_UNKNOWN};
  ASSERT_OK(urEnqueueHostTaskExp(
      queue_,
      [](void *user) {
        auto &inside = *static_cast<Data *>(user);
        ur_mem_handle_t made = nullptr;
        inside.result =
            urMemBufferCreate(inside.context, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &made);
        urMemRelease(made);
      },
      &data, nullptr, 0, nullptr, nullptr));
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_OK(data.result);
}

TEST_F(CudaCommands, BoxesOfBuffers) {
  open();
  constexpr size_t kPitch = 8;
  makeBuffer(8 * kPitch * 3);
  const int zero = 0;
  ASSERT_OK(
      urEnqueueMemBufferFill(queue_, buffer_, &zero, 1, 0, 8 * kPitch * 3, 0, nullptr, nullptr));
  std::array<char, 12> host{};
  std::iota(host.begin(), host.end(), 'a');
  const ur_rect_offset_t origin{2, 1, 1};
  const ur_rect_region_t region{3, 2, 2};
  for (const bool blocking : {false, true}) {
    Gate gate;
    if (!blocking)
      close(gate, queue_);
    ASSERT_OK(urEnqueueMemBufferWriteRect(queue_, buffer_, blocking, origin, {}, region, kPitch,
                                          8 * kPitch, 3, 6, host.data(), 0, nullptr, nullptr))
        << lastError();
    if (!blocking)
      gate.open();
    const auto all = read<char>(8 * kPitch * 3);
    for (size_t z = 0; z < 2; ++z)
      for (size_t y = 0; y < 2; ++y)
        for (size_t x = 0; x < 3; ++x)
          EXPECT_EQ(all[((z + 1) * 8 + y + 1) * kPitch + x + 2], host[(z * 2 + y) * 3 + x]);
    EXPECT_EQ(std::count(all.begin(), all.end(), 0), std::ptrdiff_t(8 * kPitch * 3 - 12));
    std::array<char, 12> back{};
    ASSERT_OK(urEnqueueMemBufferReadRect(queue_, buffer_, true, origin, {}, region, kPitch,
                                         8 * kPitch, 3, 6, back.data(), 0, nullptr, nullptr));
    EXPECT_EQ(back, host);
  }
}

// The host reads the data of a blocking copy from the device after it, also while a queue is busy,
// and with more than fits into one block of pinned memory.
TEST_F(CudaCommands, BlockingCopiesToPageableMemory) {
  open();
  for (const size_t size : {size_t{4096}, size_t{2} << 20}) {
    std::vector<char> from(size, 'a');
    std::vector<char> to(size);
    makeBuffer(size);
    for (const bool isBusy : {false, true}) {
      from.assign(size, isBusy ? 'b' : 'c');
      ASSERT_OK(urEnqueueMemBufferWrite(queue_, buffer_, !isBusy, 0, size, from.data(), 0, nullptr,
                                        nullptr));
      ASSERT_OK(
          urEnqueueMemBufferRead(queue_, buffer_, true, 0, size, to.data(), 0, nullptr, nullptr));
      EXPECT_EQ(to, from);
    }
    EXPECT_OK(urMemRelease(std::exchange(buffer_, nullptr)));
  }
}

// A function that copies from its stack may return before the queue gets there, unless an earlier
// command may write the stack.
TEST_F(CudaCommands, CopiesFromTheStackReadItAtOnce) {
  open();
  constexpr size_t kItems = size_t{1} << 22;
  void *out = nullptr;
  void *copied = nullptr;
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, kItems * sizeof(int), &out));
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, 4 * sizeof(int), &copied));
  ASSERT_OK(makeKernel("iota")) << lastError();
  for (const bool writesStack : {false, true}) {
    const int start = 1;
    EXPECT_OK(launch({pointerArgument(0, out), valueArgument(1, start)}, kItems)) << lastError();
    std::array<int, 4> values{7, 8, 9, 10};
    if (writesStack)
      ASSERT_OK(urEnqueueUSMMemcpy(queue_, false, values.data(), out, sizeof(values), 0, nullptr,
                                   nullptr));
    ASSERT_OK(urEnqueueUSMMemcpy(queue_, false, copied, values.data(), sizeof(values), 0, nullptr,
                                 nullptr));
    if (!writesStack)
      values = {};
    std::array<int, 4> result{};
    ASSERT_OK(urEnqueueUSMMemcpy(queue_, true, result.data(), copied, sizeof(result), 0, nullptr,
                                 nullptr));
    EXPECT_EQ(result, writesStack ? (std::array{1, 2, 3, 4}) : (std::array{7, 8, 9, 10}));
  }
  EXPECT_OK(urUSMFree(context_, out));
  EXPECT_OK(urUSMFree(context_, copied));
}

// The address of freed device memory is no host memory.
TEST_F(CudaCommands, FillsOfFreedMemoryAreRefused) {
  open();
  const long page = sysconf(_SC_PAGESIZE);
  void *reserved =
      mmap(nullptr, static_cast<size_t>(page), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(reserved, MAP_FAILED);
  int known = 0;
  const auto here = reinterpret_cast<uintptr_t>(&known) / static_cast<size_t>(page);
  if (madvise(reinterpret_cast<void *>(here * static_cast<size_t>(page)), static_cast<size_t>(page),
              MADV_POPULATE_WRITE) != 0)
    GTEST_SKIP() << "Linux before 5.14 does not tell whether memory can be written.";
  const int zero = 0;
  EXPECT_EQ(urEnqueueUSMFill(queue_, reserved, 4, &zero, 64, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  ASSERT_EQ(munmap(reserved, static_cast<size_t>(page)), 0);
  EXPECT_EQ(urEnqueueUSMFill(queue_, reserved, 4, &zero, 64, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("of 64 bytes that are to be filled, is memory neither of the "
                                     "driver nor of the host"));
}

TEST_F(CudaCommands, FillsOfAnyPattern) {
  open();
  std::array<uint8_t, 24> pattern{};
  std::iota(pattern.begin(), pattern.end(), uint8_t{1});
  for (const size_t size : {1, 2, 3, 4, 5, 8, 12, 16, 24}) {
    constexpr size_t kTimes = 7;
    makeBuffer(kTimes * size);
    ASSERT_OK(urEnqueueMemBufferFill(queue_, buffer_, pattern.data(), size, 0, kTimes * size, 0,
                                     nullptr, nullptr))
        << lastError();
    const auto bytes = read<uint8_t>(kTimes * size);
    for (size_t i = 0; i < bytes.size(); ++i)
      EXPECT_EQ(bytes[i], pattern[i % size]) << size << " at " << i;
    EXPECT_OK(urMemRelease(buffer_));
    buffer_ = nullptr;
  }
}

TEST_F(CudaCommands, FillsOfRows) {
  open();
  char *memory = nullptr;
  constexpr size_t kPitch = 32;
  ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, kPitch * 5,
                             reinterpret_cast<void **>(&memory)));
  for (const size_t patternSize : {3, 4, 8}) { // 8 is no divisor of the width
    std::memset(memory, 0, kPitch * 5);
    const char pattern[] = "abcdefgh";
    ASSERT_OK(urEnqueueUSMFill2D(queue_, memory, kPitch, patternSize, pattern, 12, 4, 0, nullptr,
                                 nullptr))
        << lastError();
    ASSERT_OK(urQueueFinish(queue_));
    for (size_t y = 0; y < 5; ++y)
      for (size_t x = 0; x < kPitch; ++x)
        EXPECT_EQ(memory[y * kPitch + x],
                  y < 4 && x < 12 ? pattern[(y * 12 + x) % patternSize] : '\0')
            << patternSize << ": " << x << ", " << y;
  }
  EXPECT_OK(urUSMFree(context_, memory));
}

TEST_F(CudaCommands, BarriersOfQueuesOutOfOrder) {
  open(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  constexpr int kValues = 6;
  int *values = nullptr;
  ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, kValues * sizeof(int),
                             reinterpret_cast<void **>(&values)));
  std::fill_n(values, kValues, 0);
  ASSERT_OK(makeKernel("step")) << lastError();
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < kValues; ++i)
      ASSERT_OK(launch({pointerArgument(0, values + i), valueArgument(1, round)}, 1))
          << lastError();
    ASSERT_OK(urEnqueueEventsWaitWithBarrier(queue_, 0, nullptr, nullptr));
  }
  EXPECT_OK(urQueueFinish(queue_));
  for (int i = 0; i < kValues; ++i)
    EXPECT_EQ(values[i], 20);
  EXPECT_OK(urUSMFree(context_, values));
}

TEST_F(CudaCommands, MappingsCopyBothWays) {
  open();
  makeBuffer(64);
  void *mapped = nullptr;
  ASSERT_OK(urEnqueueMemBufferMap(queue_, buffer_, true, UR_MAP_FLAG_WRITE_INVALIDATE_REGION, 16,
                                  16, 0, nullptr, nullptr, &mapped))
      << lastError();
  std::memcpy(mapped, "0123456789abcde", 16);
  ASSERT_OK(urEnqueueMemUnmap(queue_, buffer_, mapped, 0, nullptr, nullptr));
  ASSERT_OK(urEnqueueMemBufferMap(queue_, buffer_, true, UR_MAP_FLAG_READ, 18, 4, 0, nullptr,
                                  nullptr, &mapped));
  EXPECT_EQ(std::string(static_cast<char *>(mapped), 4), "2345");
  EXPECT_OK(urEnqueueMemUnmap(queue_, buffer_, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(urEnqueueMemUnmap(queue_, buffer_, &mapped, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), ::testing::HasSubstr("is not a mapping of the buffer"));
}

// Contexts with several devices have buffers that all of them access.
TEST_F(CudaCommands, SeveralDevices) {
  driver_.devices = 3;
  ASSERT_EQ(devices(), 3u);
  std::array<ur_device_handle_t, 3> all{};
  ASSERT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_GPU, 3, all.data(), nullptr));
  ASSERT_OK(urContextCreate(2, &all[1], nullptr, &context_)) << lastError();
  EXPECT_EQ(urQueueCreate(context_, all[0], nullptr, &queue_), UR_RESULT_ERROR_INVALID_DEVICE);
  EXPECT_THAT(lastError(), ::testing::HasSubstr("is none of the 2 of the context"));
  makeBuffer(64);
  EXPECT_EQ(driver_.calls["cuMemAllocManaged"], 1);
  device_ = all[1];
  ASSERT_OK(makeQueue(0));
  ur_queue_handle_t second = nullptr;
  ASSERT_OK(urQueueCreate(context_, all[2], nullptr, &second));
  const std::vector<int> values = counted(16);
  ASSERT_OK(
      urEnqueueMemBufferWrite(queue_, buffer_, false, 0, 64, values.data(), 0, nullptr, &event_));
  std::vector<int> back(16);
  ASSERT_OK(urEnqueueMemBufferRead(second, buffer_, true, 0, 64, back.data(), 1, &event_, nullptr))
      << lastError();
  EXPECT_EQ(back, values);
  EXPECT_OK(urQueueRelease(second));
  int can = 0;
  EXPECT_OK(urUsmP2PPeerAccessGetInfoExp(all[0], all[1], UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT,
                                         sizeof(can), &can, nullptr));
  EXPECT_EQ(can, 1);
  EXPECT_OK(urUsmP2PEnablePeerAccessExp(all[0], all[1])) << lastError();
}

TEST_F(CudaCommands, TimesFollowEachOther) {
  open(UR_QUEUE_FLAG_PROFILING_ENABLE);
  uint64_t before = 0;
  ASSERT_OK(urDeviceGetGlobalTimestamps(device_, &before, nullptr));
  uint64_t last = before;
  makeBuffer(64);
  for (int i = 0; i < 5; ++i) {
    const int value = i;
    ur_event_handle_t event = nullptr;
    ASSERT_OK(urEnqueueMemBufferFill(queue_, buffer_, &value, 4, 0, 64, 0, nullptr, &event));
    ASSERT_OK(urEventWait(1, &event));
    for (const auto query : {UR_PROFILING_INFO_COMMAND_QUEUED, UR_PROFILING_INFO_COMMAND_SUBMIT,
                             UR_PROFILING_INFO_COMMAND_START, UR_PROFILING_INFO_COMMAND_END}) {
      uint64_t time = 0;
      ASSERT_OK(urEventGetProfilingInfo(event, query, sizeof(time), &time, nullptr)) << lastError();
      EXPECT_GE(time, last);
      last = time;
    }
    EXPECT_OK(urEventRelease(event));
  }
  uint64_t after = 0;
  ASSERT_OK(urDeviceGetGlobalTimestamps(device_, nullptr, &after));
  EXPECT_GE(after, last);
}

TEST_F(CudaCommands, TheDefaultStream) {
  open(UR_QUEUE_FLAG_USE_DEFAULT_STREAM);
  ur_native_handle_t native = 7;
  ASSERT_OK(urQueueGetNativeHandle(queue_, nullptr, &native));
  EXPECT_EQ(native, 0u);
  makeBuffer(4);
  const int value = 9;
  ASSERT_OK(urEnqueueMemBufferWrite(queue_, buffer_, false, 0, 4, &value, 0, nullptr, nullptr));
  EXPECT_EQ(read<int>(1), std::vector<int>{9});
}

} // namespace
} // namespace ursa
