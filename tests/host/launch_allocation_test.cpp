// A launch of the host device and the wait for it allocate nothing once enough commands have run. A
// program of its own, because it replaces operator new.
#include "host/host_device.h"
#include "support/operator_new.h"

namespace {
std::atomic<long> allocations{0}; // of all threads
} // namespace

void ursa::allocation_hooks::allocating(size_t) { ++allocations; }
void ursa::allocation_hooks::freeing(const void *) noexcept {}

namespace ursa {
namespace {

class HostLaunchAllocations : public testing::Test {
protected:
  HostLaunchAllocations() {
    // More commands are under way than in any test below, so that there is memory for theirs.
    constexpr int kCommands = 40;
    const auto release = host_.blockWorkers();
    for (int i = 0; i < kCommands; ++i)
      EXPECT_OK(launch(unordered_, long_));
    release();
    EXPECT_OK(urQueueFinish(unordered_));
    EXPECT_OK(urMemBufferCreate(host_.context, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer_));
  }
  ~HostLaunchAllocations() override { EXPECT_OK(urMemRelease(buffer_)); }

  ur_result_t launch(ur_queue_handle_t queue, ur_kernel_handle_t kernel,
                     ur_event_handle_t *event = nullptr, ur_event_handle_t after = nullptr) {
    ur_exp_kernel_arg_properties_t arguments[2] = {};
    const int n = 3;
    arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    arguments[0].size = sizeof(void *);
    arguments[0].value.pointer = memory_;
    if (buffer_) {
      arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
      arguments[0].value.memObjTuple = {buffer_, UR_MEM_FLAG_READ_WRITE};
    }
    arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
    arguments[1].index = 1;
    arguments[1].size = sizeof(n);
    arguments[1].value.value = &n;
    const size_t one = 1;
    return urEnqueueKernelLaunchWithArgsExp(queue, kernel, 1, nullptr, &one, nullptr, 2, arguments,
                                            nullptr, after ? 1 : 0, after ? &after : nullptr,
                                            event);
  }

  template <class Function> void expectNone(Function &&function) {
    const long before = allocations;
    for (int i = 0; i < 50; ++i)
      function();
#if !defined(__SANITIZE_ADDRESS__) // memory is not reused
    EXPECT_EQ(allocations, before);
#endif
  }

  HostDevice host_;
  ur_queue_handle_t unordered_ = host_.makeQueue(UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  ur_kernel_handle_t short_ = host_.kernel("add_one");
  ur_kernel_handle_t long_ = host_.kernel("add_ones");
  int *memory_ = host_.memory<int>(16);
  ur_mem_handle_t buffer_ = nullptr;
};

TEST(AllocationCounter, Counts) {
  const long before = allocations;
  EXPECT_NE(std::make_unique<int>(1), nullptr);
  EXPECT_EQ(allocations, before + 1);
}

TEST_F(HostLaunchAllocations, OfALaunchAndTheWaitForItAreNone) {
  for (ur_kernel_handle_t kernel : {short_, long_})
    for (ur_queue_handle_t queue : {host_.queue, unordered_})
      expectNone([&] {
        ur_event_handle_t event = nullptr;
        EXPECT_OK(launch(queue, kernel, &event));
        EXPECT_OK(urEventWait(1, &event));
        EXPECT_OK(urEventRelease(event));
      });
}

TEST_F(HostLaunchAllocations, OfAChainAreNone) {
  for (ur_queue_handle_t queue : {host_.queue, unordered_})
    expectNone([&] {
      ur_event_handle_t before = nullptr;
      for (int i = 0; i < 8; ++i) {
        ur_event_handle_t event = nullptr;
        EXPECT_OK(launch(queue, i % 2 ? short_ : long_, &event, before));
        if (before) {
          EXPECT_OK(urEventRelease(before));
        }
        before = event;
      }
      EXPECT_OK(urEventRelease(before));
      EXPECT_OK(urQueueFinish(queue));
    });
}

TEST_F(HostLaunchAllocations, OfACopyAreNone) {
  expectNone([&] {
    EXPECT_OK(urEnqueueUSMMemcpy(host_.queue, false, memory_, memory_ + 4, 8, 0, nullptr, nullptr));
    EXPECT_OK(urEnqueueUSMMemcpy(host_.queue, true, memory_, memory_ + 4, 8, 0, nullptr, nullptr));
    EXPECT_OK(urQueueFinish(host_.queue));
  });
}

} // namespace
} // namespace ursa
