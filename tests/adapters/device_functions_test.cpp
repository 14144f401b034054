#include "adapters/common/device_functions.h"

#include <gmock/gmock.h>

#include <array>

namespace ursa::adapter {
namespace {

using ::testing::HasSubstr;

TEST(NoBinaryError, NamesWhatADeviceTakesAndWhatWasOffered) {
  const std::array<std::string, 2> takes{"spirv64", "spirv64-unknown"};
  const std::array<std::string, 1> offered{"'vulkan1.2'"};
  const Error some = noBinaryError(takes, offered);
  EXPECT_EQ(some.code, UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(some.message, HasSubstr("'spirv64', 'spirv64-unknown'"));
  EXPECT_THAT(some.message, HasSubstr("'vulkan1.2'"));
  const Error none = noBinaryError({}, offered);
  EXPECT_EQ(none.code, UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(none.message, HasSubstr("takes no device images; offered were: 'vulkan1.2'"));
}

TEST(ChooseBinary, TakesTheFirstTargetThatIsOffered) {
  std::array<ur_device_binary_t, 2> binaries{};
  binaries[0].pDeviceTargetSpec = "spirv64";
  binaries[1].pDeviceTargetSpec = "nvptx64";
  const std::array<std::string, 3> targets{"nvptx64-sm_70", "nvptx64", "spirv64"};
  const auto chosen = chooseBinary(binaries, targets);
  ASSERT_TRUE(chosen);
  EXPECT_EQ(*chosen, 1u);
  const auto none = chooseBinary(binaries, std::span(targets).first(1));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(none.error().message,
              HasSubstr("'nvptx64-sm_70'; offered were: 'spirv64' 'nvptx64'"));
}

} // namespace
} // namespace ursa::adapter
