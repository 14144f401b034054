// Device allocations that processes share.
#include "conformance/harness.h"
#include "conformance/passed_data.h"

#include <cstdlib>
#include <sstream>

namespace ursa::conformance {
namespace {

constexpr size_t kSize = 5000; // no multiple of a page

class IpcMemory : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (HasFatalFailure())
      return;
    ur_bool_t supported = false;
    ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP, sizeof(supported),
                              &supported, nullptr));
    ASSERT_TRUE(supported);
    memory_ = allocate();
  }
  void TearDown() override {
    if (memory_) {
      EXPECT_OK(urUSMFree(context_, memory_));
    }
    DeviceTest::TearDown();
  }

  char *allocate(size_t alignment = 0, ur_usm_pool_handle_t pool = nullptr) {
    ur_usm_desc_t description{};
    description.stype = UR_STRUCTURE_TYPE_USM_DESC;
    description.align = static_cast<uint32_t>(alignment);
    void *memory = nullptr;
    EXPECT_OK(urUSMDeviceAlloc(context_, device_, &description, pool, kSize, &memory))
        << lastError();
    return static_cast<char *>(memory);
  }
  std::vector<std::byte> handleData(void *memory) {
    void *data = nullptr;
    size_t size = 0;
    EXPECT_OK(urIPCGetMemHandleExp(context_, memory, &data, &size)) << lastError();
    const auto *bytes = static_cast<const std::byte *>(data);
    std::vector<std::byte> copy(bytes, bytes + size);
    held_.push_back(data);
    return copy;
  }
  void giveBack() {
    for (void *data : held_)
      EXPECT_OK(urIPCPutMemHandleExp(context_, data));
    held_.clear();
  }
  ur_result_t open(std::vector<std::byte> data, char **memory) {
    void *opened = nullptr;
    const ur_result_t result =
        urIPCOpenMemHandleExp(context_, device_, data.data(), data.size(), &opened);
    *memory = static_cast<char *>(opened);
    return result;
  }
  void write(char *to, char value) {
    EXPECT_OK(urEnqueueUSMMemcpy(queue_, true, to, &value, 1, 0, nullptr, nullptr));
  }
  char read(const char *from) {
    char value = 0;
    EXPECT_OK(urEnqueueUSMMemcpy(queue_, true, &value, from, 1, 0, nullptr, nullptr));
    return value;
  }

  char *memory_ = nullptr;
  std::vector<void *> held_; ///< handle data
};

TEST_F(IpcMemory, IsTheSameMemory) {
  const std::vector<std::byte> data = handleData(memory_);
  const std::vector<std::byte> inner = handleData(memory_ + 4097);
  size_t size = 0;
  EXPECT_OK(urIPCGetMemHandleExp(context_, memory_, nullptr, &size));
  EXPECT_EQ(size, data.size());
  char *opened = nullptr;
  char *part = nullptr;
  ASSERT_OK(open(data, &opened)) << lastError();
  ASSERT_OK(open(inner, &part)) << lastError();
  giveBack(); // who has opened the memory keeps it
  write(memory_ + 4097, 7);
  EXPECT_EQ(read(opened + 4097), 7);
  EXPECT_EQ(read(part), 7);
  write(opened + kSize - 1, 8);
  EXPECT_EQ(read(memory_ + kSize - 1), 8);
  ur_usm_type_t type = UR_USM_TYPE_UNKNOWN;
  EXPECT_OK(urUSMGetMemAllocInfo(context_, opened + 1, UR_USM_ALLOC_INFO_TYPE, sizeof(type), &type,
                                 nullptr));
  EXPECT_EQ(type, UR_USM_TYPE_DEVICE);
  EXPECT_OK(urIPCCloseMemHandleExp(context_, part));
  EXPECT_EQ(read(opened + 4097), 7);
  EXPECT_OK(urIPCCloseMemHandleExp(context_, opened));
}

