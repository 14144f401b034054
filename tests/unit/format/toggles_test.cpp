// The table of toggles, what URSA_TOGGLES may say, and the page about them.
#include "format/toggles.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace ursa::format {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ToggleTable, HasCompleteRows) {
  std::set<std::string_view> names;
  for (const ToggleInfo &info : toggleTable()) {
    SCOPED_TRACE(info.name);
    EXPECT_TRUE(names.insert(info.name).second);
    EXPECT_TRUE(std::ranges::all_of(
        info.name, [](char c) { return std::islower(static_cast<unsigned char>(c)) || c == '_'; }));
    EXPECT_EQ(&infoOf(info.toggle), &info);
    EXPECT_EQ(findToggle(info.name), info.toggle);
    EXPECT_NE(partsOf(info), "");
    EXPECT_TRUE(info.does.ends_with(".")) << "it is a sentence";
    EXPECT_FALSE(info.drivers.empty());
    EXPECT_EQ(info.reason.empty(), info.isOn == ToggleDefault::Device);
    if (!info.bug.starts_with("https://")) {
      EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(URSA_SOURCE) / info.bug));
    }
  }
}

TEST(ToggleSet, KnowsItsNames) {
  ToggleSet toggles;
  EXPECT_EQ(toggles.text(), "");
  toggles.set(Toggle::LimitNesting);
  toggles.set(Toggle::GuardLoops);
  EXPECT_TRUE(toggles.has(Toggle::GuardLoops));
  EXPECT_FALSE(toggles.has(Toggle::GuardUnusedLanes));
  EXPECT_EQ(toggles.text(), "guard_loops, limit_nesting");
  toggles.set(Toggle::GuardLoops, false);
  EXPECT_THAT(toggles.names(), ElementsAre("limit_nesting"));
}

ToggleList parsed(std::string_view text) { return parseToggles(text, kAdapters); }

TEST(ParseToggles, TurnsOnAndOff) {
  const ToggleList list = parsed("guard_loops,-limit_nesting");
  EXPECT_THAT(list.problems, IsEmpty());
  EXPECT_THAT(list.overrides.on.names(), ElementsAre("guard_loops"));
  EXPECT_THAT(list.overrides.off.names(), ElementsAre("limit_nesting"));
  EXPECT_TRUE(list.overrides.decide(Toggle::GuardLoops, false));
  EXPECT_FALSE(list.overrides.decide(Toggle::LimitNesting, true));
  for (const bool byDefault : {false, true})
    EXPECT_EQ(list.overrides.decide(Toggle::GuardUnusedLanes, byDefault), byDefault);
}

TEST(ParseToggles, IgnoresBlanksAndEmptyParts) {
  for (const char *text : {"", ",", " , ,", "\t"}) {
    EXPECT_TRUE(parsed(text).overrides.on.names().empty()) << text;
    EXPECT_THAT(parsed(text).problems, IsEmpty()) << text;
  }
  const ToggleList list = parsed(" guard_loops , - limit_nesting,,");
  EXPECT_THAT(list.overrides.on.names(), ElementsAre("guard_loops"));
  EXPECT_THAT(list.overrides.off.names(), ElementsAre("limit_nesting"));
}

TEST(ParseToggles, TheLastMentionCounts) {
  EXPECT_FALSE(parsed("guard_loops,-guard_loops").overrides.decide(Toggle::GuardLoops, true));
  EXPECT_TRUE(parsed("-guard_loops,guard_loops").overrides.decide(Toggle::GuardLoops, false));
}

TEST(ParseToggles, NamesUnknownTogglesAndSimilarOnes) {
  EXPECT_THAT(parsed("gaurd_loops,limit_nesting").problems,
              ElementsAre("There is no toggle 'gaurd_loops'; a similar name is 'guard_loops'."));
  EXPECT_THAT(parsed("gaurd_loops,limit_nesting").overrides.on.names(),
              ElementsAre("limit_nesting"));
  EXPECT_THAT(parsed("-guard").problems,
              ElementsAre("There is no toggle 'guard'; similar names are 'guard_loops' and "
                          "'guard_unused_lanes'."));
  EXPECT_THAT(parsed("colour").problems,
              ElementsAre("There is no toggle 'colour'; ursa-info --toggles lists all."));
  EXPECT_THAT(parsed(std::string(10000, 'x')).problems, ElementsAre(HasSubstr("lists all")));
  EXPECT_THAT(parsed("-").problems, ElementsAre(HasSubstr("There is no toggle ''")));
}

