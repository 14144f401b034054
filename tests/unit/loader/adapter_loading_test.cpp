// Opens real libraries, valid and broken, and checks the reports about them.

#include "core/loader/adapter_registry.h"
#include "support/shared_library.h"
#include "unit/loader/captured_log.h"
#include "unit/scoped_variable.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include <dlfcn.h>

namespace ursa::core::loader {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kFixtures = URSA_FIXTURE_DIR;

std::string fixture(const std::string &folder, const std::string &name) {
  return kFixtures + "/" + folder + "/libur_adapter_" + name + ".so.0";
}

/// Returns the adapters that a search loads.
class AdapterLoading : public testing::Test {
protected:
  ~AdapterLoading() override { registry_.forgetFound(); }

  std::vector<Adapter> load(const AdapterSearch &search) {
    registry_.find(search);
    registry_.load();
    return registry_.adapters();
  }

  /// Returns the number that a fixture was built with.
  static uint32_t numberOf(const Adapter &adapter) {
    ur_adapter_handle_t handle = nullptr;
    uint32_t number = 0;
    EXPECT_EQ(adapter.tables->Adapter.pfnGet(1, &handle, nullptr), UR_RESULT_SUCCESS);
    EXPECT_EQ(adapter.tables->Adapter.pfnGetInfo(handle, UR_ADAPTER_INFO_VERSION, sizeof(number),
                                                 &number, nullptr),
              UR_RESULT_SUCCESS);
    EXPECT_EQ(adapter.tables->Adapter.pfnRelease(handle), UR_RESULT_SUCCESS);
    return number;
  }

  static bool isOpen(const std::string &path) {
    void *handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (handle)
      dlclose(handle);
    return handle;
  }

