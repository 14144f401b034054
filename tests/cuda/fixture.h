// Runs the CUDA adapter on the fake driver behind the loader.
#pragma once

#include "cuda/fake_driver.h"
#include "support/adapter_fixture.h"

#include "ur_api.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace ursa {

/// PTX with kernels that the fake driver knows.
inline constexpr const char *kPtx = R"(
.version 7.0
.target sm_70
.visible .global .align 4 .b8 table[16];
.visible .entry iota(.param .u64 .ptr .global .align 4 iota_param_0, .param .u32 iota_param_1) { ret; }
.visible .entry step(.param .u64 step_param_0, .param .u32 step_param_1) { ret; }
.visible .entry two_locals(.param .u64 .ptr .align 4 a, .param .u32 b, .param .u32 c) { ret; }
.visible .entry ids(.param .u64 .ptr .align 8 out) { ret; }
.visible .entry ids_with_offset(.param .u64 .ptr .align 8 out, .param .align 4 .b8 offset[12]) { ret; }
.visible .entry required() .reqntid 8, 2, 1 { ret; }
.visible .entry fault() { ret; }
)";

class CudaTest : public LaunchingAdapterTest {
protected:
  CudaTest() : LaunchingAdapterTest("cuda", UR_LOGGER_LEVEL_INFO) {}
  ~CudaTest() override {
    if (adapter_) {
      releaseAll();
      closeAdapter();
      EXPECT_EQ(driver_.objects, leftObjects_);
    }
  }

  /// Opens the device, and makes a context and a queue.
  void open(ur_queue_flags_t flags = 0) {
    ASSERT_GE(devices(), 1u);
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_)) << lastError();
    ASSERT_OK(makeQueue(flags)) << lastError();
  }
  ur_result_t makeQueue(ur_queue_flags_t flags) {
    const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, flags};
    return urQueueCreate(context_, device_, &properties, &queue_);
  }
  ur_result_t makeProgram(const std::string &text) {
    const auto *bytes = reinterpret_cast<const uint8_t *>(text.data());
    size_t size = text.size();
    return urProgramCreateWithBinary(context_, 1, &device_, &size, &bytes, nullptr, &program_);
  }
  ur_result_t makeKernel(const char *name) {
    if (const ur_result_t result = program_ ? UR_RESULT_SUCCESS : makeProgram(kPtx);
        result != UR_RESULT_SUCCESS)
      return result;
    if (const ur_result_t result = urProgramBuild(context_, program_, nullptr);
        result != UR_RESULT_SUCCESS)
      return result;
    return urKernelCreate(program_, name, &kernel_);
  }

  static ur_exp_kernel_arg_properties_t pointerArgument(uint32_t index, const void *pointer) {
    ur_exp_kernel_arg_properties_t argument = {};
    argument.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
    argument.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    argument.index = index;
    argument.size = sizeof(pointer);
    argument.value.pointer = pointer;
    return argument;
  }
  template <class T>
  static ur_exp_kernel_arg_properties_t valueArgument(uint32_t index, const T &value) {
    ur_exp_kernel_arg_properties_t argument = pointerArgument(index, nullptr);
    argument.type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
    argument.size = sizeof(T);
    argument.value.value = &value;
    return argument;
  }
  static ur_exp_kernel_arg_properties_t localArgument(uint32_t index, size_t size) {
    ur_exp_kernel_arg_properties_t argument = pointerArgument(index, nullptr);
    argument.type = UR_EXP_KERNEL_ARG_TYPE_LOCAL;
    argument.size = size;
    return argument;
  }
  ur_result_t launch(std::vector<ur_exp_kernel_arg_properties_t> arguments, size_t global,
                     const size_t *local = nullptr, const size_t *offset = nullptr,
                     ur_event_handle_t *event = nullptr) {
    return urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, 1, offset, &global, local,
                                            static_cast<uint32_t>(arguments.size()),
                                            arguments.data(), nullptr, 0, nullptr, event);
  }

  testing::FakeCuda &driver_ = *fakeCuda();
  int leftObjects_ = 0; ///< objects of the driver at the end; those of a lost context are left
};

} // namespace ursa
