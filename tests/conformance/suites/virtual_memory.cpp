// Address ranges, physical memory that is mapped into them, and access rights.
#include "conformance/harness.h"
#include "conformance/passed_data.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <thread>

namespace ursa::conformance {
namespace {

constexpr auto kNone = UR_VIRTUAL_MEM_ACCESS_FLAG_NONE;
constexpr auto kRead = UR_VIRTUAL_MEM_ACCESS_FLAG_READ_ONLY;
constexpr auto kWrite = UR_VIRTUAL_MEM_ACCESS_FLAG_READ_WRITE;

class VirtualMemory : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (HasFatalFailure())
      return;
    ASSERT_OK(urVirtualMemGranularityGetInfo(context_, device_, 1,
                                             UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM, sizeof(page_),
                                             &page_, nullptr));
    ASSERT_GT(page_, 0u);
  }
  void TearDown() override {
    EXPECT_OK(urQueueFinish(queue_));
    for (ur_physical_mem_handle_t memory : memories_)
      EXPECT_OK(urPhysicalMemRelease(memory));
    DeviceTest::TearDown(); // the context releases what is left
  }

  ur_physical_mem_handle_t physical(size_t pages, ur_physical_mem_flags_t flags = 0) {
    const ur_physical_mem_properties_t properties{UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES,
                                                  nullptr, flags};
    ur_physical_mem_handle_t memory = nullptr;
    EXPECT_OK(urPhysicalMemCreate(context_, device_, pages * page_, &properties, &memory))
        << lastError();
    memories_.push_back(memory);
    return memory;
  }
  std::byte *reserve(size_t pages) {
    void *start = nullptr;
    EXPECT_OK(urVirtualMemReserve(context_, nullptr, pages * page_, &start)) << lastError();
    return static_cast<std::byte *>(start);
  }
  ur_result_t map(std::byte *start, size_t pages, ur_physical_mem_handle_t memory,
                  size_t firstPage = 0, ur_virtual_mem_access_flags_t access = kWrite) {
    return urVirtualMemMap(context_, start, pages * page_, memory, firstPage * page_, access);
  }
  ur_result_t access(std::byte *start, size_t pages, ur_virtual_mem_access_flags_t &flags) {
    return urVirtualMemGetInfo(context_, start, pages * page_, UR_VIRTUAL_MEM_INFO_ACCESS_MODE,
                               sizeof(flags), &flags, nullptr);
  }
  ur_virtual_mem_access_flags_t access(std::byte *start, size_t pages = 1) {
    ur_virtual_mem_access_flags_t flags = 77;
    EXPECT_OK(access(start, pages, flags)) << lastError();
    return flags;
  }

  /// Writes or reads a byte by a command, because the memory may be that of a device.
  void write(std::byte *at, int value) {
    const auto byte = static_cast<std::byte>(value);
    EXPECT_OK(urEnqueueUSMMemcpy(queue_, true, at, &byte, 1, 0, nullptr, nullptr)) << lastError();
  }
  int read(const std::byte *at) {
    std::byte byte{};
    EXPECT_OK(urEnqueueUSMMemcpy(queue_, true, &byte, at, 1, 0, nullptr, nullptr)) << lastError();
    return std::to_integer<int>(byte);
  }

  size_t page_ = 0;
  std::vector<ur_physical_mem_handle_t> memories_;
};

TEST_F(VirtualMemory, TheDeviceReportsSupport) {
  ur_bool_t has = false;
  ASSERT_OK(
      urDeviceGetInfo(device_, UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT, sizeof(has), &has, nullptr));
  EXPECT_TRUE(has);
}

