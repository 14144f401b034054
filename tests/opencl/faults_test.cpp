// What drivers may do to the OpenCL adapter: be missing, fail in any call, or know nothing. Each
// test is a process of its own, since an adapter looks for drivers once.
#include "opencl/fake_driver.h"
#include "support/spirv_builder.h"
#include "unit/scoped_variable.h"

#include "ur_api.h"

#include <gmock/gmock.h>

#include <optional>

namespace ursa {
namespace {

using ::testing::HasSubstr;
using ursa::testing::FakeDriver;

class OpenclFaults : public ::testing::Test {
protected:
  explicit OpenclFaults(const char *vendors = "fake")
      : vendors_("OCL_ICD_VENDORS", std::string(URSA_VENDORS "/").append(vendors).c_str()),
        forced_("UR_ADAPTERS_FORCE_LOAD", URSA_LIB_DIR "/libur_adapter_opencl.so.0") {}
  ~OpenclFaults() override {
    if (adapter_) {
      urAdapterRelease(adapter_);
      urLoaderTearDown();
    }
  }

  uint32_t platforms() {
    EXPECT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
    EXPECT_EQ(urAdapterGet(1, &adapter_, nullptr), UR_RESULT_SUCCESS);
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

  // A program's whole life, up to the first call that fails; everything is released again.
  ur_result_t live() {
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
  FakeDriver &driver_ = *fakeDriver();
  std::string failure_; ///< the sentence about the step that failed
  ur_adapter_handle_t adapter_ = nullptr;
  ur_device_handle_t device_ = nullptr;
  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_mem_handle_t buffer_ = nullptr;
  ur_program_handle_t program_ = nullptr;
  ur_kernel_handle_t kernel_ = nullptr;
  ur_event_handle_t event_ = nullptr;
};

struct NoDriver : OpenclFaults {
  NoDriver() : OpenclFaults("none") {}
};
struct MissingDriver : OpenclFaults {
  MissingDriver() : OpenclFaults("missing") {}
};

TEST_F(NoDriver, MeansNoPlatform) { EXPECT_EQ(platforms(), 0u); }
TEST_F(MissingDriver, MeansNoPlatform) { EXPECT_EQ(platforms(), 0u); }

// A platform or a device that does not answer is left out.
TEST_F(OpenclFaults, PlatformWithoutDevices) {
  driver_.fail("clGetDeviceIDs");
  EXPECT_EQ(devices(), 0u);
}
TEST_F(OpenclFaults, DeviceThatDoesNotAnswer) {
  driver_.fail("clGetDeviceInfo");
  EXPECT_EQ(devices(), 0u);
}

TEST_F(OpenclFaults, EveryCallMayFail) {
  ASSERT_EQ(devices(), 1u);
  driver_.called.clear();
  ASSERT_EQ(live(), UR_RESULT_SUCCESS) << failure_;
  releaseAll();
  EXPECT_EQ(driver_.objects, 0);
  const std::set<std::string> functions = driver_.called;
  EXPECT_GE(functions.size(), 18u);
  for (const std::string &function : functions) {
    driver_.fail(function, CL_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(live(), UR_RESULT_ERROR_OUT_OF_HOST_MEMORY) << function;
    EXPECT_THAT(failure_, HasSubstr("CL_OUT_OF_HOST_MEMORY (-6)")) << function;
    driver_.fail("");
    releaseAll();
    EXPECT_EQ(driver_.objects, 0) << function;
  }
}

TEST_F(OpenclFaults, CodesThatNobodyKnows) {
  ASSERT_EQ(devices(), 1u);
  driver_.fail("clCreateBuffer", -9999);
  EXPECT_EQ(live(), UR_RESULT_ERROR_UNKNOWN);
  EXPECT_THAT(failure_, HasSubstr("(-9999)"));
  releaseAll();
}

TEST_F(OpenclFaults, OutOfDeviceMemory) {
  ASSERT_EQ(devices(), 1u);
  driver_.fail("clCreateBuffer", CL_MEM_OBJECT_ALLOCATION_FAILURE);
  EXPECT_EQ(live(), UR_RESULT_ERROR_MEM_OBJECT_ALLOCATION_FAILURE);
  EXPECT_THAT(failure_, HasSubstr("clCreateBuffer"));
  releaseAll();
}

TEST_F(OpenclFaults, LogOfAFailedBuild) {
  ASSERT_EQ(devices(), 1u);
  driver_.fail("clBuildProgram", CL_BUILD_PROGRAM_FAILURE);
  driver_.buildLog = "line 12: what is this?";
  EXPECT_EQ(live(), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(failure_, HasSubstr("line 12: what is this?"));
  char log[100] = {};
  EXPECT_EQ(urProgramGetBuildInfo(program_, device_, UR_PROGRAM_BUILD_INFO_LOG, sizeof(log), log,
                                  nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_STREQ(log, "line 12: what is this?");
  ur_program_build_status_t status{};
  EXPECT_EQ(urProgramGetBuildInfo(program_, device_, UR_PROGRAM_BUILD_INFO_STATUS, sizeof(status),
                                  &status, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(status, UR_PROGRAM_BUILD_STATUS_ERROR);
  releaseAll();
  EXPECT_EQ(driver_.objects, 0);
}

// What the driver says of an argument is passed on, where the module does not tell its type.
TEST_F(OpenclFaults, ArgumentOfTheWrongSize) {
  ASSERT_EQ(devices(), 1u);
  driver_.fail("clSetKernelArg", CL_INVALID_ARG_SIZE);
  EXPECT_EQ(live(), UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  EXPECT_THAT(failure_, HasSubstr("Argument 0 of kernel 'iota'"));
  releaseAll();
}

TEST_F(OpenclFaults, ImageThatNoDeviceTakes) {
  ASSERT_EQ(devices(), 1u);
  const ur_device_binary_t binary{UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, "nvptx64-sm_90"};
  uint32_t selected = 99;
  EXPECT_EQ(urDeviceSelectBinary(device_, &binary, 1, &selected), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_EQ(selected, 99u);
  EXPECT_THAT(lastError(), HasSubstr("takes binaries for 'spirv64'"));
  EXPECT_THAT(lastError(), HasSubstr("'nvptx64-sm_90'"));
}

} // namespace
} // namespace ursa
