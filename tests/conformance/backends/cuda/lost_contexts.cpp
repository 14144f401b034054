// Errors after a kernel has ended the context of its device. The device is lost to that process, so
// that each test runs in one of its own.
#include "conformance/harness.h"

#include <cstdio>
#include <string>

namespace ursa::conformance {
namespace {

/// A kernel that fails as CUDA's assertions do, and one that writes to no memory.
constexpr const char *kFaults = R"(
.version 6.3
.target sm_70
.address_size 64
.extern .func __assertfail(.param .b64 condition, .param .b64 file, .param .b32 line,
                           .param .b64 function, .param .b64 size);
.global .align 1 .b8 condition[6] = {110, 32, 62, 32, 48, 0};
.global .align 1 .b8 file[4] = {97, 46, 99, 0};
.global .align 1 .b8 function[5] = {102, 40, 110, 41, 0};
.visible .entry asserts() {
  .reg .u64 %rd<4>;
  .reg .b32 %r<2>;
  .param .b64 p0;
  .param .b64 p1;
  .param .b32 p2;
  .param .b64 p3;
  .param .b64 p4;
  mov.u64 %rd1, condition;
  cvta.global.u64 %rd1, %rd1;
  st.param.b64 [p0], %rd1;
  mov.u64 %rd2, file;
  cvta.global.u64 %rd2, %rd2;
  st.param.b64 [p1], %rd2;
  st.param.b32 [p2], 7;
  mov.u64 %rd3, function;
  cvta.global.u64 %rd3, %rd3;
  st.param.b64 [p3], %rd3;
  st.param.b64 [p4], 1;
  call.uni __assertfail, (p0, p1, p2, p3, p4);
  ret;
}
.visible .entry writes_nowhere() {
  .reg .u64 %rd<2>;
  mov.u64 %rd1, 16;
  st.global.u32 [%rd1], 1;
  ret;
}
)";

class CudaLostContexts : public DeviceTest {
protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe"); // the child process begins anew
    DeviceTest::SetUp();
  }

  /// Launches a kernel, prints what the adapter tells, and ends the process.
  [[noreturn]] void fail(const char *name) {
    const std::string text = kFaults;
    const auto *bytes = reinterpret_cast<const uint8_t *>(text.data());
    size_t size = text.size();
    ur_program_handle_t program = nullptr;
    ur_kernel_handle_t kernel = nullptr;
    const size_t one = 1;
    ur_result_t result =
        urProgramCreateWithBinary(context_, 1, &device_, &size, &bytes, nullptr, &program);
    if (result == UR_RESULT_SUCCESS)
      result = urProgramBuild(context_, program, nullptr);
    if (result == UR_RESULT_SUCCESS)
      result = urKernelCreate(program, name, &kernel);
    if (result == UR_RESULT_SUCCESS)
      result = urEnqueueKernelLaunchWithArgsExp(queue_, kernel, 1, nullptr, &one, &one, 0, nullptr,
                                                nullptr, 0, nullptr, nullptr);
    if (result == UR_RESULT_SUCCESS)
      result = urQueueFinish(queue_);
    std::fprintf(stderr, "result %d: %s\n", static_cast<int>(result), lastError().c_str());
    std::_Exit(result == UR_RESULT_ERROR_DEVICE_LOST ? 3 : 4);
  }
};
using CudaLostContextsDeathTest = CudaLostContexts;

TEST_F(CudaLostContextsDeathTest, AFailedAssertionNamesItsKernel) {
  EXPECT_EXIT(fail("asserts"), testing::ExitedWithCode(3),
              "CUDA_ERROR_ASSERT \\(710\\).*Kernel 'asserts' was not known to be complete");
}

// The driver prints where it was.
TEST_F(CudaLostContextsDeathTest, AFailedAssertionTellsItsPlace) {
  EXPECT_EXIT(
      fail("asserts"), testing::ExitedWithCode(3),
      "a\\.c:7: f\\(n\\): block: \\[0,0,0\\], thread: \\[0,0,0\\] Assertion `n > 0` failed");
}

TEST_F(CudaLostContextsDeathTest, AnIllegalAddressNamesTheKernel) {
  EXPECT_EXIT(
      fail("writes_nowhere"), testing::ExitedWithCode(3),
      "CUDA_ERROR_ILLEGAL_ADDRESS \\(700\\).*Kernel 'writes_nowhere' was not known to be complete");
}

} // namespace
} // namespace ursa::conformance