TEST_F(IpcMemory, IsClosedAsOftenAsItWasOpened) {
  const std::vector<std::byte> data = handleData(memory_);
  char *first = nullptr;
  char *second = nullptr;
  ASSERT_OK(open(data, &first)) << lastError();
  ASSERT_OK(open(data, &second)) << lastError();
  EXPECT_EQ(first, second);
  EXPECT_OK(urIPCCloseMemHandleExp(context_, first));
  write(memory_, 5);
  EXPECT_EQ(read(second), 5);
  EXPECT_OK(urIPCCloseMemHandleExp(context_, second));
  EXPECT_EQ(urIPCCloseMemHandleExp(context_, second), UR_RESULT_ERROR_INVALID_VALUE);
  giveBack();
}

TEST_F(IpcMemory, InvalidData) {
  const std::vector<std::byte> data = handleData(memory_);
  char *opened = nullptr;
  EXPECT_EQ(open({}, &opened), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  for (size_t i = 0; i < data.size(); ++i) {
    std::vector<std::byte> changed = data;
    changed[i] ^= std::byte{0x41};
    EXPECT_EQ(open(changed, &opened), UR_RESULT_ERROR_INVALID_VALUE) << i;
  }
  std::vector<std::byte> longer = data;
  longer.push_back({});
  EXPECT_EQ(open(longer, &opened), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(opened, nullptr);
  EXPECT_EQ(urIPCPutMemHandleExp(context_, const_cast<std::byte *>(data.data())),
            UR_RESULT_ERROR_INVALID_VALUE);
  giveBack();
}

TEST_F(IpcMemory, OnlyDeviceMemoryIsShared) {
  void *data = nullptr;
  size_t size = 0;
  EXPECT_EQ(urIPCGetMemHandleExp(context_, &size, &data, &size), UR_RESULT_ERROR_INVALID_VALUE);
  void *hostMemory = nullptr;
  ASSERT_OK(urUSMHostAlloc(context_, nullptr, nullptr, kSize, &hostMemory));
  EXPECT_EQ(urIPCGetMemHandleExp(context_, hostMemory, &data, &size),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_OK(urUSMFree(context_, hostMemory));
  EXPECT_EQ(urIPCCloseMemHandleExp(context_, memory_), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(data, nullptr);
  EXPECT_EQ(size, 0U);
}

TEST_F(IpcMemory, OfAlignedAllocationsAndPools) {
  ur_usm_pool_desc_t description{};
  description.stype = UR_STRUCTURE_TYPE_USM_POOL_DESC;
  ur_usm_pool_handle_t pool = nullptr;
  ASSERT_OK(urUSMPoolCreate(context_, &description, &pool));
  char *const aligned = allocate(1 << 16);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(aligned) % (1 << 16), 0U);
  for (char *const memory : {aligned, allocate(0, pool)}) {
    char *opened = nullptr;
    ASSERT_OK(open(handleData(memory), &opened)) << lastError();
    write(memory + 3, 9);
    EXPECT_EQ(read(opened + 3), 9);
    EXPECT_OK(urIPCCloseMemHandleExp(context_, opened));
    giveBack();
    EXPECT_OK(urUSMFree(context_, memory));
  }
  EXPECT_OK(urUSMPoolRelease(pool));
}

// The child process runs this test from the beginning, and uses what the parent prepared for it.
class IpcMemoryDeathTest : public IpcMemory {};

TEST_F(IpcMemoryDeathTest, AnotherProcessOpensIt) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const bool isParent = !std::getenv(kPassedData);
  if (isParent) {
    write(memory_, 77);
    setenv(kPassedData, textOf(handleData(memory_)).c_str(), 1);
  }
  EXPECT_EXIT(
      {
        const char *const passed = std::getenv(kPassedData);
        std::istringstream text(passed ? passed : "");
        char *opened = nullptr;
        if (open(dataFrom(text), &opened) != UR_RESULT_SUCCESS || read(opened) != 77)
          std::_Exit(1);
        write(opened + kSize - 1, 88);
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "");
  unsetenv(kPassedData);
  ASSERT_TRUE(isParent);
  EXPECT_EQ(read(memory_ + kSize - 1), 88);
  giveBack();
}

} // namespace
} // namespace ursa::conformance
