// ursa-info on adapters of somebody else: what it tells of them, and how it ends.
#include "integration/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace ursa {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ForeignInfo : public ProgramTest {
protected:
  static std::string adapter(const std::string &name) {
    return URSA_FOREIGN_FOLDER "/libur_adapter_" + name + ".so.0";
  }
  static Variables onlyAdapters(const std::string &paths) {
    return {{"UR_ADAPTERS_FORCE_LOAD", paths}};
  }
};

void expectTheDevice(const json &device) {
  EXPECT_EQ(device.at("name"), "Foreign device");
  EXPECT_EQ(device.at("vendor"), "Somebody else");
  EXPECT_EQ(device.at("adapter"), "foreign");
  EXPECT_EQ(device.at("driver"), "2.71");
  EXPECT_EQ(device.at("memory_bytes"), 64 << 20);
  EXPECT_EQ(device.at("platform").at("name"), "Foreign platform");
  EXPECT_EQ(device.at("specialization"), json({"emulated"})); // though both queries are true
}

TEST_F(ForeignInfo, TellsWhatTheDeviceTells) {
  const json all =
      json::parse(runSuccessfully("ursa-info", {"--json"}, onlyAdapters(adapter("foreign"))));
  ASSERT_EQ(all.at("devices").size(), 1u);
  expectTheDevice(all.at("devices").at(0));
  EXPECT_EQ(all.at("adapters").at(0).at("version"), 7);
}

TEST_F(ForeignInfo, AnAdapterWithoutDevicesIsNoError) {
  EXPECT_EQ(runSuccessfully("ursa-info", {}, onlyAdapters(adapter("empty"))),
            "No device was found.\n");
}

// Those that are not found broken before they are used.
TEST_F(ForeignInfo, ABrokenAdapterIsNamedAndDoesNotHideTheOthers) {
  const std::pair<const char *, const char *> kinds[] = {
      {"captured", "lead back to the loader"},
      {"broken", "Counting the platforms failed: The foreign adapter has nothing to say."}};
  for (const auto &[name, reason] : kinds) {
    const Outcome outcome =
        run("ursa-info", {"--json"}, onlyAdapters(adapter(name) + "," + adapter("foreign")));
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_THAT(outcome.err,
                HasSubstr("error: The adapter '" + std::string(name) + "' cannot be used. "));
    EXPECT_THAT(outcome.err, HasSubstr(reason));
    const json all = json::parse(outcome.out);
    ASSERT_EQ(all.at("devices").size(), 1u);
    expectTheDevice(all.at("devices").at(0));
  }
}

} // namespace
} // namespace ursa
