// USM that the application frees while commands in flight use it lasts until these commands
// complete.
#include "conformance/harness.h"

#include <future>

namespace ursa::conformance {
namespace {

class FreedMemory : public DeviceTest {
protected:
  /// A command that waits for its gate and then reads an int.
  struct Reader {
    std::promise<void> gate;
    const int *from = nullptr;
    int read = 0;
  };
  void enqueueReader(Reader &reader, ur_queue_handle_t queue) {
    ASSERT_OK(urEnqueueHostTaskExp(
        queue,
        [](void *data) {
          auto *it = static_cast<Reader *>(data);
          it->gate.get_future().wait();
          it->read = *it->from;
        },
        &reader, nullptr, 0, nullptr, nullptr));
  }

  int *allocate(int value, ur_usm_pool_handle_t pool = nullptr) {
    void *memory = nullptr;
    EXPECT_OK(urUSMSharedAlloc(context_, device_, nullptr, pool, sizeof(int), &memory));
    auto *number = static_cast<int *>(memory);
    *number = value;
    return number;
  }

  /// Allocates, overwrites and frees memory of the same size, which would reuse freed memory.
  void reuseMemory(const int *freed, ur_usm_pool_handle_t pool = nullptr) {
    std::vector<int *> others;
    for (int i = 0; i < 32; ++i) {
      others.push_back(allocate(0, pool));
      EXPECT_NE(others.back(), freed);
    }
    for (int *other : others)
      EXPECT_OK(urUSMFree(context_, other));
  }

  ur_usm_type_t typeOf(const void *memory) {
    ur_usm_type_t type{};
    EXPECT_OK(urUSMGetMemAllocInfo(context_, memory, UR_USM_ALLOC_INFO_TYPE, sizeof(type), &type,
                                   nullptr));
    return type;
  }
};

TEST_F(FreedMemory, OutlivesTheCommandsOfAllQueues) {
  ur_queue_handle_t unordered = makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Reader reader;
  reader.from = allocate(42);
  enqueueReader(reader, unordered);
  ASSERT_OK(urUSMFree(context_, const_cast<int *>(reader.from)));
  // For the application the memory is freed immediately.
  EXPECT_EQ(typeOf(reader.from), UR_USM_TYPE_UNKNOWN);
  EXPECT_EQ(urUSMFree(context_, const_cast<int *>(reader.from)),
            UR_RESULT_ERROR_INVALID_MEM_OBJECT);
  reuseMemory(reader.from);
  reader.gate.set_value();
  ASSERT_OK(urQueueFinish(unordered));
  EXPECT_EQ(reader.read, 42);
}

TEST_F(FreedMemory, OutlivesItsPool) {
  if (!capabilities().usmPools)
    GTEST_SKIP() << "The device has no USM pools.";
  ur_usm_pool_desc_t description{UR_STRUCTURE_TYPE_USM_POOL_DESC, nullptr, 0};
  ur_usm_pool_handle_t pool = nullptr;
  ASSERT_OK(urUSMPoolCreate(context_, &description, &pool));
  Reader reader;
  reader.from = allocate(42, pool);
  enqueueReader(reader, queue_);
  ASSERT_OK(urUSMFree(context_, const_cast<int *>(reader.from)));
  reuseMemory(reader.from, pool);
  ASSERT_OK(urUSMPoolRelease(pool));
  reuseMemory(reader.from);
  reader.gate.set_value();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(reader.read, 42);
}

// A command that frees memory does not wait for itself.
TEST_F(FreedMemory, ByACommand) {
  struct Data {
    ur_context_handle_t context;
    int *memory;
    ur_result_t freeResult;
  } data{context_, allocate(1), UR_RESULT_ERROR_UNKNOWN};
  ASSERT_OK(urEnqueueHostTaskExp(
      queue_,
      [](void *pointer) {
        auto *it = static_cast<Data *>(pointer);
        it->freeResult = urUSMFree(it->context, it->memory);
      },
      &data, nullptr, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_OK(data.freeResult);
  EXPECT_EQ(typeOf(data.memory), UR_USM_TYPE_UNKNOWN);
}

// Without commands in flight, the pool has the memory back when the call returns.
TEST_F(FreedMemory, ReturnsToThePoolAtOnceIfNoCommandRuns) {
  if (!capabilities().usmPools)
    GTEST_SKIP() << "The device has no USM pools.";
  ur_usm_pool_desc_t description{UR_STRUCTURE_TYPE_USM_POOL_DESC, nullptr, 0};
  ur_usm_pool_handle_t pool = nullptr;
  ASSERT_OK(urUSMPoolCreate(context_, &description, &pool));
  int *memory = allocate(0, pool);
  const int pattern = 7;
  ASSERT_OK(
      urEnqueueUSMFill(queue_, memory, sizeof(int), &pattern, sizeof(int), 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  ASSERT_OK(urUSMFree(context_, memory));
  size_t used = 1;
  ASSERT_OK(
      urUSMPoolGetInfo(pool, UR_USM_POOL_INFO_USED_CURRENT_EXP, sizeof(used), &used, nullptr));
  EXPECT_EQ(used, 0u);
  EXPECT_OK(urUSMPoolRelease(pool));
}

} // namespace
} // namespace ursa::conformance
