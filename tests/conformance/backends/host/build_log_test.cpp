// Messages of the host's kernel compiler in the build log.
#include "conformance/harness.h"
#include "unit/scoped_variable.h"

#include <gmock/gmock.h>

#include <cstring>

namespace ursa::conformance {
namespace {

using ::testing::HasSubstr;

class HostBuildLog : public DeviceTest {
protected:
  std::string logOf(const char *image, const char *options = nullptr) {
    ur_program_handle_t program = DeviceTest::program(image, options);
    size_t size = 0;
    EXPECT_OK(
        urProgramGetBuildInfo(program, device_, UR_PROGRAM_BUILD_INFO_LOG, 0, nullptr, &size));
    std::string log(size, '\0');
    EXPECT_OK(urProgramGetBuildInfo(program, device_, UR_PROGRAM_BUILD_INFO_LOG, size, log.data(),
                                    nullptr));
    log.resize(std::strlen(log.c_str()));
    return log;
  }
};

TEST_F(HostBuildLog, IsEmptyWhenThereIsNothingToSay) { EXPECT_EQ(logOf("ids"), ""); }

TEST_F(HostBuildLog, SaysWhyAKernelIsNotVectorized) {
  const ScopedVariable noRegions("URSA_HOST_DISABLE", "regions");
  EXPECT_THAT(logOf("barriers"),
              HasSubstr("note: Kernel 'sum' runs one work-item at a time: it has barriers.\n"));
  const ScopedVariable scalar("URSA_HOST_VECTOR_WIDTH", "1"); // as asked for
  EXPECT_EQ(logOf("barriers"), "");
}

TEST_F(HostBuildLog, NamesSettingsThatAreUnknown) {
  const ScopedVariable width("URSA_HOST_VECTOR_WIDTH", "7");
  const ScopedVariable words("URSA_HOST_DISABLE", "rows,everything");
  const std::string log = logOf("ids", "-O1 -bogus");
  EXPECT_THAT(log, HasSubstr("URSA_HOST_VECTOR_WIDTH is '7'; it is 1, 4, 8, 16, 32 or 64\n"));
  EXPECT_THAT(log, HasSubstr("URSA_HOST_DISABLE names 'everything', which is no transformation; "
                             "there are strides, "));
  EXPECT_THAT(log, HasSubstr("the build option '-bogus' has no effect on this device\n"));
}

} // namespace
} // namespace ursa::conformance
