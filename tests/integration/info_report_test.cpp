// How ursa-info prints an inventory.
#include "tools/info/report.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace ursa::info {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Inventory sample() {
  Inventory inventory;
  inventory.adapters = {{"host", "/lib/libur_adapter_host.so.0", "", "native_cpu", 3},
                        {"bad", "/lib/libur_adapter_bad.so.0", "It is no library.", "", 0}};
  DeviceInfo device;
  device.selector = "host:0";
  device.name = "A CPU";
  device.type = "cpu";
  device.backend = "native_cpu";
  device.adapter = "host";
  device.driver = "1.2";
  device.memoryBytes = uint64_t{3} << 29;
  device.specialization = {"native", "emulated"};
  device.platform = {"Ursa host", "Ursa", "0.1", "0.12"};
  device.limits = {{"max_work_group_size", uint64_t{4096}, Unit::None},
                   {"local_memory_size", uint64_t{65536}, Unit::Bytes},
                   {"images", false, Unit::None},
                   {"max_work_item_sizes", std::vector<uint64_t>{8, 4, 2}, Unit::None},
                   {"profile", std::string("FULL"), Unit::None}};
  inventory.devices = {device};
  return inventory;
}

TEST(InfoReport, HasOneLinePerDevice) {
  EXPECT_EQ(inventoryText(sample(), false),
            "device  name   type  backend     adapter  driver   memory  specialization\n"
            "---------------------------------------------------------------------------\n"
            "host:0  A CPU  cpu   native_cpu  host     1.2     1.5 GiB  native, emulated\n");
}

TEST(InfoReport, ReportsThatThereIsNoDevice) {
  EXPECT_EQ(inventoryText({}, false), "No device was found.\n");
  EXPECT_EQ(json::parse(inventoryJson({})),
            json({{"adapters", json::array()}, {"devices", json::array()}}));
}

TEST(InfoReport, VerboseHasLimitsAndAdapters) {
  const std::string text = inventoryText(sample(), true);
  EXPECT_THAT(text, HasSubstr("\nadapter host\n"
                              "  library  /lib/libur_adapter_host.so.0\n"
                              "  backend  native_cpu\n"
                              "  version  3\n"));
  EXPECT_THAT(text, HasSubstr("\nadapter bad\n"
                              "  library  /lib/libur_adapter_bad.so.0\n"
                              "  problem  It is no library.\n"));
  EXPECT_THAT(text, HasSubstr("  API version          0.12\n"));
  EXPECT_THAT(text, HasSubstr("  max work group size  4096\n"));
  EXPECT_THAT(text, HasSubstr("  local memory size    64 KiB\n"));
  EXPECT_THAT(text, HasSubstr("  images               no\n"));
  EXPECT_THAT(text, HasSubstr("  max work item sizes  8, 4, 2\n"));
  EXPECT_THAT(text, Not(HasSubstr("  vendor  "))) << "the vendor is unknown";
}

TEST(InfoReport, JsonHasEverything) {
  const json all = json::parse(inventoryJson(sample()));
  EXPECT_EQ(all.at("adapters").at(0).at("problem"), nullptr);
  EXPECT_EQ(all.at("adapters").at(1).at("problem"), "It is no library.");
  const json &device = all.at("devices").at(0);
  EXPECT_EQ(device.at("memory_bytes"), uint64_t{3} << 29);
  EXPECT_EQ(device.at("specialization"), json({"native", "emulated"}));
  EXPECT_EQ(device.at("platform").at("api_version"), "0.12");
  EXPECT_EQ(device.at("limits").at("max_work_item_sizes"), json({8, 4, 2}));
  EXPECT_EQ(device.at("limits").at("images"), false);
}

TEST(InfoReport, ListsTogglesInForce) {
  Inventory inventory = sample();
  EXPECT_THAT(inventoryText(inventory, true), Not(HasSubstr("toggles")));
  EXPECT_FALSE(json::parse(inventoryJson(inventory)).at("devices").at(0).contains("toggles"));
  inventory.devices[0].toggles = std::vector<std::string>();
  EXPECT_THAT(inventoryText(inventory, true), HasSubstr("  toggles              none\n"));
  inventory.devices[0].toggles = {"guard_loops", "limit_nesting"};
  EXPECT_THAT(inventoryText(inventory, true),
              HasSubstr("  toggles              guard_loops, limit_nesting\n"));
  EXPECT_EQ(json::parse(inventoryJson(inventory)).at("devices").at(0).at("toggles"),
            json({"guard_loops", "limit_nesting"}));
}

TEST(InfoReport, DescribesAllToggles) {
  EXPECT_THAT(togglesText(), HasSubstr("\nguard_loops\n"
                                       "  of          Vulkan adapter\n"
                                       "  does        Lets kernels report loops"));
  EXPECT_THAT(togglesText(), HasSubstr("  everywhere  Such a fill costs as much as a marker.\n"));
  const json all = json::parse(togglesJson()).at("toggles");
  const auto loops = std::ranges::find_if(
      all, [](const json &toggle) { return toggle.at("name") == "guard_loops"; });
  ASSERT_NE(loops, all.end());
  EXPECT_EQ(loops->at("of"), "Vulkan adapter");
  EXPECT_EQ(loops->at("of_devices"), true);
  EXPECT_EQ(loops->at("bug"), "tests/vulkan/failed_launch_test.cpp");
}

TEST(InfoReport, ProblemsAreSentences) {
  EXPECT_THAT(sample().problems(),
              ElementsAre("The adapter 'bad' cannot be used. It is no library."));
}

TEST(InfoReport, BytesHaveUnits) {
  EXPECT_EQ(formatBytes(0), "0 bytes");
  EXPECT_EQ(formatBytes(1023), "1023 bytes");
  EXPECT_EQ(formatBytes(1536), "1.5 KiB");
  EXPECT_EQ(formatBytes(uint64_t{1} << 30), "1 GiB");
  EXPECT_EQ(formatBytes(uint64_t{1} << 60), "1048576 TiB");
}

} // namespace
} // namespace ursa::info
