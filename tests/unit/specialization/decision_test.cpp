#include "core/selection/decision.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace ursa {
namespace {

using core::selection::requestedMode;

constexpr auto kAuto = URSA_SPECIALIZATION_MODE_AUTO;
constexpr auto kNative = URSA_SPECIALIZATION_MODE_NATIVE;
constexpr auto kEmulated = URSA_SPECIALIZATION_MODE_EMULATED;
constexpr auto kTiered = URSA_SPECIALIZATION_MODE_TIERED;
constexpr auto kNone = URSA_SPECIALIZATION_MODE_NONE;
constexpr auto kUnsupported = UR_RESULT_ERROR_UNSUPPORTED_FEATURE;

// A row of the table in decision.h; either a mode or an error code.
struct Row {
  bool nativeFits, emulatedFits, hasConstants, deviceSpecializes;
  ursa_specialization_mode_t requested;
  ursa_specialization_mode_t mode;
  ur_result_t code = UR_RESULT_SUCCESS;
};

class Decision : public ::testing::TestWithParam<Row> {};

TEST_P(Decision, FollowsTheTable) {
  const Row &row = GetParam();
  const auto mode =
      core::selection::decideMode({row.deviceSpecializes, row.nativeFits, row.emulatedFits,
                                   row.hasConstants, "Device Name", "'native', 'native+emulated'"},
                                  row.requested);
  ASSERT_EQ(static_cast<bool>(mode), row.code == UR_RESULT_SUCCESS);
  if (mode) {
    EXPECT_EQ(*mode, row.mode);
  } else {
    EXPECT_EQ(mode.error().code, row.code);
    EXPECT_NE(mode.error().message.find("'Device Name'"), std::string::npos);
    EXPECT_NE(mode.error().message.find("'native+emulated'"), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Decision,
    ::testing::Values(
        // without constants
        Row{true, false, false, false, kAuto, kNone}, Row{true, true, false, true, kNative, kNone},
        Row{false, true, false, false, kEmulated, kNone},
        // both images, the device specializes
        Row{true, true, true, true, kAuto, kNative}, Row{true, true, true, true, kNative, kNative},
        Row{true, true, true, true, kEmulated, kEmulated},
        Row{true, true, true, true, kTiered, kTiered},
        // both images, the device does not specialize
        Row{true, true, true, false, kTiered, kEmulated},
        Row{true, true, true, false, kAuto, kEmulated},
        Row{true, true, true, false, kNative, kNone, kUnsupported},
        Row{true, true, true, false, kEmulated, kEmulated},
        // native image only
        Row{true, false, true, true, kTiered, kNative},
        Row{true, false, true, false, kTiered, kNone, kUnsupported},
        Row{false, true, true, true, kTiered, kEmulated},
        Row{true, true, false, true, kTiered, kNone}, Row{true, false, true, true, kAuto, kNative},
        Row{true, false, true, true, kNative, kNative},
        Row{true, false, true, true, kEmulated, kNone, kUnsupported},
        Row{true, false, true, false, kAuto, kNone, kUnsupported},
        Row{true, false, true, false, kNative, kNone, kUnsupported},
        Row{true, false, true, false, kEmulated, kNone, kUnsupported},
        // emulated image only
        Row{false, true, true, true, kAuto, kEmulated},
        Row{false, true, true, true, kNative, kNone, kUnsupported},
        Row{false, true, true, false, kEmulated, kEmulated},
        // no image
        Row{false, false, true, true, kAuto, kNone, UR_RESULT_ERROR_INVALID_BINARY},
        Row{false, false, false, true, kNative, kNone, UR_RESULT_ERROR_INVALID_BINARY}));

TEST(Decision, RefusesAModeThatIsNone) {
  const auto mode = core::selection::decideMode({true, true, true, true, "d", "t"}, kNone);
  ASSERT_FALSE(mode);
  EXPECT_EQ(mode.error().code, UR_RESULT_ERROR_INVALID_ENUMERATION);
}

class RequestedMode : public ::testing::Test {
protected:
  ~RequestedMode() override { unsetenv("URSA_SPECIALIZATION"); }
};

TEST_F(RequestedMode, EnvironmentOverrules) {
  EXPECT_EQ(*requestedMode(kEmulated), kEmulated);
  setenv("URSA_SPECIALIZATION", "native", 1);
  EXPECT_EQ(*requestedMode(kEmulated), kNative);
  setenv("URSA_SPECIALIZATION", "emulated", 1);
  EXPECT_EQ(*requestedMode(kAuto), kEmulated);
  setenv("URSA_SPECIALIZATION", "tiered", 1);
  EXPECT_EQ(*requestedMode(kNative), kTiered);
  setenv("URSA_SPECIALIZATION", "auto", 1);
  EXPECT_EQ(*requestedMode(kNative), kAuto);
}

TEST_F(RequestedMode, QuotesABadWord) {
  setenv("URSA_SPECIALIZATION", "nativ", 1);
  const auto mode = requestedMode(kAuto);
  ASSERT_FALSE(mode);
  EXPECT_EQ(mode.error().code, UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_NE(mode.error().message.find("'nativ'"), std::string::npos);
}

} // namespace
} // namespace ursa
