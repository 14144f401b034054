// Programs and kernels: untrusted input, and queries.
#include "conformance/harness.h"

#include <gmock/gmock.h>

#include <cstring>
#include <thread>

namespace ursa::conformance {
namespace {

using testing::HasSubstr;

class Programs : public DeviceTest {
protected:
  ur_result_t create(const std::vector<uint8_t> &bytes) {
    const uint8_t *data = bytes.data();
    size_t size = bytes.size();
    ur_program_handle_t program = kUntouched;
    const ur_result_t result =
        urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program);
    if (result == UR_RESULT_SUCCESS) {
      EXPECT_OK(urProgramRelease(program));
    } else
      EXPECT_EQ(program, kUntouched);
    return result;
  }

  std::string buildText(ur_program_handle_t program, ur_program_build_info_t query) {
    size_t size = 0;
    EXPECT_OK(urProgramGetBuildInfo(program, device_, query, 0, nullptr, &size));
    std::string text(size, '\0');
    EXPECT_OK(urProgramGetBuildInfo(program, device_, query, size, text.data(), nullptr));
    return text.c_str();
  }
  std::string buildLog(ur_program_handle_t program) {
    return buildText(program, UR_PROGRAM_BUILD_INFO_LOG);
  }

  ur_program_build_status_t status(ur_program_handle_t program) {
    ur_program_build_status_t status = UR_PROGRAM_BUILD_STATUS_IN_PROGRESS;
    EXPECT_OK(urProgramGetBuildInfo(program, device_, UR_PROGRAM_BUILD_INFO_STATUS, sizeof(status),
                                    &status, nullptr));
    return status;
  }

