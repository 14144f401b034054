// Pools of USM allocations.
#include "conformance/harness.h"

namespace ursa::conformance {
namespace {

class UsmPools : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    pool_ = createPool(0);
  }
  void TearDown() override {
    EXPECT_OK(urUSMPoolRelease(pool_));
    DeviceTest::TearDown();
  }

  ur_usm_pool_handle_t createPool(ur_usm_pool_flags_t flags, const void *next = nullptr) {
    ur_usm_pool_desc_t description{UR_STRUCTURE_TYPE_USM_POOL_DESC, next, flags};
    ur_usm_pool_handle_t pool = nullptr;
    EXPECT_OK(urUSMPoolCreate(context_, &description, &pool)) << lastError();
    return pool;
  }
  void *allocate(ur_usm_pool_handle_t pool, size_t size) {
    void *memory = nullptr;
    EXPECT_OK(urUSMDeviceAlloc(context_, device_, nullptr, pool, size, &memory)) << lastError();
    return memory;
  }
  size_t number(ur_usm_pool_info_t query) {
    size_t value = 77;
    EXPECT_OK(urUSMPoolGetInfo(pool_, query, sizeof(value), &value, nullptr));
    return value;
  }

  ur_usm_pool_handle_t pool_ = nullptr;
};

TEST_F(UsmPools, MemoryIsReused) {
  void *first = allocate(pool_, 1000);
  EXPECT_EQ(number(UR_USM_POOL_INFO_USED_CURRENT_EXP), 1024u);
  ASSERT_OK(urUSMFree(context_, first));
  EXPECT_EQ(number(UR_USM_POOL_INFO_USED_CURRENT_EXP), 0u);
  EXPECT_EQ(number(UR_USM_POOL_INFO_RESERVED_CURRENT_EXP), 1024u);
  void *second = allocate(pool_, 1010);
  EXPECT_EQ(second, first);
  void *third = allocate(pool_, 1010);
  EXPECT_NE(third, second);
  EXPECT_EQ(number(UR_USM_POOL_INFO_USED_HIGH_EXP), 2048u);
  ASSERT_OK(urUSMFree(context_, second));
  ASSERT_OK(urUSMFree(context_, third));
}

TEST_F(UsmPools, TrimAndThreshold) {
  ASSERT_OK(urUSMFree(context_, allocate(pool_, 4096)));
  ASSERT_OK(urUSMPoolTrimToExp(context_, device_, pool_, 4096));
  EXPECT_EQ(number(UR_USM_POOL_INFO_RESERVED_CURRENT_EXP), 4096u);
  ASSERT_OK(urUSMPoolTrimToExp(context_, device_, pool_, 0));
  EXPECT_EQ(number(UR_USM_POOL_INFO_RESERVED_CURRENT_EXP), 0u);
  size_t none = 0;
  ASSERT_OK(
      urUSMPoolSetInfoExp(pool_, UR_USM_POOL_INFO_RELEASE_THRESHOLD_EXP, &none, sizeof(none)));
  ASSERT_OK(urUSMFree(context_, allocate(pool_, 4096)));
  EXPECT_EQ(number(UR_USM_POOL_INFO_RESERVED_CURRENT_EXP), 0u);
  EXPECT_EQ(number(UR_USM_POOL_INFO_RESERVED_HIGH_EXP), 4096u);
  ASSERT_OK(urUSMPoolSetInfoExp(pool_, UR_USM_POOL_INFO_RESERVED_HIGH_EXP, &none, sizeof(none)));
  EXPECT_EQ(number(UR_USM_POOL_INFO_RESERVED_HIGH_EXP), 0u);
  EXPECT_EQ(urUSMPoolSetInfoExp(pool_, UR_USM_POOL_INFO_USED_CURRENT_EXP, &none, sizeof(none)),
            UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION);
}

