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

} // namespace
} // namespace ursa::adapter