  AdapterRegistry registry_;
  CapturedLog log_;
};

TEST_F(AdapterLoading, TakesTheFirstOfEachName) {
  const auto adapters = load({.searchPath = {kFixtures + "/second", kFixtures + "/first"}});
  ASSERT_GE(adapters.size(), 2u);
  EXPECT_EQ(adapters.front().name, "host");
  EXPECT_EQ(adapters.front().path, fixture("second", "host"));
  EXPECT_EQ(numberOf(adapters.front()), 2u);
  EXPECT_EQ(adapters.back().name, "other");
  EXPECT_EQ(numberOf(adapters.back()), 3u);
}

TEST_F(AdapterLoading, BrokenAdaptersAreReportedAndDoNotHideTheOthers) {
  const auto adapters =
      load({.forceLoad = {fixture("broken", "nogetter"), fixture("broken", "badgetter"),
                          fixture("broken", "undefined"), fixture("broken", "text"),
                          fixture("broken", "gone"), fixture("broken", "sound")}});
  ASSERT_EQ(adapters.size(), 1u);
  EXPECT_EQ(numberOf(adapters[0]), 9u);
  EXPECT_THAT(
      log_.warnings(),
      ElementsAre("The adapter 'nogetter' was not loaded. " + fixture("broken", "nogetter") +
                      ": it does not export urGetKernelProcAddrTable.",
                  "The adapter 'badgetter' was not loaded. " + fixture("broken", "badgetter") +
                      ": its urGetQueueProcAddrTable answered UR_RESULT_ERROR_DEVICE_LOST (20) for "
                      "API version 12.",
                  AllOf(HasSubstr(fixture("broken", "undefined") + ": "),
                        HasSubstr("ursaVariableThatIsNowhere")),
                  AllOf(HasSubstr(fixture("broken", "text") + ": "), HasSubstr("file too short")),
                  AllOf(HasSubstr(fixture("broken", "gone") + ": "),
                        HasSubstr("No such file or directory"))));
}

TEST_F(AdapterLoading, ABrokenFileLeavesTheNextPlaceOfTheSameName) {
  const std::string folder = testing::TempDir() + "ursa_broken_host";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/libur_adapter_host.so.0") << "This is no library.";

  const auto adapters = load({.searchPath = {folder, kFixtures + "/first"}});
  ASSERT_FALSE(adapters.empty());
  EXPECT_EQ(adapters[0].path, fixture("first", "host"));
  EXPECT_THAT(log_.warnings(), ElementsAre(HasSubstr(folder + "/libur_adapter_host.so.0: ")));
}

TEST_F(AdapterLoading, ExperimentalTablesMayBeMissing) {
  const auto adapters = load({.forceLoad = {fixture("experimental", "nograph")}});
  ASSERT_EQ(adapters.size(), 1u);
  EXPECT_EQ(adapters[0].tables->GraphExp.pfnCreateExp, nullptr);
  EXPECT_THAT(log_.warnings(), IsEmpty());
}

TEST_F(AdapterLoading, AFailingExperimentalGetterCostsItsTableOnly) {
  const auto adapters = load({.forceLoad = {fixture("experimental", "badgraph")}});
  EXPECT_EQ(adapters.size(), 1u);
  EXPECT_THAT(log_.warnings(),
              ElementsAre(AllOf(HasSubstr("urGetGraphExpProcAddrTable"),
                                HasSubstr("The adapter goes without that table."))));
}

TEST_F(AdapterLoading, FindsKnownAdaptersThroughTheSystemsSearch) {
  const auto adapters = load({});
  const auto vulkan = std::find_if(adapters.begin(), adapters.end(),
                                   [](const Adapter &a) { return a.name == "vulkan"; });
  ASSERT_NE(vulkan, adapters.end());
  EXPECT_EQ(vulkan->path, fixture("system", "vulkan"));
  EXPECT_EQ(numberOf(*vulkan), 5u);
}

TEST_F(AdapterLoading, AKnownAdapterThatIsNowhereIsADebugLine) {
  load({});
  EXPECT_THAT(log_.at(UR_LOGGER_LEVEL_DEBUG),
              Contains("There is no adapter 'hip': libur_adapter_hip.so.0 was not found."));
  EXPECT_THAT(log_.warnings(), Not(Contains(HasSubstr("hip"))));
}

TEST_F(AdapterLoading, ClosesWhatItRefusedBeforeCallingIt) {
  load({.forceLoad = {fixture("broken", "nogetter"), fixture("broken", "sound")}});
  EXPECT_FALSE(isOpen(fixture("broken", "nogetter")));
  registry_.forgetFound();
  EXPECT_TRUE(isOpen(fixture("broken", "sound"))) << "handles may still point into it";
}

TEST_F(AdapterLoading, OpensWhatIsAskedForOnce) {
  registry_.find({.forceLoad = {fixture("broken", "text"), fixture("first", "host"),
                                fixture("broken", "sound")}});
  EXPECT_THAT(registry_.names(), ElementsAre("text", "host", "sound"));
  EXPECT_TRUE(registry_.adapters().empty());
  EXPECT_THAT(log_.warnings(), IsEmpty()) << "nothing was opened";

  registry_.load("sound");
  registry_.load("nonesuch");
  ASSERT_EQ(registry_.adapters().size(), 1u);
  EXPECT_EQ(registry_.adapters()[0].name, "sound");
  EXPECT_THAT(log_.warnings(), IsEmpty());

  registry_.load();
  registry_.load();
  ASSERT_EQ(registry_.adapters().size(), 2u);
  EXPECT_EQ(registry_.adapters()[0].name, "host") << "the order is that of the search";
  EXPECT_THAT(log_.warnings(), ElementsAre(HasSubstr("The adapter 'text' was not loaded.")));
  EXPECT_THAT(registry_.names(), ElementsAre("text", "host", "sound"));
}

TEST_F(AdapterLoading, DeepBindOnRequestOnly) {
  EXPECT_EQ(libraryOpenMode(), RTLD_LAZY | RTLD_LOCAL);
  const ScopedVariable deep("UR_ADAPTERS_DEEP_BIND", "1");
  EXPECT_EQ(libraryOpenMode(), RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);
}

} // namespace
} // namespace ursa::core::loader
