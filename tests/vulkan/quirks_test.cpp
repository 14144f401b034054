// Quirks decided from probe results, the toggles that follow from them, and the images that a
// device takes accordingly.
#include "adapters/vulkan/quirks/quirks.h"

#include <gmock/gmock.h>

namespace ursa::vulkan {
namespace {

using format::Toggle;
using format::ToggleSet;
using ::testing::Optional;

ProbeResults rightDriver() { return {.loopIterations = 70000, .loopIterationsWanted = 70000}; }

constexpr DriverFacts kLavapipe{.isLavapipe = true, .isOfMesa = true};
constexpr const char *kTogglesOfLavapipe =
    "defer_timestamps, guard_loops, guard_unused_lanes, keep_loop_values, limit_nesting, "
    "move_fences_out_of_loops, round_doubles_by_sums, select_signs, separate_conversions, "
    "relax_fences, use_double_fma";

ToggleSet togglesOf(const Quirks &quirks) { return decideToggles(quirks, {}); }

std::optional<size_t> chosen(const std::vector<const char *> &targets, const ToggleSet &toggles) {
  return chooseTarget(targets, toggles);
}

ToggleSet togglesOf(bool doubleFma, bool relaxedFences) {
  ProbeResults results = rightDriver();
  results.fusesFma = !doubleFma;
  results.keepsFences = !relaxedFences;
  return togglesOf(decideQuirks(results, {}));
}

TEST(Quirks, ACorrectDriverHasNone) {
  const Quirks quirks = decideQuirks(rightDriver(), {});
  EXPECT_EQ(quirks.text(), "none");
  EXPECT_EQ(togglesOf(quirks), ToggleSet());
  EXPECT_EQ(imageTarget({}), "vulkan1.2");
}

TEST(Quirks, ProbeResultsOverrideKnownQuirks) {
  ProbeResults results = rightDriver();
  results.keepsDenormals = false;
  EXPECT_EQ(decideQuirks(results, {}).text(), "denormal floats become 0");
  results = rightDriver();
  results.fusesFma = results.keepsFences = results.keepsItems = false;
  results.loopIterations = 65000;
  const Quirks quirks = decideQuirks(results, {});
  EXPECT_EQ(imageTarget(togglesOf(quirks)), "vulkan1.2+fma=double+relaxed-fences");
  EXPECT_EQ(togglesOf(quirks).text(), "guard_loops, guard_unused_lanes, move_fences_out_of_loops, "
                                      "relax_fences, use_double_fma");
  EXPECT_EQ(quirks.text(), "fma of floats rounds twice; fences break divergent loops; unused lanes "
                           "stay in loops; loops end after 65000 iterations");
}

TEST(Quirks, ALaterLavapipeMayHaveFewer) {
  const ToggleSet later = togglesOf(decideQuirks(rightDriver(), kLavapipe));
  EXPECT_EQ(later.text(), "defer_timestamps, keep_loop_values, limit_nesting, "
                          "round_doubles_by_sums, select_signs, separate_conversions");
  EXPECT_EQ(imageTarget(later), "vulkan1.2");
  // Without a probe, the known quirks of the driver apply.
  const ToggleSet known = togglesOf(decideQuirks(std::nullopt, kLavapipe));
  EXPECT_EQ(known.text(), kTogglesOfLavapipe);
  EXPECT_EQ(imageTarget(known), "vulkan1.2+fma=double+relaxed-fences");
  EXPECT_EQ(decideQuirks(std::nullopt, {}).text(), "none");
  EXPECT_EQ(togglesOf(decideQuirks(std::nullopt, {.isOfMesa = true})).text(),
            "separate_conversions");
}

TEST(Quirks, DevicesWithoutDoublesGetImagesWithoutThem) {
  ProbeResults results = rightDriver();
  results.fusesFma = false;
  const Quirks quirks = decideQuirks(results, {.hasDoubles = false});
  EXPECT_TRUE(quirks.fmaIsNotFused);
  EXPECT_FALSE(togglesOf(quirks).has(Toggle::UseDoubleFma));
}

TEST(Toggles, UsersOverrideWhatTheDeviceNeeds) {
  const Quirks quirks = decideQuirks(std::nullopt, kLavapipe);
  const auto list =
      format::parseToggles("-guard_loops,-relax_fences,use_double_fma", format::kVulkanAdapter);
  EXPECT_EQ(decideToggles(quirks, list.overrides).text(),
            "defer_timestamps, guard_unused_lanes, keep_loop_values, limit_nesting, "
            "move_fences_out_of_loops, round_doubles_by_sums, select_signs, separate_conversions, "
            "use_double_fma");
  const auto on = format::parseToggles("guard_loops,relax_fences", format::kVulkanAdapter);
  EXPECT_EQ(decideToggles({}, on.overrides).text(), "guard_loops, relax_fences");
}

TEST(ChooseTarget, ChoosesWhatTheDriverNeeds) {
  const std::vector<const char *> all = {"spirv64", "vulkan1.2+fma=double+relaxed-fences",
                                         "vulkan1.2", "vulkan1.2+relaxed-fences",
                                         "vulkan1.2+fma=double"};
  EXPECT_THAT(chosen(all, togglesOf(false, false)), Optional(2u));
  EXPECT_THAT(chosen(all, togglesOf(true, false)), Optional(4u));
  EXPECT_THAT(chosen(all, togglesOf(false, true)), Optional(3u));
  EXPECT_THAT(chosen(all, togglesOf(true, true)), Optional(1u));
}

TEST(ChooseTarget, FallsBackIfTheBestIsMissing) {
  EXPECT_THAT(chosen({"vulkan1.2"}, togglesOf(true, true)), Optional(0u));
  EXPECT_THAT(chosen({"vulkan1.2", "vulkan1.2+relaxed-fences"}, togglesOf(true, true)),
              Optional(1u));
  // An fma in double is correct on every driver, but slower.
  EXPECT_THAT(chosen({"vulkan1.2+fma=double", "vulkan1.2"}, togglesOf(false, false)), Optional(1u));
  EXPECT_THAT(chosen({"vulkan1.2+fma=double"}, togglesOf(false, false)), Optional(0u));
}

TEST(ChooseTarget, RefusesRelaxedFencesForCorrectDrivers) {
  EXPECT_EQ(chosen({"vulkan1.2+relaxed-fences"}, togglesOf(false, false)), std::nullopt);
  EXPECT_EQ(chosen({"vulkan1.2+relaxed-fences", "vulkan1.2+fma=double+relaxed-fences"},
                   togglesOf(true, false)),
            std::nullopt);
}

TEST(ChooseTarget, RefusesUnknownTargets) {
  EXPECT_EQ(chosen({"vulkan1.2+later", "vulkan1.20", "vulkan1.2+", "vulkan1", "", nullptr},
                   togglesOf(true, true)),
            std::nullopt);
}

} // namespace
} // namespace ursa::vulkan
