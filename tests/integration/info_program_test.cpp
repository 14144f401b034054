// ursa-info, run as a user runs it.
#include "integration/program.h"
#include "support/paths.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace ursa {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class InfoProgram : public ProgramTest {};

TEST_F(InfoProgram, PrintsOneLinePerDevice) {
  const std::string text = runSuccessfully("ursa-info", {});
  EXPECT_THAT(text, testing::StartsWith("device"));
  EXPECT_THAT(text, HasSubstr("\nhost:0  "));
  EXPECT_THAT(text, HasSubstr("native, emulated, tiered\n"));
  EXPECT_THAT(text, Not(HasSubstr("max work group size")));
}

TEST_F(InfoProgram, VerbosePrintsLibraryAndLimits) {
  const std::string text = runSuccessfully("ursa-info", {"-v"});
  EXPECT_THAT(text, HasSubstr(libDir() + "/libur_adapter_host.so.0"));
  EXPECT_THAT(text, HasSubstr("\ndevice host:0\n"));
  EXPECT_THAT(text, HasSubstr("max work group size"));
}

TEST_F(InfoProgram, PrintsJson) {
  const json all = json::parse(runSuccessfully("ursa-info", {"--json"}));
  bool hasHost = false;
  for (const json &device : all.at("devices")) {
    if (device.at("selector") != "host:0")
      continue;
    hasHost = true;
    EXPECT_EQ(device.at("type"), "cpu");
    EXPECT_EQ(device.at("adapter"), "host");
    EXPECT_EQ(device.at("specialization"), json({"native", "emulated", "tiered"}));
    EXPECT_EQ(device.at("platform").at("api_version"), "0.12");
    EXPECT_GT(device.at("memory_bytes").get<uint64_t>(), 0u);
    EXPECT_GT(device.at("limits").at("max_work_group_size").get<uint64_t>(), 0u);
    EXPECT_EQ(device.at("limits").at("max_work_item_sizes").size(), 3u);
  }
  EXPECT_TRUE(hasHost);
  EXPECT_EQ(all.at("adapters").at(0).at("problem"), nullptr);
}

TEST_F(InfoProgram, PrintsTogglesInForce) {
  EXPECT_THAT(runSuccessfully("ursa-info", {"--toggles"}), HasSubstr("\nguard_loops\n"));
  json before, after;
  before = json::parse(runSuccessfully("ursa-info", {"--json"})).at("devices");
  const json set =
      json::parse(runSuccessfully("ursa-info", {"--json"}, {{"URSA_TOGGLES", "-limit_nesting"}}));
  after = set.at("devices");
  ASSERT_EQ(before.size(), after.size());
  for (size_t i = 0; i < before.size(); ++i) {
    std::vector<std::string> toggles = before[i].at("toggles");
    if (before[i].at("adapter") == "host") {
      EXPECT_THAT(toggles, testing::IsEmpty());
    }
    if (before[i].at("name").get<std::string>().starts_with("llvmpipe")) {
      EXPECT_THAT(toggles, testing::Contains("limit_nesting"));
    }
    std::erase(toggles, "limit_nesting");
    EXPECT_EQ(after[i].at("toggles"), json(toggles));
  }
}

TEST_F(InfoProgram, AnUnknownToggleIsAWarning) {
  const Outcome outcome = run("ursa-info", {}, {{"URSA_TOGGLES", "limit_nestin"}});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("URSA_TOGGLES: There is no toggle 'limit_nestin'; a similar "
                                     "name is 'limit_nesting'."));
}

TEST_F(InfoProgram, NoDeviceIsNoError) {
  // An installation without an adapter beside the loader.
  namespace fs = std::filesystem;
  fs::create_directories(path("bin"));
  fs::create_directories(path("lib"));
  fs::copy_file(fs::path(binDir()) / "ursa-info", path("bin/ursa-info"));
  fs::copy_file(fs::path(libDir()) / "libur_loader.so.0", path("lib/libur_loader.so.0"));
  EXPECT_EQ(runSuccessfully(path("bin/ursa-info").string(), {}), "No device was found.\n");
}

TEST_F(InfoProgram, ARelativePathIsNamedAsTheReason) {
  const Outcome outcome = run("ursa-info", {}, {{"UR_ADAPTERS_FORCE_LOAD", "near.so"}});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("error: The adapter 'near.so' cannot be used. "
                                     "UR_ADAPTERS_FORCE_LOAD: 'near.so' is a relative path"));
}

TEST_F(InfoProgram, ABrokenAdapterIsNamedAndDoesNotHideTheOthers) {
  write("libur_adapter_text.so.0", "This is no library.\n");
  const std::string broken = path("libur_adapter_text.so.0").string();
  const Outcome outcome =
      run("ursa-info", {"--json"},
          {{"UR_ADAPTERS_FORCE_LOAD", broken + "," + libDir() + "/libur_adapter_host.so.0"}});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("error: The adapter 'text' cannot be used. " + broken + ": "));
  const json all = json::parse(outcome.out);
  EXPECT_EQ(all.at("devices").size(), 1u);
  EXPECT_EQ(all.at("adapters").size(), 2u);
  EXPECT_THAT(all.at("adapters").at(1).at("problem").get<std::string>(), HasSubstr(broken));
}

TEST_F(InfoProgram, TheDeviceSelectorIsHonoured) {
  const json all = json::parse(runSuccessfully("ursa-info", {"--json"})).at("devices");
  const json some = json::parse(runSuccessfully("ursa-info", {"--json"},
                                                {{"ONEAPI_DEVICE_SELECTOR", "native_cpu:*"}}))
                        .at("devices");
  ASSERT_FALSE(some.empty());
  EXPECT_LT(some.size(), all.size());
  for (const json &device : some) {
    EXPECT_EQ(device.at("backend"), "native_cpu");
    // A device has the same name whichever devices are hidden.
    EXPECT_NE(std::find_if(all.begin(), all.end(),
                           [&](const json &d) {
                             return d.at("selector") == device.at("selector") &&
                                    d.at("name") == device.at("name");
                           }),
              all.end());
  }
}

TEST_F(InfoProgram, PrintsItsVersion) {
  EXPECT_THAT(runSuccessfully("ursa-info", {"--version"}), HasSubstr("ursa-info of Ursa 0."));
}

TEST_F(InfoProgram, AWrongOptionIsNamed) {
  EXPECT_THAT(runExpectingError("ursa-info", {"--jason"}), HasSubstr("--jason"));
  EXPECT_THAT(runSuccessfully("ursa-info", {"--help"}), HasSubstr("--json"));
}

} // namespace
} // namespace ursa