TEST(ParseToggles, SomeCannotBeTurnedOff) {
  EXPECT_THAT(parsed("-finish_before_exit").problems,
              ElementsAre("The toggle 'finish_before_exit' cannot be turned off."));
  EXPECT_THAT(parsed("finish_before_exit").problems, IsEmpty());
}

TEST(ParseToggles, OthersAreOfOtherParts) {
  ToggleOverrides overrides;
  EXPECT_EQ(overrideToggle(overrides, "guard_loops", true, kTargets),
            "The toggle 'guard_loops' is of: Vulkan adapter. URSA_TOGGLES sets it when a program "
            "runs.");
  EXPECT_THAT(parsed("-drop_noinline").problems,
              ElementsAre("The toggle 'drop_noinline' is of: target spirv64. ursac --toggle and "
                          "--no-toggle set it."));
  EXPECT_EQ(overrideToggle(overrides, "use_double_fma", true, kTargets), "");
  EXPECT_THAT(overrides.on.names(), ElementsAre("use_double_fma"));
}

TEST(TargetToggles, AreOnUnlessTheDeviceDecides) {
  const ToggleSet vulkan = targetToggles(kVulkanTarget, {});
  EXPECT_TRUE(vulkan.has(Toggle::ExpandWideDivisions));
  EXPECT_TRUE(vulkan.has(Toggle::CountSubGroups));
  EXPECT_FALSE(vulkan.has(Toggle::UseDoubleFma));
  EXPECT_FALSE(vulkan.has(Toggle::DropNoinline)) << "it is another target's";
  EXPECT_FALSE(vulkan.has(Toggle::GuardLoops)) << "it is an adapter's";
  ToggleOverrides overrides;
  EXPECT_EQ(overrideToggle(overrides, "use_double_fma", true, kTargets), "");
  EXPECT_EQ(overrideToggle(overrides, "expand_wide_divisions", false, kTargets), "");
  const ToggleSet others = targetToggles(kVulkanTarget, overrides);
  EXPECT_TRUE(others.has(Toggle::UseDoubleFma));
  EXPECT_FALSE(others.has(Toggle::ExpandWideDivisions));
}

std::string linkTo(std::string_view bug) {
  if (bug.starts_with("https://"))
    return "[report](" + std::string(bug) + ")";
  const std::string file = std::filesystem::path(bug).filename().string();
  return "[" + file + "](../" + std::string(bug) + ")";
}

/// The row of the page's tables.
std::string rowOf(const ToggleInfo &info) {
  return "\n| `" + std::string(info.name) + "` | " + partsOf(info) + " | " +
         std::string(info.does) + " | " + std::string(info.drivers) + " | " + linkTo(info.bug) +
         " |" + (info.reason.empty() ? "" : " " + std::string(info.reason) + " |") + "\n";
}

TEST(TogglesPage, HasTheTable) {
  std::ifstream file(URSA_SOURCE "/docs/TOGGLES.md");
  std::stringstream stream;
  stream << file.rdbuf();
  const std::string page = stream.str();
  const std::map<ToggleDefault, const char *> sections = {
      {ToggleDefault::Device, "\n## Decided for each device\n"},
      {ToggleDefault::Target, "\n## On for all images of a target\n"},
      {ToggleDefault::Always, "\n## Always on\n"}};
  size_t rows = 0;
  for (size_t at = 0; (at = page.find("\n| `", at)) != std::string::npos; ++at)
    rows += page.compare(at, 9, "\n| `URSA_") != 0;
  EXPECT_EQ(rows, toggleTable().size());
  for (const ToggleInfo &info : toggleTable()) {
    const size_t section = page.find(sections.at(info.isOn));
    const size_t end = page.find("\n## ", section + 1);
    const size_t row = page.find(rowOf(info));
    EXPECT_TRUE(section < row && row < end) << "The section has no row" << rowOf(info);
  }
}

} // namespace
} // namespace ursa::format
