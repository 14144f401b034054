// Runs the OpenCL adapter on the fake driver behind the loader. Each test is a separate process,
// since an adapter looks for drivers only once.
#pragma once

#include "opencl/fake_driver.h"
#include "support/paths.h"
#include "support/spirv_builder.h"
#include "unit/scoped_variable.h"

#include "ur_api.h"

#include <gmock/gmock.h>

#include <string>

namespace ursa {

class OpenclFaults : public ::testing::Test {
protected:
  explicit OpenclFaults(const char *vendors = "fake",
                        const std::string &folder = libDir()) ///< the folder of the adapter
      : vendors_("OCL_ICD_VENDORS", std::string(URSA_VENDORS "/").append(vendors).c_str()),
        forced_("UR_ADAPTERS_FORCE_LOAD", folder + "/libur_adapter_opencl.so.0") {}
  ~OpenclFaults() override {
    if (adapter_) {
      urAdapterRelease(adapter_);
      urLoaderTearDown();
    }
  }

  uint32_t platforms() {
    EXPECT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
    EXPECT_EQ(urAdapterGet(1, &adapter_, nullptr), UR_RESULT_SUCCESS);
    EXPECT_EQ(urAdapterSetLoggerCallback(
                  adapter_,
                  [](ur_logger_level_t, const char *message, void *log) {
                    static_cast<std::string *>(log)->append(message).append("\n");
                  },
                  &logged_, UR_LOGGER_LEVEL_WARN),
              UR_RESULT_SUCCESS);
    uint32_t count = 99;
    EXPECT_EQ(urPlatformGet(adapter_, 0, nullptr, &count), UR_RESULT_SUCCESS);
    return count;
  }
  uint32_t devices() {
    if (platforms() != 1)
      return 0;
    ur_platform_handle_t platform = nullptr;
    EXPECT_EQ(urPlatformGet(adapter_, 1, &platform, nullptr), UR_RESULT_SUCCESS);
    uint32_t count = 99;
    EXPECT_EQ(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device_, &count), UR_RESULT_SUCCESS);
    return count;
  }

  std::string lastError() {
    const char *message = "";
    int32_t code = 0;
    EXPECT_EQ(urAdapterGetLastError(adapter_, &message, &code), UR_RESULT_SUCCESS);
    return message;
  }

  // Creates, builds, runs and releases a program, up to the first call that fails.
  ur_result_t runProgram() {
    const std::vector<std::byte> words = testing::SpirvBuilder().kernel("iota").bytes();
    uint32_t value = 7;
    const size_t global = 16;
    ur_exp_kernel_arg_properties_t arguments[2] = {};
    const auto steps = [&]() -> ur_result_t {
#define STEP(call)                                                                                 \
  if (const ur_result_t result = call)                                                             \
  return result
      STEP(urContextCreate(1, &device_, nullptr, &context_));
      STEP(urQueueCreate(context_, device_, nullptr, &queue_));
      STEP(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 64, nullptr, &buffer_));
      STEP(urEnqueueMemBufferWrite(queue_, buffer_, false, 0, 4, &value, 0, nullptr, nullptr));
      STEP(urProgramCreateWithIL(context_, words.data(), words.size(), nullptr, &program_));
      STEP(urProgramBuild(context_, program_, nullptr));
      STEP(urKernelCreate(program_, "iota", &kernel_));
      arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
      arguments[0].value.memObjTuple = {buffer_, UR_MEM_FLAG_READ_WRITE};
      arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
      arguments[1].index = 1;
      arguments[1].size = sizeof(value);
      arguments[1].value.value = &value;
      STEP(urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, 1, nullptr, &global, nullptr, 2,
                                            arguments, nullptr, 0, nullptr, &event_));
      STEP(urEventWait(1, &event_));
      ur_event_status_t status{};
      STEP(urEventGetInfo(event_, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                          nullptr));
      STEP(urEnqueueMemBufferRead(queue_, buffer_, true, 0, 4, &value, 1, &event_, nullptr));
      size_t size = 0;
      STEP(urProgramGetInfo(program_, UR_PROGRAM_INFO_KERNEL_NAMES, 0, nullptr, &size));
      STEP(urProgramGetBuildInfo(program_, device_, UR_PROGRAM_BUILD_INFO_LOG, 0, nullptr, &size));
      STEP(urDeviceGetInfo(device_, UR_DEVICE_INFO_NAME, 0, nullptr, &size));
      STEP(urQueueFlush(queue_));
      return urQueueFinish(queue_);
#undef STEP
    };
    const ur_result_t result = steps();
    failure_ = result == UR_RESULT_SUCCESS ? "" : lastError();
    return result;
  }
  void releaseAll() {
    const auto release = [](auto function, auto &handle) {
      if (handle) {
        EXPECT_EQ(function(handle), UR_RESULT_SUCCESS);
      }
      handle = nullptr;
    };
    release(urEventRelease, event_);
    release(urKernelRelease, kernel_);
    release(urProgramRelease, program_);
    release(urMemRelease, buffer_);
    release(urQueueRelease, queue_);
    release(urContextRelease, context_);
  }

  const ScopedVariable vendors_;
  const ScopedVariable forced_;
  testing::FakeDriver &driver_ = *fakeDriver();
  std::string logged_;  ///< warnings and errors
  std::string failure_; ///< the message of the step that failed
  ur_adapter_handle_t adapter_ = nullptr;
  ur_device_handle_t device_ = nullptr;
  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_mem_handle_t buffer_ = nullptr;
  ur_program_handle_t program_ = nullptr;
  ur_kernel_handle_t kernel_ = nullptr;
  ur_event_handle_t event_ = nullptr;
};

} // namespace ursa
