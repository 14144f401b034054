// Counts the memory allocations of a launch and the wait for it, once everything that is made only
// once is there. The driver is written in C, so that its own allocations do not count.
#include "support/operator_new.h"
#include "vulkan/vulkan_test.h"

#include <atomic>
#include <functional>
#include <span>

namespace {
std::atomic<size_t> allocations{0};
} // namespace

void ursa::allocation_hooks::allocating(size_t) { ++allocations; }
void ursa::allocation_hooks::freeing(const void *) noexcept {}

namespace ursa {
namespace {

class VulkanAllocation : public vulkan_test::VulkanTest {
protected:
  void SetUp() override {
    ASSERT_TRUE(findDevice());
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue_));
    ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer_));
  }
  void TearDown() override {
    EXPECT_OK(urKernelRelease(kernel_));
    EXPECT_OK(urProgramRelease(program_));
    EXPECT_OK(urMemRelease(buffer_));
    EXPECT_OK(urQueueRelease(queue_));
    EXPECT_OK(urContextRelease(context_));
  }

  void makeKernel(const std::vector<uint8_t> &image, const char *name) {
    const uint8_t *data = image.data();
    size_t size = image.size();
    ASSERT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program_))
        << lastError();
    ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
    ASSERT_OK(urKernelCreate(program_, name, &kernel_)) << lastError();
  }

  ur_exp_kernel_arg_properties_t memoryArgument() const {
    ur_exp_kernel_arg_properties_t argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    argument.size = sizeof(buffer_);
    argument.value.memObjTuple = {buffer_, UR_MEM_FLAG_READ_WRITE};
    return argument;
  }
  void launch(std::span<const ur_exp_kernel_arg_properties_t> arguments, ur_event_handle_t *event,
              size_t global = 8) {
    EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, 1, nullptr, &global, nullptr,
                                               static_cast<uint32_t>(arguments.size()),
                                               arguments.data(), nullptr, 0, nullptr, event))
        << lastError();
  }
  static void waitAndRelease(ur_event_handle_t event) {
    EXPECT_OK(urEventWait(1, &event));
    EXPECT_OK(urEventRelease(event));
  }

  /// Allocations of one call of @p function, in the steady state.
  static double perCall(const std::function<void()> &function) {
    constexpr size_t kCalls = 100;
    for (size_t i = 0; i < 2 * kCalls; ++i) // pools grow
      function();
    const size_t before = allocations;
    for (size_t i = 0; i < kCalls; ++i)
      function();
    return static_cast<double>(allocations - before) / kCalls;
  }

  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_mem_handle_t buffer_ = nullptr;
  ur_program_handle_t program_ = nullptr;
  ur_kernel_handle_t kernel_ = nullptr;
};

// The work that is retained until it is complete, and the event.
TEST_F(VulkanAllocation, OfALaunchWithAnEvent) {
  makeKernel(vulkan_test::countImage(), "count");
  const auto argument = memoryArgument();
  EXPECT_LE(perCall([&] {
              ur_event_handle_t event = nullptr;
              launch({&argument, 1}, &event);
              waitAndRelease(event);
            }),
            2);
}

TEST_F(VulkanAllocation, OfALaunchWithoutAnEvent) {
  makeKernel(vulkan_test::countImage(), "count");
  const auto argument = memoryArgument();
  EXPECT_LE(perCall([&] {
              launch({&argument, 1}, nullptr);
              EXPECT_OK(urQueueFinish(queue_));
            }),
            1);
}

TEST_F(VulkanAllocation, OfALaunchWithASmallerLastGroup) {
  makeKernel(vulkan_test::countImage(), "count");
  const auto argument = memoryArgument();
  EXPECT_LE(perCall([&] {
              launch({&argument, 1}, nullptr, 1021);
              EXPECT_OK(urQueueFinish(queue_));
            }),
            1);
}

// A launch whose loops the driver may end early also has a status.
TEST_F(VulkanAllocation, OfALaunchOfAKernelWithLoops) {
  makeKernel(vulkan_test::readFile(URSA_LOOPS_IMAGE), "count");
  const uint32_t count = 3;
  ur_exp_kernel_arg_properties_t arguments[2] = {memoryArgument(), {}};
  arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
  arguments[1].index = 1;
  arguments[1].size = sizeof(count);
  arguments[1].value.value = &count;
  EXPECT_LE(perCall([&] {
              ur_event_handle_t event = nullptr;
              launch(arguments, &event);
              waitAndRelease(event);
            }),
            3);
}

} // namespace
} // namespace ursa
