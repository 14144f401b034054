// Faulty drivers: missing ones, ones that fail in any call, and ones that report nothing.
#include "opencl/fixture.h"

namespace ursa {
namespace {

using ::testing::HasSubstr;

struct NoDriver : OpenclFaults {
  NoDriver() : OpenclFaults("none") {}
};
struct MissingDriver : OpenclFaults {
  MissingDriver() : OpenclFaults("missing") {}
};

struct BrokenDrivers : OpenclFaults {
  BrokenDrivers() : OpenclFaults("broken") {}
};

TEST_F(NoDriver, MeansNoPlatform) {
  EXPECT_EQ(platforms(), 0u);
  EXPECT_EQ(logged_, "");
}
TEST_F(MissingDriver, MeansNoPlatform) {
  EXPECT_EQ(platforms(), 0u);
  EXPECT_THAT(logged_, HasSubstr("'/nowhere/libnothing.so' of the file '"));
  EXPECT_THAT(logged_, HasSubstr("missing.icd' cannot be opened: "));
}
TEST_F(BrokenDrivers, AreReportedAndIgnored) {
  EXPECT_EQ(platforms(), 1u);
  EXPECT_THAT(logged_, HasSubstr("'/nowhere/libnothing.so'"));
  EXPECT_THAT(logged_, HasSubstr("1-empty.icd' names no driver"));
  EXPECT_THAT(logged_, HasSubstr("'libm.so.6' of the file '"));
  EXPECT_THAT(logged_, HasSubstr("is not an OpenCL driver"));
  EXPECT_THAT(logged_, ::testing::Not(HasSubstr("3-fake")));
}

// A platform or a device that does not answer is ignored.
TEST_F(OpenclFaults, PlatformWithoutDevices) {
  driver_.fail("clGetDeviceIDs");
  EXPECT_EQ(devices(), 0u);
}
TEST_F(OpenclFaults, DeviceThatFailsQueries) {
  driver_.fail("clGetDeviceInfo");
  EXPECT_EQ(devices(), 0u);
}

TEST_F(OpenclFaults, EveryCallMayFail) {
  ASSERT_EQ(devices(), 1u);
  driver_.called.clear();
  ASSERT_OK(runProgram()) << failure_;
  const std::set<std::string> functions = driver_.called;
  releaseAll();
  EXPECT_EQ(driver_.objects, 0);
  EXPECT_GE(functions.size(), 18u);
  for (const std::string &function : functions) {
    driver_.fail(function, CL_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(runProgram(), UR_RESULT_ERROR_OUT_OF_HOST_MEMORY) << function;
    EXPECT_THAT(failure_, HasSubstr("CL_OUT_OF_HOST_MEMORY (-6)")) << function;
    driver_.fail("");
    releaseAll();
    EXPECT_EQ(driver_.objects, 0) << function;
  }
}

TEST_F(OpenclFaults, UnknownCodes) {
  ASSERT_EQ(devices(), 1u);
  driver_.fail("clCreateBuffer", -9999);
  EXPECT_EQ(runProgram(), UR_RESULT_ERROR_UNKNOWN);
  EXPECT_THAT(failure_, HasSubstr("(-9999)"));
  releaseAll();
}

TEST_F(OpenclFaults, OutOfDeviceMemory) {
  ASSERT_EQ(devices(), 1u);
  driver_.fail("clCreateBuffer", CL_MEM_OBJECT_ALLOCATION_FAILURE);
  EXPECT_EQ(runProgram(), UR_RESULT_ERROR_MEM_OBJECT_ALLOCATION_FAILURE);
  EXPECT_THAT(failure_, HasSubstr("clCreateBuffer"));
  releaseAll();
}

TEST_F(OpenclFaults, LogOfAFailedBuild) {
  ASSERT_EQ(devices(), 1u);
  driver_.fail("clBuildProgram", CL_BUILD_PROGRAM_FAILURE);
  driver_.buildLog = "line 12: what is this?";
  EXPECT_EQ(runProgram(), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(failure_, HasSubstr("line 12: what is this?"));
  char log[100] = {};
  EXPECT_OK(urProgramGetBuildInfo(program_, device_, UR_PROGRAM_BUILD_INFO_LOG, sizeof(log), log,
                                  nullptr));
  EXPECT_STREQ(log, "line 12: what is this?");
  ur_program_build_status_t status{};
  EXPECT_OK(urProgramGetBuildInfo(program_, device_, UR_PROGRAM_BUILD_INFO_STATUS, sizeof(status),
                                  &status, nullptr));
  EXPECT_EQ(status, UR_PROGRAM_BUILD_STATUS_ERROR);
  releaseAll();
  EXPECT_EQ(driver_.objects, 0);
}

// The driver never sees the compilation of a program that is linked in SPIR-V, so the adapter
// reports its result; a failure of an earlier build no longer counts.
TEST_F(OpenclFaults, CompilationAfterAFailedBuild) {
  ASSERT_EQ(devices(), 1u);
  const std::vector<std::byte> words = testing::SpirvBuilder().kernel("iota").variable().bytes();
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
  ASSERT_OK(urProgramCreateWithIL(context_, words.data(), words.size(), nullptr, &program_));
  driver_.fail("clCreateProgramWithIL", CL_INVALID_VALUE);
  ASSERT_NE(urProgramBuild(context_, program_, nullptr), UR_RESULT_SUCCESS);
  driver_.fail("");
  ASSERT_OK(urProgramCompile(context_, program_, nullptr)) << lastError();
  ur_program_build_status_t status{};
  EXPECT_OK(urProgramGetBuildInfo(program_, device_, UR_PROGRAM_BUILD_INFO_STATUS, sizeof(status),
                                  &status, nullptr));
  EXPECT_EQ(status, UR_PROGRAM_BUILD_STATUS_SUCCESS);
  char log[200] = {};
  EXPECT_OK(urProgramGetBuildInfo(program_, device_, UR_PROGRAM_BUILD_INFO_LOG, sizeof(log), log,
                                  nullptr));
  EXPECT_STREQ(log, "");
  releaseAll();
}

// If the module does not declare an argument's type, the driver's error is returned.
TEST_F(OpenclFaults, ArgumentOfTheWrongSize) {
  ASSERT_EQ(devices(), 1u);
  driver_.fail("clSetKernelArg", CL_INVALID_ARG_SIZE);
  EXPECT_EQ(runProgram(), UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE);
  EXPECT_THAT(failure_, HasSubstr("argument 0 of kernel 'iota'"));
  releaseAll();
}

TEST_F(OpenclFaults, ImageThatNoDeviceAccepts) {
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
