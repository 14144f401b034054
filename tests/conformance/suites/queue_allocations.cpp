// USM of pools that commands of a queue allocate, use and free.
#include "conformance/harness.h"

#include <optional>

namespace ursa::conformance {
namespace {

class QueueAllocations : public DeviceTest {};

TEST_F(QueueAllocations, FreedMemoryLastsForCommandsThatUseIt) {
  if (!capabilities().freesAsynchronously)
    return; // freeing would wait for the queue, which waits for this test
  ur_usm_pool_desc_t description{UR_STRUCTURE_TYPE_USM_POOL_DESC, nullptr, 0};
  ur_usm_pool_handle_t pool = nullptr;
  ASSERT_OK(urUSMPoolCreate(context_, &description, &pool));
  const auto allocate = [&] {
    void *memory = nullptr;
    EXPECT_OK(urUSMDeviceAlloc(context_, device_, nullptr, pool, 4096, &memory));
    return memory;
  };
  void *const used = allocate();
  Gate gate(context_, queue_);
  const int pattern = 9;
  int seen = 0;
  ASSERT_OK(urEnqueueUSMFill(queue_, used, sizeof(pattern), &pattern, 4096, 0, nullptr, nullptr));
  ASSERT_OK(urEnqueueUSMMemcpy(queue_, false, &seen, used, sizeof(seen), 0, nullptr, nullptr));
  ASSERT_OK(urUSMFree(context_, used));
  EXPECT_EQ(urUSMFree(context_, used),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT); // freed for the application
  void *const other = allocate();
  EXPECT_NE(other, used);
  gate.open();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(seen, 9);
  ASSERT_OK(urUSMFree(context_, other));
  EXPECT_OK(urUSMPoolRelease(pool));
}

TEST_F(QueueAllocations, EnqueuedAllocationsUseTheirPoolInOrder) {
  ur_usm_pool_desc_t description{UR_STRUCTURE_TYPE_USM_POOL_DESC, nullptr, 0};
  ur_usm_pool_handle_t pool = nullptr;
  ASSERT_OK(urUSMPoolCreate(context_, &description, &pool));
  const std::pair<ur_device_info_t, decltype(&urEnqueueUSMDeviceAllocExp)> kinds[] = {
      {UR_DEVICE_INFO_USM_DEVICE_SUPPORT, urEnqueueUSMDeviceAllocExp},
      {UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT, urEnqueueUSMSharedAllocExp},
      {UR_DEVICE_INFO_USM_HOST_SUPPORT, urEnqueueUSMHostAllocExp}};
  for (const auto &[support, enqueueAllocation] : kinds) {
    ur_device_usm_access_capability_flags_t access = 0;
    ASSERT_OK(urDeviceGetInfo(device_, support, sizeof(access), &access, nullptr));
    if (!(access & UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_ACCESS)) {
      void *none = nullptr;
      EXPECT_NE(enqueueAllocation(queue_, pool, 256, nullptr, 0, nullptr, &none, nullptr),
                UR_RESULT_SUCCESS);
      EXPECT_EQ(none, nullptr);
      continue;
    }
    std::optional<Gate> gate;
    if (capabilities().allocatesWhileQueuesWait)
      gate.emplace(context_, queue_);
    void *memory = nullptr;
    ASSERT_OK(enqueueAllocation(queue_, pool, 256, nullptr, 0, nullptr, &memory, nullptr));
    ur_usm_pool_handle_t of = nullptr;
    ASSERT_OK(
        urUSMGetMemAllocInfo(context_, memory, UR_USM_ALLOC_INFO_POOL, sizeof(of), &of, nullptr));
    EXPECT_EQ(of, pool);
    const int pattern = 4;
    int seen = 0;
    ASSERT_OK(
        urEnqueueUSMFill(queue_, memory, sizeof(pattern), &pattern, 256, 0, nullptr, nullptr));
    ASSERT_OK(urEnqueueUSMMemcpy(queue_, false, &seen, memory, sizeof(seen), 0, nullptr, nullptr));
    ur_event_handle_t freed = nullptr;
    ASSERT_OK(urEnqueueUSMFreeExp(queue_, pool, memory, 0, nullptr, &freed));
    if (gate) {
      void *base = nullptr; // allocated until its command runs
      ASSERT_OK(urUSMGetMemAllocInfo(context_, memory, UR_USM_ALLOC_INFO_BASE_PTR, sizeof(base),
                                     &base, nullptr));
      EXPECT_EQ(base, memory);
      gate->open();
    }
    ASSERT_OK(urEventWait(1, &freed));
    EXPECT_OK(urEventRelease(freed));
    EXPECT_EQ(seen, 4);
    size_t used = 1;
    ASSERT_OK(
        urUSMPoolGetInfo(pool, UR_USM_POOL_INFO_USED_CURRENT_EXP, sizeof(used), &used, nullptr));
    EXPECT_EQ(used, 0u);
  }
  EXPECT_OK(urUSMPoolRelease(pool));
}

} // namespace
} // namespace ursa::conformance
