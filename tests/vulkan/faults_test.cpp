// What drivers may do to the Vulkan adapter: be missing, be too old, or fail in any call. Each test
// is a process of its own, since an adapter looks for drivers once.
#include "vulkan/failing_driver.h"
#include "vulkan/vulkan_test.h"

#include <vulkan/vulkan_core.h>

#include <set>

namespace ursa {
namespace {

using ::testing::HasSubstr;

class VulkanFaults : public vulkan_test::VulkanTest {
protected:
  explicit VulkanFaults(const char *driver = "failing.json")
      : drivers_("VK_ICD_FILENAMES", std::string(URSA_DRIVERS "/") + driver) {}

  // A program's whole life, up to the first call that fails; everything is released again.
  ur_result_t live() {
    const std::vector<uint8_t> image = vulkan_test::countImage();
    const uint8_t *data = image.data();
    size_t size = image.size();
    std::array<uint32_t, 2> values = {0, 0};
    const size_t global = 100;
    ur_exp_kernel_arg_properties_t argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    const ur_queue_properties_t profiled{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                         UR_QUEUE_FLAG_PROFILING_ENABLE};
    ur_context_handle_t context = nullptr;
    ur_queue_handle_t queue = nullptr;
    ur_mem_handle_t buffer = nullptr;
    ur_program_handle_t program = nullptr;
    ur_kernel_handle_t kernel = nullptr;
    ur_event_handle_t event = nullptr;
    ur_exp_command_buffer_handle_t commands = nullptr;
    void *memory = nullptr;
    const auto steps = [&]() -> ur_result_t {
#define STEP(call)                                                                                 \
  if (const ur_result_t result = call)                                                             \
  return result
      STEP(urContextCreate(1, &device_, nullptr, &context));
      STEP(urQueueCreate(context, device_, &profiled, &queue));
      STEP(urMemBufferCreate(context, UR_MEM_FLAG_READ_WRITE, 8, nullptr, &buffer));
      // Large enough for a memory object of its own, each time.
      STEP(urUSMSharedAlloc(context, device_, nullptr, nullptr, 17 << 20, &memory));
      STEP(urEnqueueMemBufferWrite(queue, buffer, false, 0, 8, values.data(), 0, nullptr, nullptr));
      STEP(urProgramCreateWithBinary(context, 1, &device_, &size, &data, nullptr, &program));
      STEP(urProgramBuild(context, program, nullptr));
      STEP(urKernelCreate(program, "count", &kernel));
      argument.value.memObjTuple = {buffer, UR_MEM_FLAG_READ_WRITE};
      STEP(urEnqueueKernelLaunchWithArgsExp(queue, kernel, 1, nullptr, &global, nullptr, 1,
                                            &argument, nullptr, 0, nullptr, &event));
      STEP(urEventWait(1, &event));
      STEP(urEnqueueMemBufferRead(queue, buffer, true, 0, 8, values.data(), 1, &event, nullptr));
      EXPECT_EQ(values[0], 100u);
      const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                     nullptr, false, false, false};
      STEP(urCommandBufferCreateExp(context, device_, &description, &commands));
      const uint32_t three = 3;
      STEP(urCommandBufferAppendUSMFillExp(commands, memory, &three, 4, 64, 0, nullptr, 0, nullptr,
                                           nullptr, nullptr, nullptr));
      STEP(urCommandBufferFinalizeExp(commands));
      STEP(urEnqueueCommandBufferExp(queue, commands, 0, nullptr, nullptr));
      STEP(urQueueFinish(queue));
      EXPECT_EQ(static_cast<uint32_t *>(memory)[15], 3u);
      return UR_RESULT_SUCCESS;
    };
    const ur_result_t result = steps();
    const std::string sentence = result ? lastError() : "";
    if (commands) {
      EXPECT_EQ(urCommandBufferReleaseExp(commands), UR_RESULT_SUCCESS);
    }
    if (event) {
      EXPECT_EQ(urEventRelease(event), UR_RESULT_SUCCESS);
    }
    if (kernel) {
      EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
    }
    if (program) {
      EXPECT_EQ(urProgramRelease(program), UR_RESULT_SUCCESS);
    }
    if (memory) {
      EXPECT_EQ(urUSMFree(context, memory), UR_RESULT_SUCCESS);
    }
    if (buffer) {
      EXPECT_EQ(urMemRelease(buffer), UR_RESULT_SUCCESS);
    }
    if (queue) {
      EXPECT_EQ(urQueueRelease(queue), UR_RESULT_SUCCESS);
    }
    if (context) {
      EXPECT_EQ(urContextRelease(context), UR_RESULT_SUCCESS);
    }
    sentence_ = sentence;
    return result;
  }

