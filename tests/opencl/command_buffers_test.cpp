// The driver's command buffers, and the replay that replaces them when a driver call fails.
#include "opencl/fixture.h"

#include <CL/cl_ext.h>

namespace ursa {
namespace {

using ::testing::HasSubstr;

class OpenclCommandBuffers : public OpenclFaults {
protected:
  explicit OpenclCommandBuffers(
      cl_version version = CL_MAKE_VERSION(0, 9, 0),
      cl_ulong capabilities = CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                              CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR) {
    driver_.extensions = "cl_khr_command_buffer";
    driver_.commandBufferVersion = version;
    driver_.commandBufferCapabilities = capabilities;
  }
  void SetUp() override {
    ASSERT_EQ(devices(), 1u);
    EXPECT_OK(urAdapterSetLoggerCallbackLevel(adapter_, UR_LOGGER_LEVEL_INFO));
    ASSERT_OK(runProgram()) << failure_;
  }
  void TearDown() override {
    releaseAll();
    EXPECT_EQ(driver_.objects, 0);
  }

  /// Records a fill, a launch and a copy. The caller releases the command buffer.
  ur_exp_command_buffer_handle_t recorded() {
    const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                   nullptr, false, true, false};
    ur_exp_command_buffer_handle_t commands = nullptr;
    EXPECT_OK(urCommandBufferCreateExp(context_, device_, &description, &commands));
    const uint32_t value = 7;
    EXPECT_OK(urCommandBufferAppendMemBufferFillExp(commands, buffer_, &value, sizeof(value), 0, 32,
                                                    0, nullptr, 0, nullptr, nullptr, nullptr,
                                                    nullptr));
    ur_exp_kernel_arg_properties_t arguments[2] = {};
    arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    arguments[0].value.memObjTuple = {buffer_, UR_MEM_FLAG_READ_WRITE};
    arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
    arguments[1].index = 1;
    arguments[1].size = sizeof(value);
    arguments[1].value.value = &value;
    const size_t global = 16;
    EXPECT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
        commands, kernel_, 1, nullptr, &global, nullptr, 2, arguments, 0, nullptr, 0, nullptr, 0,
        nullptr, nullptr, nullptr, nullptr));
    EXPECT_OK(urCommandBufferAppendMemBufferCopyExp(
        commands, buffer_, buffer_, 0, 32, 16, 0, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
    EXPECT_OK(urCommandBufferFinalizeExp(commands));
    driver_.calls.clear();
    return commands;
  }
  ur_result_t enqueue(ur_exp_command_buffer_handle_t commands) {
    ur_event_handle_t event = nullptr;
    const ur_result_t result = urEnqueueCommandBufferExp(queue_, commands, 0, nullptr, &event);
    if (event) {
      EXPECT_OK(urEventWait(1, &event));
      EXPECT_OK(urEventRelease(event));
    }
    return result;
  }
  void expectReplay() {
    ur_exp_command_buffer_handle_t commands = recorded();
    EXPECT_OK(enqueue(commands));
    EXPECT_EQ(driver_.calls["clCreateCommandBufferKHR"], 0);
    EXPECT_EQ(driver_.calls["clEnqueueNDRangeKernel"], 1);
    EXPECT_OK(urCommandBufferReleaseExp(commands));
  }
};

TEST_F(OpenclCommandBuffers, UseTheDriversIfItSupportsAllCommands) {
  ur_exp_command_buffer_handle_t commands = recorded();
  for (int i = 0; i < 3; ++i)
    EXPECT_OK(enqueue(commands));
  EXPECT_EQ(driver_.calls["clCreateCommandBufferKHR"], 1);
  EXPECT_EQ(driver_.calls["clCommandNDRangeKernelKHR"], 1);
  EXPECT_EQ(driver_.calls["clCommandCopyBufferKHR"], 1);
  EXPECT_EQ(driver_.calls["clCommandFillBufferKHR"], 1);
  EXPECT_EQ(driver_.calls["clFinalizeCommandBufferKHR"], 1);
  EXPECT_EQ(driver_.calls["clEnqueueCommandBufferKHR"], 3);
  EXPECT_EQ(driver_.calls["clEnqueueNDRangeKernel"], 0);
  EXPECT_OK(urCommandBufferReleaseExp(commands));
}

TEST_F(OpenclCommandBuffers, AreReplayedWhenACallFails) {
  for (const char *function :
       {"clCreateCommandBufferKHR", "clCommandNDRangeKernelKHR", "clCommandCopyBufferKHR",
        "clCommandFillBufferKHR", "clFinalizeCommandBufferKHR", "clEnqueueCommandBufferKHR"}) {
    const int objects = driver_.objects;
    logged_.clear();
    ur_exp_command_buffer_handle_t commands = recorded();
    driver_.fail(function, CL_INVALID_OPERATION);
    EXPECT_OK(enqueue(commands)) << function;
    driver_.fail("");
    EXPECT_EQ(driver_.calls["clEnqueueFillBuffer"], 1) << function;
    EXPECT_EQ(driver_.calls["clEnqueueNDRangeKernel"], 1) << function;
    EXPECT_EQ(driver_.calls["clEnqueueCopyBuffer"], 1) << function;
    EXPECT_THAT(logged_,
                HasSubstr(std::string("replayed because the driver rejected it: ") + function))
        << function;
    // The driver is not tried again.
    driver_.calls.clear();
    EXPECT_OK(enqueue(commands)) << function;
    EXPECT_EQ(driver_.calls["clEnqueueNDRangeKernel"], 1) << function;
    EXPECT_EQ(driver_.calls["clCreateCommandBufferKHR"], 0) << function;
    EXPECT_OK(urCommandBufferReleaseExp(commands));
    EXPECT_EQ(driver_.objects, objects) << function;
  }
}

// Each recorded launch has its own driver kernel.
TEST_F(OpenclCommandBuffers, AreReplayedWhenKernelCreationFails) {
  const int objects = driver_.objects;
  ur_exp_command_buffer_handle_t commands = recorded();
  driver_.fail("clCreateKernel");
  EXPECT_OK(enqueue(commands));
  driver_.fail("");
  EXPECT_EQ(driver_.calls["clEnqueueNDRangeKernel"], 1);
  EXPECT_OK(urCommandBufferReleaseExp(commands));
  EXPECT_EQ(driver_.objects, objects);
}

// Later versions of the functions have other parameters.
struct LaterVersion : OpenclCommandBuffers {
  LaterVersion() : OpenclCommandBuffers(CL_MAKE_VERSION(0, 9, 5)) {}
};
TEST_F(LaterVersion, IsNotUsed) { expectReplay(); }

struct OneAtATime : OpenclCommandBuffers {
  OneAtATime()
      : OpenclCommandBuffers(CL_MAKE_VERSION(0, 9, 0),
                             CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR) {}
};
TEST_F(OneAtATime, IsNotUsed) { expectReplay(); }

} // namespace
} // namespace ursa
