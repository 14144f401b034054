// Runs the OpenCL adapter on the fake driver behind the loader.
#pragma once

#include "opencl/fake_driver.h"
#include "support/adapter_fixture.h"
#include "support/spirv_builder.h"

#include "ur_api.h"

#include <gmock/gmock.h>

#include <string>

namespace ursa {

class OpenclFaults : public LaunchingAdapterTest {
protected:
  explicit OpenclFaults(const char *vendors = "fake",
                        const std::string &folder = libDir()) ///< the folder of the adapter
      : LaunchingAdapterTest("opencl", UR_LOGGER_LEVEL_WARN, folder),
        vendors_("OCL_ICD_VENDORS", std::string(URSA_VENDORS "/").append(vendors).c_str()) {}
  ~OpenclFaults() override { closeAdapter(); } // with the driver's variable
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
  const ScopedVariable vendors_;
  testing::FakeDriver &driver_ = *fakeDriver();
  std::string failure_; ///< the message of the step that failed
};

} // namespace ursa