  static inline const ur_program_handle_t kUntouched = reinterpret_cast<ur_program_handle_t>(1);
};

TEST_F(Programs, InvalidBinaries) {
  EXPECT_EQ(create(std::vector<uint8_t>(1000, 0x5A)), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("1000 bytes"));
  EXPECT_EQ(create({0}), UR_RESULT_ERROR_INVALID_BINARY);
  std::vector<uint8_t> magicOnly(64);
  const std::vector<uint8_t> whole = image("ids");
  std::copy(whole.begin(), whole.begin() + 4, magicOnly.begin());
  EXPECT_EQ(create(magicOnly), UR_RESULT_ERROR_INVALID_BINARY);
}

TEST_F(Programs, TruncatedBinaries) {
  const std::vector<uint8_t> whole = image("ids");
  for (const size_t eighths : {1, 2, 4, 6, 7}) {
    const std::vector<uint8_t> part(whole.begin(), whole.begin() + whole.size() * eighths / 8);
    EXPECT_EQ(create(part), UR_RESULT_ERROR_INVALID_BINARY) << eighths << "/8";
  }
}

TEST_F(Programs, NullAndEmptyArguments) {
  const uint8_t *data = nullptr;
  size_t size = 8;
  ur_program_handle_t program = nullptr;
  EXPECT_EQ(urProgramCreateWithBinary(context_, 1, &device_, &size, nullptr, nullptr, &program),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program),
            UR_RESULT_ERROR_INVALID_VALUE);
  const uint8_t byte = 0;
  data = &byte;
  size = 0;
  EXPECT_EQ(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(urProgramCreateWithBinary(context_, 1, &device_, nullptr, &data, nullptr, &program),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST_F(Programs, UndefinedFunction) {
  if (!capabilities().buildsReportUndefinedFunctions)
    GTEST_SKIP() << "Images of this target cannot have an undefined function.";
  ur_program_handle_t bad = unbuiltProgram("bad_symbol");
  EXPECT_EQ(urProgramBuild(context_, bad, nullptr), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(lastError(), HasSubstr("not_there"));
  EXPECT_THAT(buildLog(bad), HasSubstr("not_there"));
  EXPECT_EQ(status(bad), UR_PROGRAM_BUILD_STATUS_ERROR);
  ur_kernel_handle_t kernel = nullptr;
  EXPECT_EQ(urKernelCreate(bad, "bad", &kernel), UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(Programs, KernelNames) {
  ur_program_handle_t program = unbuiltProgram("ids");
  ur_kernel_handle_t none = nullptr;
  EXPECT_EQ(urKernelCreate(program, "ids", &none), UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE);
  ASSERT_OK(urProgramBuild(context_, program, nullptr));
  EXPECT_EQ(urKernelCreate(program, "nobody", &none), UR_RESULT_ERROR_INVALID_KERNEL_NAME);
  EXPECT_THAT(lastError(), HasSubstr("no kernel 'nobody'; it has 'beyond', 'empty', 'ids'"));
  EXPECT_EQ(urKernelCreate(program, nullptr, &none), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(none, nullptr);
  size_t count = 0;
  ASSERT_OK(urProgramGetInfo(program, UR_PROGRAM_INFO_NUM_KERNELS, sizeof(count), &count, nullptr));
  EXPECT_EQ(count, 7u);
}

TEST_F(Programs, BuildForDevices) {
  ur_program_handle_t program = unbuiltProgram("ids");
  EXPECT_EQ(status(program), UR_PROGRAM_BUILD_STATUS_NONE);
  ASSERT_OK(urProgramBuildExp(program, 1, &device_, 0, nullptr));
  EXPECT_EQ(status(program), UR_PROGRAM_BUILD_STATUS_SUCCESS);
}

// A program may be built for devices of several kinds with the same options. Options for another
// compiler are not an error, but are logged.
TEST_F(Programs, OptionsOfOtherCompilersHaveNoEffect) {
  ur_program_handle_t program = unbuiltProgram("ids");
  const std::string known = option("-O0");
  for (const std::string &options :
       {std::string("-bogus"), "--strange=1 " + known, known + " -cl-mad-enable -ze-strange x"}) {
    ASSERT_OK(urProgramBuild(context_, program, options.c_str())) << lastError();
    ASSERT_OK(urProgramBuildExp(program, 1, &device_, 0, options.c_str())) << lastError();
    EXPECT_EQ(status(program), UR_PROGRAM_BUILD_STATUS_SUCCESS);
    EXPECT_EQ(buildText(program, UR_PROGRAM_BUILD_INFO_OPTIONS), options);
    if (capabilities().logsIgnoredOptions) {
      const char *unknown = options.find("strange") == std::string::npos ? "-bogus" : "strange";
      EXPECT_THAT(buildLog(program), HasSubstr(unknown));
    }
  }
  Shared<int> out(context_, device_, 10);
  run(kernel(program, "iota"), Arguments().pointer(out.data()).value(1), {10, 1, 1});
  EXPECT_EQ(out[9], 10);
}

TEST_F(Programs, KernelOutlivesProgramAndRebuild) {
  const std::vector<uint8_t> bytes = image("ids");
  const uint8_t *data = bytes.data();
  size_t size = bytes.size();
  ur_program_handle_t program = nullptr;
  ASSERT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program));
  ASSERT_OK(urProgramBuild(context_, program, nullptr));
  ur_kernel_handle_t iota = kernel(program, "iota");
  ASSERT_OK(urProgramBuild(context_, program, option("-O0").c_str()));
  ASSERT_OK(urProgramRelease(program));
  Shared<int> out(context_, device_, 10);
  run(iota, Arguments().pointer(out.data()).value(1), {10, 1, 1});
  EXPECT_EQ(out[9], 10);
}

TEST_F(Programs, SeveralAreBuiltAtOnce) {
  SKIP_WITHOUT_IL();
  constexpr int kThreads = 4;
  std::vector<ur_program_handle_t> programs;
  for (int i = 0; i < kThreads; ++i)
    programs.push_back(unbuiltProgram("specialization"));
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      const int32_t value = i;
      const ur_specialization_constant_info_t info{5, sizeof(value), &value};
      EXPECT_OK(urProgramSetSpecializationConstants(programs[i], 1, &info));
      EXPECT_OK(urProgramBuild(context_, programs[i], nullptr));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < kThreads; ++i) {
    Shared<int64_t> out(context_, device_, 9);
    run(kernel(programs[i], "integers"), Arguments().pointer(out.data()), {1, 1, 1});
    EXPECT_EQ(out[5], i);
  }
}

TEST_F(Programs, KernelQueries) {
  ur_kernel_handle_t add = kernel("arguments", "add");
  char name[16] = {};
  size_t size = 0;
  ASSERT_OK(urKernelGetInfo(add, UR_KERNEL_INFO_FUNCTION_NAME, sizeof(name), name, &size));
  EXPECT_STREQ(name, "add");
  EXPECT_EQ(size, 4u);
  uint32_t count = 0;
  ASSERT_OK(urKernelGetInfo(add, UR_KERNEL_INFO_NUM_ARGS, sizeof(count), &count, nullptr));
  EXPECT_EQ(count, 4u);
  // Nothing is written if the size is too small.
  std::memset(name, 'x', sizeof(name));
  size = 99;
  EXPECT_EQ(urKernelGetInfo(add, UR_KERNEL_INFO_FUNCTION_NAME, 3, name, &size),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(name[0], 'x');
  EXPECT_EQ(size, 99u);
}

} // namespace
} // namespace ursa::conformance
