// Where the loader searches for adapters, and in what order.

#include "core/loader/adapter_search.h"
#include "support/paths.h"
#include "unit/loader/captured_log.h"
#include "unit/scoped_variable.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace ursa::core::loader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kFirst = URSA_FIXTURE_DIR "/first";
const std::string kSecond = URSA_FIXTURE_DIR "/second";

std::vector<std::string> namesOf(const std::vector<AdapterCandidate> &candidates) {
  std::vector<std::string> names;
  names.reserve(candidates.size());
  for (const AdapterCandidate &candidate : candidates)
    names.push_back(candidate.name);
  return names;
}

std::vector<std::string> placesOf(const std::string &name,
                                  const std::vector<AdapterCandidate> &candidates) {
  for (const AdapterCandidate &candidate : candidates)
    if (candidate.name == name)
      return candidate.places;
  return {};
}

TEST(AdapterSearch, ExcludedAdaptersAreLeftOut) {
  const CapturedLog log;
  const auto found = findAdapters({.searchPath = {kSecond}, .deviceSelector = "host:*;cuda:0"});
  EXPECT_THAT(placesOf("opencl", found), IsEmpty());
  EXPECT_THAT(namesOf(found), testing::IsSupersetOf({"host", "cuda"}));
  EXPECT_THAT(log.at(UR_LOGGER_LEVEL_INFO),
              testing::Contains(HasSubstr("The adapter 'opencl' is not loaded: "
                                          "ONEAPI_DEVICE_SELECTOR='host:*;cuda:0' selects none")));
  EXPECT_THAT(namesOf(findAdapters(
                  {.forceLoad = {"/x/libur_adapter_vulkan.so.0"}, .deviceSelector = "host:*"})),
              IsEmpty());
  EXPECT_THAT(namesOf(findAdapters({.deviceSelector = "wrong"})), testing::Contains("opencl"));
  const ScopedVariable selector("ONEAPI_DEVICE_SELECTOR", "host:*");
  EXPECT_EQ(adapterSearchFromEnvironment(false).deviceSelector, "host:*");
  const ScopedVariable reported("URSA_REPORT_BACKEND", "opencl");
  EXPECT_EQ(adapterSearchFromEnvironment(false).deviceSelector, "");
}

TEST(AdapterSearch, KnownAdaptersComeFirstAndOthersByName) {
  const auto found = findAdapters({.searchPath = {kSecond, URSA_FIXTURE_DIR "/broken"}});
  EXPECT_THAT(namesOf(found),
              ElementsAre("host", "opencl", "vulkan", "cuda", "level_zero", "level_zero_v2", "hip",
                          "native_cpu", "offload", "badgetter", "nogetter", "other", "sound",
                          "text", "undefined"));
}

TEST(AdapterSearch, PlacesAreInTheOrderOfTheFolders) {
  const auto found = findAdapters({.searchPath = {kSecond}, .ownFolder = kFirst});
  EXPECT_THAT(placesOf("host", found), ElementsAre(kSecond + "/libur_adapter_host.so.0",
                                                   kFirst + "/libur_adapter_host.so.0"));
}

TEST(AdapterSearch, AFolderIsLookedAtOnce) {
  const auto found = findAdapters({.searchPath = {kFirst}, .ownFolder = kFirst});
  EXPECT_THAT(placesOf("host", found), ElementsAre(kFirst + "/libur_adapter_host.so.0"));
}

TEST(AdapterSearch, TheSystemIsAskedForKnownNamesThatNoFolderHas) {
  const auto found = findAdapters({.searchPath = {kFirst}});
  EXPECT_THAT(placesOf("opencl", found), ElementsAre("libur_adapter_opencl.so.0"));
}

