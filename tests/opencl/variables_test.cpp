// Variables of programs: through Intel's functions if the driver has them, otherwise in memory that
// is passed to the kernels.
#include "opencl/fixture.h"
#include "support/spirv_text.h"

namespace ursa {
namespace {

using ::testing::HasSubstr;

class OpenclVariables : public OpenclFaults {
protected:
  void start() {
    ASSERT_EQ(devices(), 1u);
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue_));
    ASSERT_OK(build(&program_)) << lastError();
  }
  void TearDown() override {
    releaseAll();
    EXPECT_EQ(driver_.objects, 0);
  }

  ur_result_t build(ur_program_handle_t *program) {
    const std::vector<uint32_t> words = testing::moduleWithVariables();
    const ur_result_t result = urProgramCreateWithIL(
        context_, words.data(), words.size() * sizeof(uint32_t), nullptr, program);
    return result == UR_RESULT_SUCCESS ? urProgramBuild(context_, *program, nullptr) : result;
  }
  ur_result_t read(const char *name, size_t size, size_t offset, void *to) {
    return urEnqueueDeviceGlobalVariableRead(queue_, program_, name, true, size, offset, to, 0,
                                             nullptr, nullptr);
  }
  ur_result_t write(const char *name, size_t size, size_t offset, const void *from) {
    return urEnqueueDeviceGlobalVariableWrite(queue_, program_, name, true, size, offset, from, 0,
                                              nullptr, nullptr);
  }
  ur_result_t point(const char *name) {
    return urProgramGetGlobalVariablePointer(device_, program_, name, &size_, &address_);
  }
  void checkBounds() {
    int value = 0;
    EXPECT_EQ(read("total", 4, 1, &value), UR_RESULT_ERROR_INVALID_VALUE);
    EXPECT_EQ(lastError(), "4 bytes at 1 do not lie in variable 'total' of 4 bytes.");
    EXPECT_EQ(write("total", ~size_t{0}, 4, &value), UR_RESULT_ERROR_INVALID_VALUE);
    EXPECT_EQ(read("nothing", 4, 0, &value), UR_RESULT_ERROR_INVALID_VALUE);
    EXPECT_EQ(lastError(), "The program has no global variable 'nothing'.");
  }
  ur_result_t launch(uint32_t index) {
    uint32_t value = 1;
    ur_exp_kernel_arg_properties_t arguments[2] = {};
    arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
    arguments[1].index = index;
    arguments[1].size = sizeof(value);
    arguments[1].value.value = &value;
    const size_t global = 1;
    return urEnqueueKernelLaunchWithArgsExp(queue_, kernel_, 1, nullptr, &global, nullptr, 2,
                                            arguments, nullptr, 0, nullptr, nullptr);
  }

  size_t size_ = 99;
  void *address_ = nullptr;
};

TEST_F(OpenclVariables, UseIntelsFunctions) {
  driver_.variables = {{"total", {1, 2, 3, 4}}};
  start();
  EXPECT_OK(point("total")) << lastError();
  EXPECT_EQ(size_, 4u);
  EXPECT_EQ(address_, driver_.variables["total"].data());
  char bytes[2] = {};
  EXPECT_OK(read("total", 2, 1, bytes)) << lastError();
  EXPECT_EQ(bytes[0], 2);
  EXPECT_EQ(bytes[1], 3);
  EXPECT_OK(write("total", 2, 2, bytes)) << lastError();
  EXPECT_EQ(driver_.variables["total"], (std::vector<char>{1, 2, 2, 3}));
  checkBounds();
  size_ = 99;
  for (const auto &[function, call] :
       {std::pair<const char *, std::function<ur_result_t()>>(
            "clGetDeviceGlobalVariablePointerINTEL", [&] { return point("total"); }),
        {"clEnqueueReadGlobalVariableINTEL", [&] { return read("total", 2, 0, bytes); }},
        {"clEnqueueWriteGlobalVariableINTEL", [&] { return write("total", 2, 0, bytes); }}}) {
    driver_.fail(function, CL_DEVICE_NOT_AVAILABLE);
    EXPECT_EQ(call(), UR_RESULT_ERROR_DEVICE_NOT_AVAILABLE) << function;
    EXPECT_THAT(lastError(), HasSubstr(function));
    driver_.fail("");
  }
  EXPECT_EQ(size_, 99u);
}

// Each program has its own variables, so a build of another program is not reused.
TEST_F(OpenclVariables, OfTheDriverAreNotShared) {
  driver_.variables = {{"total", {1, 2, 3, 4}}};
  start();
  ur_program_handle_t other = nullptr;
  EXPECT_OK(build(&other));
  EXPECT_EQ(driver_.calls["clBuildProgram"], 2);
  EXPECT_OK(urProgramRelease(other));
}

