// The floating-point execution modes that modules get, by what a device supports.
#include "adapters/vulkan/quirks/float_controls.h"

#include "spirv/instructions.h"

#include <gmock/gmock.h>

namespace ursa::vulkan {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

constexpr uint32_t kMain = 7;

/// A module with types of 16 and 32 bits.
const std::vector<uint32_t> kModule = {spv::MagicNumber,
                                       0x10500,
                                       0,
                                       10,
                                       0, //
                                       spirv::firstWord(spv::Op::OpCapability, 2),
                                       1, //
                                       spirv::firstWord(spv::Op::OpMemoryModel, 3),
                                       0,
                                       3,
                                       spirv::firstWord(spv::Op::OpEntryPoint, 4),
                                       5,
                                       kMain,
                                       0x6b, //
                                       spirv::firstWord(spv::Op::OpTypeFloat, 3),
                                       1,
                                       16, //
                                       spirv::firstWord(spv::Op::OpTypeFloat, 3),
                                       2,
                                       32, //
                                       spirv::firstWord(spv::Op::OpFunction, 5),
                                       3,
                                       kMain,
                                       0,
                                       4};

struct Modes {
  std::vector<uint32_t> capabilities; ///< the added ones
  std::vector<std::pair<uint32_t, uint32_t>> modes;
};

Modes modesOf(const FloatControls &controls) {
  const std::vector<uint32_t> words = withFloatControls(kModule, controls);
  Modes found;
  for (const spirv::Instruction &one : spirv::Walker(words)) {
    if (one.op == spv::Op::OpCapability && one[1] != 1)
      found.capabilities.push_back(one[1]);
    if (one.op == spv::Op::OpExecutionMode) {
      EXPECT_EQ(one[1], kMain);
      found.modes.emplace_back(one[2], one[3]);
    }
  }
  return found;
}

constexpr auto kDenormals = static_cast<uint32_t>(spv::ExecutionMode::DenormPreserve);
constexpr auto kInfinities = static_cast<uint32_t>(spv::ExecutionMode::SignedZeroInfNanPreserve);
constexpr auto kNearest = static_cast<uint32_t>(spv::ExecutionMode::RoundingModeRTE);

TEST(FloatControls, DevicesWithoutSupportGetNoModes) {
  EXPECT_THAT(withFloatControls(kModule, {}), ElementsAreArray(kModule));
}

TEST(FloatControls, OnlyWidthsThatTheModuleAndTheDeviceHave) {
  FloatControls controls;
  controls.denormals = {true, false, true};
  controls.infinities = {true, true, true};
  controls.nearest = {true, true, true};
  controls.mixesDenormals = controls.mixesRoundings = true;
  const Modes found = modesOf(controls);
  EXPECT_THAT(found.modes, ElementsAre(std::pair(kDenormals, 16u), std::pair(kInfinities, 16u),
                                       std::pair(kNearest, 16u)));
  EXPECT_THAT(found.capabilities,
              ElementsAre(static_cast<uint32_t>(spv::Capability::DenormPreserve),
                          static_cast<uint32_t>(spv::Capability::SignedZeroInfNanPreserve),
                          static_cast<uint32_t>(spv::Capability::RoundingModeRTE)));
}

TEST(FloatControls, AllWidthsOrNoneIfTheyMustBeEqual) {
  FloatControls controls;
  controls.denormals = {true, false, true};
  controls.nearest = {true, true, true};
  EXPECT_THAT(modesOf(controls).modes, ElementsAre(std::pair(kNearest, 16u)));
}

TEST(FloatControls, InvalidModulesAreUnchanged) {
  const FloatControls all{{true, true, true}, {true, true, true}, {true, true, true}, true, true};
  for (size_t length = 0; length < 14; ++length)
    EXPECT_EQ(withFloatControls(std::span(kModule).first(length), all).size(), length);
}

} // namespace
} // namespace ursa::vulkan