  // A life in which one call fails, be it that the program is told or need not know.
  // @return whether there were so many calls
  bool failOnce(uint64_t number, std::set<std::string> &failed) {
    failingDriverFail(number, VK_ERROR_OUT_OF_HOST_MEMORY);
    const ur_result_t result = live();
    const std::string function = failingDriverFailed();
    failingDriverFail(0, 0);
    if (function.empty()) {
      EXPECT_EQ(result, UR_RESULT_SUCCESS) << sentence_;
      return false;
    }
    failed.insert(function);
    if (result != UR_RESULT_SUCCESS) {
      EXPECT_EQ(result, UR_RESULT_ERROR_OUT_OF_HOST_MEMORY) << function << ": " << sentence_;
      EXPECT_THAT(sentence_, HasSubstr("VK_ERROR_OUT_OF_HOST_MEMORY")) << function;
    }
    return true;
  }

  std::string sentence_; ///< of the last life that failed

private:
  ScopedVariable drivers_;
};

// Whatever call fails once: the program is told what, or need not know; then all goes well again.
TEST_F(VulkanFaults, EachCallInTurn) {
  ASSERT_TRUE(findDevice());
  std::set<std::string> failed;
  // The first round opens the device, the second finds it open.
  for (int round = 0; round < 2; ++round)
    for (uint64_t number = 1; failOnce(number, failed); ++number) {
    }
  EXPECT_THAT(failed, ::testing::IsSupersetOf({"vkCreateDevice", "vkAllocateMemory",
                                               "vkCreateComputePipelines", "vkQueueSubmit",
                                               "vkWaitSemaphores"}));
  EXPECT_EQ(live(), UR_RESULT_SUCCESS) << sentence_;
}

TEST_F(VulkanFaults, DeviceIsLost) {
  ASSERT_TRUE(findDevice());
  ASSERT_EQ(live(), UR_RESULT_SUCCESS) << sentence_;
  failingDriverFail(0, 0);
  ASSERT_EQ(live(), UR_RESULT_SUCCESS);
  const uint64_t calls = failingDriverCalls();
  for (uint64_t number = 1; number <= calls; ++number) {
    failingDriverFail(number, VK_ERROR_DEVICE_LOST);
    const ur_result_t result = live();
    if (result != UR_RESULT_SUCCESS) {
      EXPECT_EQ(result, UR_RESULT_ERROR_DEVICE_LOST) << failingDriverFailed() << ": " << sentence_;
    }
  }
  failingDriverFail(0, 0);
}

TEST_F(VulkanFaults, NoListOfDevices) {
  failingDriverFail(1, VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(platforms(), 0u);
}

TEST_F(VulkanFaults, DriverIsTooOld) {
  failingDriverPretend(VK_API_VERSION_1_1, "");
  EXPECT_EQ(platforms(), 0u);
}

class VulkanWithout : public VulkanFaults, public ::testing::WithParamInterface<const char *> {};

TEST_P(VulkanWithout, IsNoDevice) {
  failingDriverPretend(0, GetParam());
  EXPECT_EQ(platforms(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Feature, VulkanWithout,
                         ::testing::Values("bufferDeviceAddress", "vulkanMemoryModel",
                                           "shaderInt64", "timelineSemaphore"),
                         [](const auto &parameter) { return std::string(parameter.param); });

class NoVulkanDriver : public VulkanFaults {
protected:
  NoVulkanDriver() : VulkanFaults("missing.json") {}
};

TEST_F(NoVulkanDriver, NoPlatforms) { EXPECT_EQ(platforms(), 0u); }

} // namespace
} // namespace ursa
