// Quirks decided from probe results, and the images that a device takes accordingly.
#include "adapters/vulkan/quirks/quirks.h"

#include <gmock/gmock.h>

namespace ursa::vulkan {
namespace {

using ::testing::Optional;

ProbeResults rightDriver() { return {.loopIterations = 70000, .loopIterationsWanted = 70000}; }

std::optional<size_t> chosen(const std::vector<const char *> &targets, const Quirks &quirks) {
  return chooseTarget(targets, quirks);
}

Quirks quirksOf(bool doubleFma, bool relaxedFences) {
  ProbeResults results = rightDriver();
  results.fusesFma = !doubleFma;
  results.keepsFences = !relaxedFences;
  return decideQuirks(results, {});
}

TEST(Quirks, ACorrectDriverHasNone) {
  const Quirks quirks = decideQuirks(rightDriver(), {});
  EXPECT_EQ(quirks.text(), "none");
  EXPECT_EQ(quirks.imageTarget(), "vulkan1.2");
}

TEST(Quirks, ProbeResultsOverrideKnownQuirks) {
  ProbeResults results = rightDriver();
  results.keepsDenormals = false;
  EXPECT_EQ(decideQuirks(results, {}).text(), "denormal floats become 0");
  results = rightDriver();
  results.fusesFma = results.keepsFences = results.keepsItems = false;
  results.loopIterations = 65000;
  const Quirks quirks = decideQuirks(results, {});
  EXPECT_EQ(quirks.imageTarget(), "vulkan1.2+fma=double+relaxed-fences");
  EXPECT_TRUE(quirks.runsUnusedLanes);
  EXPECT_EQ(quirks.text(), "fma of floats rounds twice; fences break divergent loops; unused lanes "
                           "stay in loops; loops end after 65000 iterations");
}

TEST(Quirks, ALaterLavapipeMayHaveFewer) {
  EXPECT_EQ(decideQuirks(rightDriver(), {.isLavapipe = true}).imageTarget(), "vulkan1.2");
  EXPECT_FALSE(decideQuirks(rightDriver(), {.isLavapipe = true}).runsUnusedLanes);
  // Without a probe, the known quirks of the driver apply.
  EXPECT_EQ(decideQuirks(std::nullopt, {.isLavapipe = true}).imageTarget(),
            "vulkan1.2+fma=double+relaxed-fences");
  EXPECT_TRUE(decideQuirks(std::nullopt, {.isLavapipe = true}).runsUnusedLanes);
  EXPECT_EQ(decideQuirks(std::nullopt, {}).text(), "none");
}

TEST(Quirks, DevicesWithoutDoublesGetImagesWithoutThem) {
  ProbeResults results = rightDriver();
  results.fusesFma = false;
  const Quirks quirks = decideQuirks(results, {.hasDoubles = false});
  EXPECT_TRUE(quirks.fmaIsNotFused);
  EXPECT_EQ(quirks.imageTarget(), "vulkan1.2");
}

TEST(ChooseTarget, ChoosesWhatTheDriverNeeds) {
  const std::vector<const char *> all = {"spirv64", "vulkan1.2+fma=double+relaxed-fences",
                                         "vulkan1.2", "vulkan1.2+relaxed-fences",
                                         "vulkan1.2+fma=double"};
  EXPECT_THAT(chosen(all, quirksOf(false, false)), Optional(2u));
  EXPECT_THAT(chosen(all, quirksOf(true, false)), Optional(4u));
  EXPECT_THAT(chosen(all, quirksOf(false, true)), Optional(3u));
  EXPECT_THAT(chosen(all, quirksOf(true, true)), Optional(1u));
}

TEST(ChooseTarget, FallsBackIfTheBestIsMissing) {
  EXPECT_THAT(chosen({"vulkan1.2"}, quirksOf(true, true)), Optional(0u));
  EXPECT_THAT(chosen({"vulkan1.2", "vulkan1.2+relaxed-fences"}, quirksOf(true, true)),
              Optional(1u));
  // An fma in double is correct on every driver, but slower.
  EXPECT_THAT(chosen({"vulkan1.2+fma=double", "vulkan1.2"}, quirksOf(false, false)), Optional(1u));
  EXPECT_THAT(chosen({"vulkan1.2+fma=double"}, quirksOf(false, false)), Optional(0u));
}

TEST(ChooseTarget, RefusesRelaxedFencesForCorrectDrivers) {
  EXPECT_EQ(chosen({"vulkan1.2+relaxed-fences"}, quirksOf(false, false)), std::nullopt);
  EXPECT_EQ(chosen({"vulkan1.2+relaxed-fences", "vulkan1.2+fma=double+relaxed-fences"},
                   quirksOf(true, false)),
            std::nullopt);
}

TEST(ChooseTarget, RefusesUnknownTargets) {
  EXPECT_EQ(chosen({"vulkan1.2+later", "vulkan1.20", "vulkan1.2+", "vulkan1", "", nullptr},
                   quirksOf(true, true)),
            std::nullopt);
}

} // namespace
} // namespace ursa::vulkan