TEST(AdapterSearch, WithMockingOnlyTheMockIsLookedFor) {
  const auto found =
      findAdapters({.forceLoad = {"/a"}, .searchPath = {kFirst, kSecond}, .mocking = true});
  EXPECT_THAT(namesOf(found), ElementsAre("mock"));
  EXPECT_THAT(placesOf("mock", found), ElementsAre(kSecond + "/libur_adapter_mock.so.0"));
}

TEST(AdapterSearch, ForcedPathsExcludeEverythingElse) {
  const auto found = findAdapters(
      {.forceLoad = {"/a/libur_adapter_x.so.0", "/b/libmine.so", "/c/libur_adapter_x.so"},
       .searchPath = {kFirst}});
  EXPECT_THAT(namesOf(found), ElementsAre("x", "libmine.so"));
  EXPECT_THAT(placesOf("x", found),
              ElementsAre("/a/libur_adapter_x.so.0", "/c/libur_adapter_x.so"));
}

TEST(AdapterSearch, RefusesRelativeForcedPaths) {
  const std::string absolute = "/a/libur_adapter_host.so.0";
  const auto found = findAdapters({.forceLoad = {"libur_adapter_host.so.0", "./x.so", absolute}});
  EXPECT_THAT(namesOf(found), ElementsAre("host", "x.so"));
  EXPECT_THAT(placesOf("host", found), ElementsAre(absolute));
  EXPECT_THAT(placesOf("x.so", found), IsEmpty());
  ASSERT_EQ(found[0].refused.size(), 1u);
  EXPECT_EQ(found[0].refused[0].path, "libur_adapter_host.so.0");
  EXPECT_EQ(found[0].refused[0].problem,
            "UR_ADAPTERS_FORCE_LOAD: 'libur_adapter_host.so.0' is a relative path and is left "
            "out; an absolute one is needed.");
  ASSERT_EQ(found[1].refused.size(), 1u);
  EXPECT_THAT(found[1].refused[0].problem, HasSubstr("'./x.so'"));
}

TEST(AdapterSearch, RefusesRelativeFolders) {
  const CapturedLog log;
  const std::string relative = std::filesystem::relative(kFirst).string();
  const auto found = findAdapters({.searchPath = {relative}});
  EXPECT_THAT(placesOf("host", found), ElementsAre("libur_adapter_host.so.0"));
  EXPECT_THAT(log.warnings(), ElementsAre("UR_ADAPTERS_SEARCH_PATH: '" + relative +
                                          "' is a relative path and is left out; an absolute one "
                                          "is needed."));
}

TEST(AdapterSearch, WarnsOfAFolderThatIsNotThere) {
  const CapturedLog log;
  findAdapters({.searchPath = {kFirst + "/nowhere"}});
  EXPECT_THAT(log.warnings(),
              ElementsAre(HasSubstr(kFirst + "/nowhere' cannot be searched for adapters")));
}

TEST(AdapterSearch, ReadsTheEnvironment) {
  const ScopedVariable force("UR_ADAPTERS_FORCE_LOAD", "/a/b.so,\"/c d/e.so\",,");
  const ScopedVariable path("UR_ADAPTERS_SEARCH_PATH", "/x:/y/z::");
  const AdapterSearch search = adapterSearchFromEnvironment(true);
  EXPECT_THAT(search.forceLoad, ElementsAre("/a/b.so", "/c d/e.so"));
  EXPECT_THAT(search.searchPath, ElementsAre("/x", "/y/z"));
  EXPECT_EQ(search.ownFolder, binDir());
  EXPECT_TRUE(search.mocking);
}

TEST(AdapterSearch, ReturnsTheNameOfAPath) {
  EXPECT_EQ(adapterNameOf("/a/libur_adapter_level_zero_v2.so.0"), "level_zero_v2");
  EXPECT_EQ(adapterNameOf("libur_adapter_x.so.0.12.0"), "x");
  EXPECT_EQ(adapterNameOf("/a/libother.so"), "libother.so");
}

} // namespace
} // namespace ursa::core::loader