TEST_F(OpenclVariables, AreInSharedVirtualMemory) {
  driver_.svm = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
  start();
  EXPECT_EQ(driver_.called.count("clSVMAlloc"), 0u); // not created before use
  ASSERT_OK(point("table")) << lastError();
  EXPECT_EQ(size_, 16u);
  void *const table = address_;
  ASSERT_OK(point("total"));
  EXPECT_EQ(static_cast<char *>(table) - static_cast<char *>(address_), 16);
  EXPECT_EQ(driver_.calls["clSVMAlloc"], 1);
  EXPECT_EQ(driver_.calls["clEnqueueNDRangeKernel"], 1); // stores the initial values
  checkBounds();
  int value = 0;
  EXPECT_OK(read("total", 4, 0, &value));
  EXPECT_OK(write("total", 4, 0, &value));
  EXPECT_EQ(driver_.calls["clEnqueueSVMMemcpy"], 2);
}

TEST_F(OpenclVariables, AreInABufferWithoutUsm) {
  start();
  int value = 0;
  EXPECT_OK(write("total", 4, 0, &value)) << lastError();
  EXPECT_OK(read("total", 4, 0, &value)) << lastError();
  checkBounds();
  EXPECT_EQ(point("total"), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("no unified shared memory"));
  EXPECT_EQ(address_, nullptr);
}

// Fails each call that creates the memory; a failure must not leak objects.
TEST_F(OpenclVariables, MemoryCreationFails) {
  for (const cl_device_svm_capabilities svm : {0, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER}) {
    driver_.svm = svm;
    if (!program_)
      start();
    int value = 0;
    const auto fresh = [&] {
      EXPECT_OK(urProgramBuild(context_, program_, nullptr));
      const int before = driver_.objects;
      driver_.called.clear();
      return before;
    };
    fresh();
    ASSERT_OK(read("total", 4, 0, &value)) << lastError();
    const std::set<std::string> functions = driver_.called;
    EXPECT_GE(functions.size(), 6u);
    for (const std::string &function : functions) {
      const int before = fresh();
      driver_.fail(function, CL_OUT_OF_RESOURCES);
      EXPECT_EQ(read("total", 4, 0, &value), function == "clSVMAlloc"
                                                 ? UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY
                                                 : UR_RESULT_ERROR_OUT_OF_RESOURCES)
          << function;
      driver_.fail("");
      if (function != "clEnqueueReadBuffer" && function != "clEnqueueSVMMemcpy") {
        EXPECT_EQ(driver_.objects, before) << function;
      }
    }
    break; // a device is opened only once; the previous test covers the other kind
  }
}

// Kernels have one more argument for the driver, which queries hide.
TEST_F(OpenclVariables, KernelsGetTheMemory) {
  start();
  EXPECT_EQ(urKernelCreate(program_, "__ursa_initialize_variables", &kernel_),
            UR_RESULT_ERROR_INVALID_KERNEL_NAME);
  ASSERT_OK(urKernelCreate(program_, "iota", &kernel_)) << lastError();
  uint32_t count = 0; // the fake driver reports 2 for every kernel
  EXPECT_OK(urKernelGetInfo(kernel_, UR_KERNEL_INFO_NUM_ARGS, sizeof(count), &count, nullptr));
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(launch(1), UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  EXPECT_THAT(lastError(), HasSubstr("has 1 arguments"));
}

// The binary alone does not contain the information that kernels need the memory.
TEST_F(OpenclVariables, ProgramsWithThemHaveNoBinary) {
  start();
  size_t size = 99;
  EXPECT_OK(urProgramGetInfo(program_, UR_PROGRAM_INFO_BINARY_SIZES, sizeof(size), &size, nullptr));
  EXPECT_EQ(size, 0u);
  uint8_t byte = 0;
  uint8_t *place = &byte;
  EXPECT_EQ(urProgramGetInfo(program_, UR_PROGRAM_INFO_BINARIES, sizeof(place), &place, nullptr),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

// The adapter cannot find variables in binaries.
TEST_F(OpenclVariables, OfBinariesAreUnavailable) {
  start();
  EXPECT_OK(urProgramRelease(program_));
  const uint8_t bytes[] = {1, 2, 3};
  const uint8_t *binary = bytes;
  size_t length = sizeof(bytes);
  ASSERT_OK(urProgramCreateWithBinary(context_, 1, &device_, &length, &binary, nullptr, &program_));
  ASSERT_OK(urProgramBuild(context_, program_, nullptr));
  int value = 0;
  EXPECT_EQ(read("total", 4, 0, &value), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(write("total", 4, 0, &value), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(point("total"), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("not created from SPIR-V"));
}

} // namespace
} // namespace ursa