TEST_F(UsmPools, LimitsAndZeros) {
  const ur_usm_pool_limits_desc_t limits{UR_STRUCTURE_TYPE_USM_POOL_LIMITS_DESC, nullptr, 512, 0};
  ur_usm_pool_handle_t pool = createPool(UR_USM_POOL_FLAG_ZERO_INITIALIZE_BLOCK, &limits);
  size_t reserved = 1;
  ASSERT_OK(urUSMFree(context_, allocate(pool, 1024)));
  ASSERT_OK(urUSMPoolGetInfo(pool, UR_USM_POOL_INFO_RESERVED_CURRENT_EXP, sizeof(reserved),
                             &reserved, nullptr));
  EXPECT_EQ(reserved, 0u); // too large for the pool to retain
  void *memory = allocate(pool, 512);
  ASSERT_OK(urEnqueueUSMFill(queue_, memory, 1, "x", 512, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  ASSERT_OK(urUSMFree(context_, memory));
  memory = allocate(pool, 512);
  std::string read(512, 'y'); // the host need not access device memory
  ASSERT_OK(urUSMContextMemcpyExp(context_, read.data(), memory, 512));
  EXPECT_EQ(read, std::string(512, '\0'));
  ASSERT_OK(urUSMFree(context_, memory));
  EXPECT_OK(urUSMPoolRelease(pool));
}

TEST_F(UsmPools, AllocationsReportTheirPoolAndOutliveIt) {
  ur_usm_pool_handle_t pool = createPool(0);
  void *memory = allocate(pool, 64);
  ur_usm_pool_handle_t result = nullptr;
  ASSERT_OK(urUSMGetMemAllocInfo(context_, memory, UR_USM_ALLOC_INFO_POOL, sizeof(result), &result,
                                 nullptr));
  EXPECT_EQ(result, pool);
  EXPECT_OK(urUSMPoolRelease(pool));
  EXPECT_OK(urUSMFree(context_, memory));
}

TEST_F(UsmPools, DefaultPoolOfTheDevice) {
  ur_usm_pool_handle_t first = nullptr;
  ur_usm_pool_handle_t second = nullptr;
  ASSERT_OK(urUSMPoolGetDefaultDevicePoolExp(context_, device_, &first));
  ASSERT_OK(urUSMPoolGetDefaultDevicePoolExp(context_, device_, &second));
  EXPECT_EQ(first, second);
  EXPECT_OK(urUSMFree(context_, allocate(first, 100)));
}

TEST_F(UsmPools, PitchedRows) {
  void *memory = nullptr;
  size_t pitch = 0;
  ASSERT_OK(urUSMPitchedAllocExp(context_, device_, nullptr, nullptr, 100, 8, 4, &memory, &pitch));
  EXPECT_GE(pitch, 100u);
  size_t size = 0;
  ASSERT_OK(
      urUSMGetMemAllocInfo(context_, memory, UR_USM_ALLOC_INFO_SIZE, sizeof(size), &size, nullptr));
  EXPECT_EQ(size, 8 * pitch);
  EXPECT_OK(urUSMFree(context_, memory));
  EXPECT_EQ(urUSMPitchedAllocExp(context_, device_, nullptr, nullptr, SIZE_MAX - 3, 8, 4, &memory,
                                 &pitch),
            UR_RESULT_ERROR_INVALID_USM_SIZE);
}

TEST_F(UsmPools, InvalidInput) {
  ur_usm_pool_desc_t undefined{UR_STRUCTURE_TYPE_USM_POOL_DESC, nullptr, UR_USM_POOL_FLAGS_MASK};
  ur_usm_pool_handle_t pool = nullptr;
  EXPECT_EQ(urUSMPoolCreate(context_, &undefined, &pool), UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_EQ(urUSMPoolCreate(context_, nullptr, &pool), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(pool, nullptr);
  ur_context_handle_t other = nullptr;
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &other));
  void *memory = nullptr;
  EXPECT_EQ(urUSMHostAlloc(other, nullptr, pool_, 8, &memory), UR_RESULT_ERROR_INVALID_CONTEXT);
  EXPECT_OK(urContextRelease(other));
}

} // namespace
} // namespace ursa::conformance
