// Images in the host's own format: bitcode for this machine.
#include "conformance/harness.h"

#include <gmock/gmock.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace ursa::conformance {
namespace {

using testing::HasSubstr;

// A compiler that fails abandons its objects, so leak checking is disabled.
struct LeaksAreExpected {
#ifdef __SANITIZE_ADDRESS__
  __lsan::ScopedDisabler disabler;
#endif
};

class HostImages : public DeviceTest {
protected:
  ur_result_t create(const std::vector<uint8_t> &bytes) {
    const uint8_t *data = bytes.data();
    size_t size = bytes.size();
    ur_program_handle_t program = nullptr;
    const ur_result_t result =
        urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program);
    releaseAtEnd(program);
    return result;
  }
};

TEST_F(HostImages, ForAnotherMachine) {
  EXPECT_EQ(create(image("other_triple")), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("msp430"));
  EXPECT_EQ(create(image("other_layout")), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("e-p:32:32"));
}

TEST_F(HostImages, RecursionIsRefused) {
  ur_program_handle_t program = unbuiltProgram("recursion");
  EXPECT_EQ(urProgramBuild(context_, program, nullptr), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(lastError(), HasSubstr("'again' is recursive"));
}

TEST_F(HostImages, CodeThatCannotBeCompiled) {
  ur_program_handle_t bad = unbuiltProgram("unselectable");
  {
    [[maybe_unused]] const LeaksAreExpected leaks;
    EXPECT_EQ(urProgramBuild(context_, bad, nullptr), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  }
  EXPECT_THAT(lastError(), HasSubstr("sreg.tid"));
  Shared<int> out(context_, device_, 1);
  run(kernel("ids", "iota"), Arguments().pointer(out.data()).value(3), {1, 1, 1});
  EXPECT_EQ(out[0], 3); // the next program works
}

TEST_F(HostImages, ImageCanBeReadBack) {
  ur_program_handle_t program = unbuiltProgram("ids");
  size_t size = 0;
  ASSERT_OK(urProgramGetInfo(program, UR_PROGRAM_INFO_BINARY_SIZES, sizeof(size), &size, nullptr));
  std::vector<uint8_t> bytes(size);
  unsigned char *destination = bytes.data();
  ASSERT_OK(urProgramGetInfo(program, UR_PROGRAM_INFO_BINARIES, sizeof(destination), &destination,
                             nullptr));
  EXPECT_EQ(bytes, image("ids"));
}

TEST_F(HostImages, AreNotIntermediateLanguage) {
  const std::vector<uint8_t> bytes = image("ids");
  ur_program_handle_t program = nullptr;
  EXPECT_EQ(urProgramCreateWithIL(context_, bytes.data(), bytes.size(), nullptr, &program),
            UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_EQ(program, nullptr);
}

} // namespace
} // namespace ursa::conformance