TEST_F(VirtualMemory, KernelsAndCopiesWorkInIt) {
  const size_t count = 4 * page_ / sizeof(int);
  std::byte *start = reserve(4);
  ASSERT_OK(map(start, 4, physical(4)));
  run(kernel("ids", "iota"), Arguments().pointer(start).value(7), {count, 1, 1});
  std::vector<int> read(count);
  ASSERT_OK(urEnqueueUSMMemcpy(queue_, true, read.data(), start, count * sizeof(int), 0, nullptr,
                               nullptr));
  EXPECT_EQ(read[0], 7);
  EXPECT_EQ(read[count - 1], static_cast<int>(count) + 6);
  const int pattern = 42;
  ASSERT_OK(urEnqueueUSMFill(queue_, start + page_, sizeof(pattern), &pattern, page_, 0, nullptr,
                             nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  int value = 0;
  ASSERT_OK(urEnqueueUSMMemcpy(queue_, true, &value, start + 2 * page_ - sizeof(int), sizeof(value),
                               0, nullptr, nullptr));
  EXPECT_EQ(value, 42);
  EXPECT_OK(urVirtualMemUnmap(context_, start, 4 * page_));
  EXPECT_OK(urVirtualMemFree(context_, start, 4 * page_));
}

TEST_F(VirtualMemory, MemoryMappedTwice) {
  ur_physical_mem_handle_t memory = physical(2);
  std::byte *first = reserve(2);
  std::byte *second = reserve(2);
  ASSERT_OK(map(first, 2, memory));
  ASSERT_OK(map(second, 2, memory)) << lastError();
  write(first, 1);
  write(first + page_, 2);
  EXPECT_EQ(read(second), 1);
  EXPECT_EQ(read(second + page_), 2);
  if (!capabilities().mapsHostMemory)
    return;
  std::byte *swapped = reserve(2); // the pages in another order
  ASSERT_OK(map(swapped, 1, memory, 1));
  ASSERT_OK(map(swapped + page_, 1, memory, 0));
  EXPECT_EQ(swapped[0], std::byte{2});
  EXPECT_EQ(swapped[page_], std::byte{1});
}

TEST_F(VirtualMemory, NewMemoryOutlivesItsHandle) {
  ur_physical_mem_handle_t memory = nullptr;
  ASSERT_OK(urPhysicalMemCreate(context_, device_, page_, nullptr, &memory));
  std::byte *start = reserve(1);
  ASSERT_OK(map(start, 1, memory));
  EXPECT_OK(urPhysicalMemRelease(memory));
  if (capabilities().mapsHostMemory) {
    EXPECT_EQ(start[page_ - 1], std::byte{0});
  }
  write(start, 9);
  EXPECT_EQ(read(start), 9);
}

TEST_F(VirtualMemory, AccessToWholeMappings) {
  std::byte *start = reserve(3);
  EXPECT_EQ(access(start, 3), static_cast<ur_virtual_mem_access_flags_t>(kNone));
  ASSERT_OK(map(start, 1, physical(1)));
  ASSERT_OK(map(start + page_, 1, physical(1)));
  EXPECT_EQ(access(start, 2), static_cast<ur_virtual_mem_access_flags_t>(kWrite));
  ASSERT_OK(urVirtualMemSetAccess(context_, start, 2 * page_, kNone)) << lastError();
  EXPECT_EQ(access(start, 3), static_cast<ur_virtual_mem_access_flags_t>(kNone));
  ASSERT_OK(urVirtualMemSetAccess(context_, start + page_, page_, kRead)) << lastError();
  EXPECT_EQ(access(start + page_), static_cast<ur_virtual_mem_access_flags_t>(kRead));
  ASSERT_OK(urVirtualMemSetAccess(context_, start, 2 * page_, kWrite));
  write(start + page_, 5);
  EXPECT_EQ(read(start + page_), 5);
  EXPECT_OK(urVirtualMemUnmap(context_, start, 2 * page_)) << lastError();
  EXPECT_OK(urVirtualMemFree(context_, start, 3 * page_));
}

TEST_F(VirtualMemory, AccessToPartsOfAMapping) {
  if (!capabilities().mapsHostMemory) {
    std::byte *whole = reserve(2);
    ASSERT_OK(map(whole, 2, physical(2)));
    EXPECT_EQ(urVirtualMemSetAccess(context_, whole, page_, kRead), UR_RESULT_ERROR_INVALID_VALUE);
    EXPECT_EQ(urVirtualMemUnmap(context_, whole, page_), UR_RESULT_ERROR_INVALID_VALUE);
    return;
  }
  std::byte *start = reserve(4);
  EXPECT_EQ(access(start, 4), static_cast<ur_virtual_mem_access_flags_t>(kNone));
  ASSERT_OK(map(start, 3, physical(3)));
  EXPECT_EQ(access(start, 3), static_cast<ur_virtual_mem_access_flags_t>(kWrite));
  ASSERT_OK(urVirtualMemSetAccess(context_, start + page_, page_, kRead));
  EXPECT_EQ(access(start), static_cast<ur_virtual_mem_access_flags_t>(kWrite));
  EXPECT_EQ(access(start + page_), static_cast<ur_virtual_mem_access_flags_t>(kRead));
  EXPECT_EQ(access(start + 2 * page_), static_cast<ur_virtual_mem_access_flags_t>(kWrite));
  ur_virtual_mem_access_flags_t flags = 77;
  EXPECT_EQ(access(start, 2, flags), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(access(start + 2 * page_, 2, flags), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(flags, 77u);
  ASSERT_OK(urVirtualMemUnmap(context_, start + page_, page_));
  EXPECT_EQ(access(start + page_), static_cast<ur_virtual_mem_access_flags_t>(kNone));
  start[2 * page_] = std::byte{1}; // the pages around it remain accessible
  EXPECT_EQ(urVirtualMemUnmap(context_, start, 3 * page_), UR_RESULT_ERROR_INVALID_VALUE);
  ASSERT_OK(map(start + page_, 1, physical(1)));
  EXPECT_OK(urVirtualMemUnmap(context_, start, 3 * page_));
  EXPECT_OK(urVirtualMemFree(context_, start, 4 * page_));
}

// An access without rights ends the process, so a child process makes it.
class VirtualMemoryDeathTest : public VirtualMemory {};

TEST_F(VirtualMemoryDeathTest, AccessIsEnforced) {
  if (!capabilities().mapsHostMemory)
    return;
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  std::byte *start = reserve(2);
  ASSERT_OK(map(start, 1, physical(1), 0, kRead));
  EXPECT_EQ(start[0], std::byte{0});
  EXPECT_DEATH(start[0] = std::byte{1}, "");
  EXPECT_DEATH(start[page_] = std::byte{1}, "");
  ASSERT_OK(urVirtualMemSetAccess(context_, start, page_, kWrite));
  start[0] = std::byte{1};
  ASSERT_OK(urVirtualMemUnmap(context_, start, page_));
  EXPECT_DEATH(start[0] = std::byte{1}, "");
}

TEST_F(VirtualMemory, FreedRangesAreInvalidAndOthersRemain) {
  std::byte *start = reserve(2);
  EXPECT_EQ(urVirtualMemFree(context_, start, page_), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urVirtualMemFree(context_, start + page_, page_), UR_RESULT_ERROR_INVALID_VALUE);
  ASSERT_OK(map(start, 1, physical(1)));
  EXPECT_EQ(urVirtualMemFree(context_, start, 2 * page_), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), testing::HasSubstr("mapped"));
  ASSERT_OK(urVirtualMemUnmap(context_, start, page_));
  EXPECT_OK(urVirtualMemFree(context_, start, 2 * page_));
  EXPECT_EQ(urVirtualMemFree(context_, start, 2 * page_), UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(VirtualMemory, InvalidInput) {
  std::byte *start = reserve(2);
  ur_physical_mem_handle_t memory = physical(2);
  void *other = nullptr;
  EXPECT_EQ(urVirtualMemReserve(context_, nullptr, page_ - 1, &other),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(urVirtualMemReserve(context_, nullptr, 0, &other), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(other, nullptr);
  EXPECT_EQ(map(start + 1, 1, memory), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(map(start, 3, physical(3)), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(map(start, 2, memory, 1), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(map(start, 1, memory, 0, kRead | kWrite), UR_RESULT_ERROR_INVALID_VALUE);
  if (!capabilities().mapsHostMemory) { // as a whole
    EXPECT_EQ(map(start, 1, memory), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  }
  EXPECT_EQ(urVirtualMemSetAccess(context_, start, page_, kRead), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urVirtualMemUnmap(context_, start, page_), UR_RESULT_ERROR_INVALID_VALUE);
  ASSERT_OK(map(start, 1, physical(1)));
  EXPECT_EQ(map(start, 2, memory), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), testing::HasSubstr("already"));
  ur_physical_mem_handle_t none = nullptr;
  EXPECT_EQ(urPhysicalMemCreate(context_, device_, page_ + 1, nullptr, &none),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(urPhysicalMemCreate(context_, device_, (SIZE_MAX / page_) * page_, nullptr, &none),
            UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
  EXPECT_EQ(none, nullptr);
  ur_context_handle_t context = nullptr;
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context));
  EXPECT_EQ(urVirtualMemMap(context, start, page_, memory, 0, kWrite),
            UR_RESULT_ERROR_INVALID_CONTEXT);
  EXPECT_EQ(urVirtualMemFree(context, start, 2 * page_), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_OK(urContextRelease(context));
}

TEST_F(VirtualMemory, ManyThreads) {
  std::vector<ur_physical_mem_handle_t> memories;
  memories.reserve(8);
  for (int i = 0; i < 8; ++i)
    memories.push_back(physical(1));
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([this, memory = memories[static_cast<size_t>(i)], i] {
      for (int round = 0; round < 50; ++round) {
        std::byte *start = reserve(1);
        ASSERT_OK(map(start, 1, memory));
        write(start, i);
        EXPECT_EQ(read(start), i);
        EXPECT_OK(urVirtualMemUnmap(context_, start, page_));
        EXPECT_OK(urVirtualMemFree(context_, start, page_));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

// ---- Sharing with other processes.

class SharedPhysicalMemory : public VirtualMemory {
protected:
  void SetUp() override {
    VirtualMemory::SetUp();
    if (HasFatalFailure())
      return;
    memory_ = physical(1, UR_PHYSICAL_MEM_FLAG_ENABLE_IPC);
    void *data = nullptr;
    size_t size = 0;
    ASSERT_OK(urIPCGetPhysMemHandleExp(context_, memory_, &data, &size)) << lastError();
    handleData_ = data;
    const auto *bytes = static_cast<const std::byte *>(data);
    copy_.assign(bytes, bytes + size);
  }
  void TearDown() override {
    if (handleData_) {
      EXPECT_OK(urIPCPutPhysMemHandleExp(context_, handleData_));
    }
    VirtualMemory::TearDown();
  }
  ur_result_t open(const std::vector<std::byte> &data, ur_physical_mem_handle_t *memory) {
    return urIPCOpenPhysMemHandleExp(context_, device_, data.data(), data.size(), memory);
  }

  ur_physical_mem_handle_t memory_ = nullptr;
  void *handleData_ = nullptr;
  std::vector<std::byte> copy_;
};

TEST_F(SharedPhysicalMemory, IsTheSameMemory) {
  ur_physical_mem_handle_t opened = nullptr;
  ASSERT_OK(open(copy_, &opened)) << lastError();
  std::byte *here = reserve(1);
  std::byte *there = reserve(1);
  ASSERT_OK(map(here, 1, memory_));
  ASSERT_OK(map(there, 1, opened));
  write(here + 5, 55);
  EXPECT_EQ(read(there + 5), 55);
  size_t size = 0;
  ASSERT_OK(urPhysicalMemGetInfo(opened, UR_PHYSICAL_MEM_INFO_SIZE, sizeof(size), &size, nullptr));
  EXPECT_EQ(size, page_);
  EXPECT_OK(urIPCClosePhysMemHandleExp(context_, opened));
}

TEST_F(SharedPhysicalMemory, InvalidData) {
  ur_physical_mem_handle_t opened = nullptr;
  EXPECT_EQ(open({}, &opened), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  for (size_t i = 0; i < copy_.size(); ++i) {
    std::vector<std::byte> changed = copy_;
    changed[i] ^= std::byte{0x41};
    EXPECT_EQ(open(changed, &opened), UR_RESULT_ERROR_INVALID_VALUE) << i;
  }
  std::vector<std::byte> longer = copy_;
  longer.push_back({});
  EXPECT_EQ(open(longer, &opened), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(opened, nullptr);
  EXPECT_EQ(urIPCPutPhysMemHandleExp(context_, copy_.data()), UR_RESULT_ERROR_INVALID_VALUE);
}

TEST_F(SharedPhysicalMemory, ReturnedHandlesAreInvalid) {
  ASSERT_OK(urIPCPutPhysMemHandleExp(context_, handleData_));
  handleData_ = nullptr;
  ur_physical_mem_handle_t opened = nullptr;
  EXPECT_EQ(open(copy_, &opened), UR_RESULT_ERROR_INVALID_VALUE);
}

// The child process runs this test from the beginning, and uses what the parent prepared for it.
class SharedPhysicalMemoryDeathTest : public SharedPhysicalMemory {};

TEST_F(SharedPhysicalMemoryDeathTest, AnotherProcessOpensIt) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  std::byte *here = nullptr;
  if (!std::getenv(kPassedData)) {
    here = reserve(1);
    ASSERT_OK(map(here, 1, memory_));
    write(here, 77);
    setenv(kPassedData, textOf(copy_).c_str(), 1);
  }
  EXPECT_EXIT(
      {
        const char *const passed = std::getenv(kPassedData);
        std::istringstream text(passed ? passed : "");
        ur_physical_mem_handle_t opened = nullptr;
        std::byte *there = reserve(1);
        if (open(dataFrom(text), &opened) != UR_RESULT_SUCCESS ||
            map(there, 1, opened) != UR_RESULT_SUCCESS || read(there) != 77)
          std::_Exit(1);
        write(there + 1, 88);
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "");
  unsetenv(kPassedData);
  ASSERT_NE(here, nullptr);
  EXPECT_EQ(read(here + 1), 88);
}

} // namespace
} // namespace ursa::conformance
