// ursa-run, run as a user runs it.
#include "integration/program.h"
#include "support/paths.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <numeric>

namespace ursa {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

class RunProgram : public ProgramTest {
protected:
  /// Returns the doubles that a kernel of constants.cl writes.
  std::vector<double> constants(const std::string &kernel, size_t count,
                                std::vector<std::string> more, const Variables &variables = {}) {
    std::vector<std::string> words = {image("constants"),
                                      "--kernel",
                                      kernel,
                                      "--global",
                                      "1",
                                      "--arg",
                                      fmt::format("out:{}:o", count * sizeof(double))};
    words.insert(words.end(), more.begin(), more.end());
    runSuccessfully("ursa-run", words, variables);
    return readArray<double>("o");
  }
};

TEST_F(RunProgram, HelpIsNoError) {
  EXPECT_THAT(runSuccessfully("ursa-run", {"--help"}), HasSubstr("--kernel"));
}

TEST_F(RunProgram, PrintsItsVersion) {
  EXPECT_THAT(runSuccessfully("ursa-run", {"--version"}), HasSubstr("ursa-run of Ursa 0."));
}

TEST_F(RunProgram, PrintsOneLinePerDevice) {
  const std::string text = runSuccessfully("ursa-run", {"--devices"});
  EXPECT_THAT(text.substr(0, text.find('\n')), MatchesRegex("[a-z_]+:0  .+ \\(.+\\)"));
  EXPECT_THAT(text, HasSubstr("host:0"));
}

TEST_F(RunProgram, PrintsDevicesAsJson) {
  const json devices = json::parse(runSuccessfully("ursa-run", {"--devices", "--json"}));
  ASSERT_FALSE(devices.empty());
  bool hasHost = false;
  for (const json &device : devices) {
    EXPECT_FALSE(device.at("name").get<std::string>().empty());
    EXPECT_GT(device.at("compute_units").get<int>(), 0);
    hasHost = hasHost || device.at("selector") == "host:0";
  }
  EXPECT_TRUE(hasHost);
}

TEST_F(RunProgram, ListsKernelsAndConstants) {
  const std::string text = runSuccessfully("ursa-run", {image("constants"), "--list"});
  EXPECT_THAT(text, HasSubstr("kernel scalars\n  argument 0 out: pointer to global memory"));
  EXPECT_THAT(text, HasSubstr("constant flag: bool = true\n"));
  EXPECT_THAT(text, HasSubstr("constant tiny: i8 = -5\n"));
  EXPECT_THAT(text, HasSubstr("constant number: i32 = 42\n"));
  EXPECT_THAT(text, HasSubstr("constant large: i64 = -7000000000\n"));
  EXPECT_THAT(text, HasSubstr("constant real: float = 1.5\n"));
  EXPECT_THAT(text, HasSubstr("constant precise: double = 0.1\n"));
  EXPECT_THAT(text, HasSubstr("{97,{1,2,3,4},{{1,2,3},{4,5,6}},{0.5,-56}}\n"));
  EXPECT_THAT(runSuccessfully("ursa-run", {image("saxpy"), "--list"}),
              HasSubstr("argument 0 a: float, 4 bytes"));
  EXPECT_THAT(runSuccessfully("ursa-run", {image("work_items"), "--list"}),
              HasSubstr("requires local size 4,1,1"));
}

TEST_F(RunProgram, ListsAsJson) {
  const json list =
      json::parse(runSuccessfully("ursa-run", {image("constants"), "--list", "--json"}));
  EXPECT_THAT(list.at("images"), testing::SizeIs(2));
  for (const json &kernel : list.at("kernels")) {
    EXPECT_EQ(kernel.at("arguments").size(), 1u);
    EXPECT_EQ(kernel.at("reads").size(), kernel.at("name") == "scalars" ? 7u : 2u);
  }
  EXPECT_EQ(list.at("constants").size(), 9u);
}

TEST_F(RunProgram, RunsSaxpy) {
  std::vector<float> x(1000), y(1000, 1.0f);
  std::iota(x.begin(), x.end(), 0.0f);
  writeArray("x", x);
  writeArray("y", y);
  const std::string text =
      runSuccessfully("ursa-run", {image("saxpy"), "--kernel", "saxpy", "--global", "1000", "--arg",
                                   "f32:2.5", "--arg", "in:x", "--arg", "inout:y:z"});
  EXPECT_THAT(text, HasSubstr("saxpy on host:0"));
  EXPECT_THAT(text, HasSubstr("wrote z (4000 bytes, argument 2 y)"));
  const auto z = readArray<float>("z");
  ASSERT_EQ(z.size(), 1000u);
  for (size_t i = 0; i < z.size(); ++i)
    ASSERT_EQ(z[i], 2.5f * static_cast<float>(i) + 1) << i;
  EXPECT_EQ(readArray<float>("y"), y) << "the input is unchanged";
}

// LLVM has a stack of its own, and so have the threads of the device.
TEST_F(RunProgram, NeedsLittleStack) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  const std::string limit = "ulimit -s 1024";
#else
  const std::string limit = "ulimit -s 64";
#endif
  runSuccessfully(
      "/bin/sh",
      {"-c", limit + R"( && exec "$0" "$@")", binDir() + "/ursa-run", image("constants"),
       "--device", "host:0", "--kernel", "scalars", "--global", "1", "--arg", "out:56:o"},
      {{"URSA_CACHE", "0"}, {"UR_ADAPTERS_FORCE_LOAD", libDir() + "/libur_adapter_host.so.0"}});
  EXPECT_EQ(readArray<double>("o").size(), 7u);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// PoCL and lavapipe compile kernels in threads of their own, whose stacks are large, too.
TEST_F(RunProgram, NeedsLittleStackOnOtherDevices) {
  writeArray<float>("x", {1, 2});
  writeArray<float>("y", {10, 20});
  for (const std::string adapter : {"opencl", "vulkan"}) {
    runSuccessfully("/bin/sh",
                    {"-c", R"(ulimit -s 48 && exec "$0" "$@")", binDir() + "/ursa-run",
                     image("portable/saxpy"), "--device", adapter, "--kernel", "saxpy", "--global",
                     "2", "--arg", "f32:1", "--arg", "in:x", "--arg", "inout:y:z"},
                    {{"URSA_CACHE", "0"},
                     {"POCL_CACHE_DIR", path("pocl").string()},
                     {"MESA_SHADER_CACHE_DISABLE", "true"},
                     {"UR_ADAPTERS_FORCE_LOAD", libDir() + "/libur_adapter_" + adapter + ".so.0"}});
    EXPECT_THAT(readArray<float>("z"), ElementsAre(11, 22)) << adapter;
  }
}
#endif

TEST_F(RunProgram, EveryRepetitionStartsFromTheSameInputs) {
  writeArray<float>("x", {1, 2});
  writeArray<float>("y", {10, 20});
  const json report = json::parse(runSuccessfully(
      "ursa-run", {image("saxpy"), "--kernel", "saxpy", "--global", "2", "--arg", "f32:1", "--arg",
                   "in:x", "--arg", "inout:y:y", "--repeat", "5", "--json"}));
  EXPECT_THAT(readArray<float>("y"), ElementsAre(11, 22));
  EXPECT_EQ(report.at("repeat"), 5);
  EXPECT_GT(report.at("wall_ms").at("min").get<double>(), 0);
  EXPECT_GE(report.at("wall_ms").at("median"), report.at("wall_ms").at("min"));
  EXPECT_TRUE(report.at("device_ms").is_object()) << "the host supports profiling";
  EXPECT_EQ(report.at("mode"), "none");
  EXPECT_EQ(report.at("device").at("selector"), "host:0");
  EXPECT_EQ(report.at("outputs").at(0).at("bytes"), 8);
}

TEST_F(RunProgram, ValuesMayBeBytes) {
  writeArray<float>("a", {3});
  writeArray<float>("x", {1});
  writeArray<float>("y", {0});
  runSuccessfully("ursa-run", {image("saxpy"), "--kernel", "saxpy", "--global", "1", "--arg",
                               "bytes:@a", "--arg", "in:x", "--arg", "inout:y:z"});
  EXPECT_THAT(readArray<float>("z"), ElementsAre(3));
}

TEST_F(RunProgram, GlobalLocalAndOffsetReachTheKernel) {
  runSuccessfully("ursa-run",
                  {image("work_items"), "--kernel", "positions", "--device", "host:0", "--global",
                   "4,2,2", "--local", "2,1,2", "--offset", "10,20,30", "--arg", "out:256:o"});
  const auto positions = readArray<uint32_t>("o");
  ASSERT_EQ(positions.size(), 64u);
  for (uint32_t i = 0; i < 16; ++i) {
    const uint32_t x = i % 4, y = i / 4 % 2, z = i / 8;
    const auto begin = positions.begin() + std::ptrdiff_t{i} * 4;
    EXPECT_THAT(std::vector<uint32_t>(begin, begin + 4),
                ElementsAre(10 + x, 20 + y, 30 + z, x % 2 * 100 + z % 2));
  }
}

TEST_F(RunProgram, LocalMemoryAndBarriers) {
  std::vector<int32_t> data(64);
  std::iota(data.begin(), data.end(), 0);
  writeArray("d", data);
  runSuccessfully("ursa-run", {image("work_items"), "--kernel", "reverse_groups", "--global", "64",
                               "--local", "16", "--arg", "inout:d:r", "--arg", "local:64"});
  const auto reversed = readArray<int32_t>("r");
  ASSERT_EQ(reversed.size(), 64u);
  for (int32_t i = 0; i < 64; ++i)
    ASSERT_EQ(reversed[static_cast<size_t>(i)], i / 16 * 16 + 15 - i % 16);
}

TEST_F(RunProgram, ARequiredLocalSizeIsTheDefault) {
  runSuccessfully("ursa-run", {image("work_items"), "--kernel", "groups_of_four", "--global", "8",
                               "--arg", "out:32:o"});
  EXPECT_EQ(readArray<int32_t>("o"), std::vector<int32_t>(8, 4));
}

TEST_F(RunProgram, ConstantsHaveTheirDefaultsInEveryMode) {
  for (const char *mode : {"native", "emulated", "tiered", "auto"}) {
    EXPECT_THAT(constants("scalars", 7, {"--mode", mode}),
                ElementsAre(1, -5, 60000, 42, -7e9, 1.5, 0.1))
        << mode;
    EXPECT_THAT(constants("composites", 14, {"--mode", mode}),
                ElementsAre(1, 2, 3, 97, 1, 4, 1, 2, 3, 4, 5, 6, 0.5, 200))
        << mode;
  }
}

TEST_F(RunProgram, ConstantsOfEveryTypeCanBeSetInEveryMode) {
  for (const char *mode : {"native", "emulated", "tiered"}) {
    EXPECT_THAT(constants("scalars", 7,
                          {"--mode", mode, "--set", "flag=false", "--set", "tiny=0x7F", "--set",
                           "little=65535", "--set", "number=-1", "--set", "large=8000000000",
                           "--set", "real=-0.25", "--set", "precise=1e300"}),
                ElementsAre(0, 127, 65535, -1, 8e9, -0.25, 1e300))
        << mode;
    EXPECT_THAT(constants("composites", 14,
                          {"--mode", mode, "--set", "direction={7,8,9}", "--set",
                           "everything={1,{2,3,4,5},{{6,7,8},{9,10,11}},{12.5,13}}"}),
                ElementsAre(7, 8, 9, 1, 2, 5, 6, 7, 8, 9, 10, 11, 12.5, 13))
        << mode;
  }
}

TEST_F(RunProgram, OneConstantSetLeavesTheOthersAlone) {
  for (const char *mode : {"native", "emulated", "tiered"})
    EXPECT_THAT(constants("scalars", 7, {"--mode", mode, "--set", "number=7"}),
                ElementsAre(1, -5, 60000, 7, -7e9, 1.5, 0.1))
        << mode;
}

TEST_F(RunProgram, AConstantOfWhichTheKernelReadsOneMemberCanBeSet) {
  for (const char *mode : {"native", "emulated", "tiered"}) {
    runSuccessfully("ursa-run", {image("one_member"), "--kernel", "one_member", "--global", "1",
                                 "--mode", mode, "--set", "four={5,6,7,8}", "--arg", "out:4:o"});
    EXPECT_THAT(readArray<int32_t>("o"), ElementsAre(7)) << mode;
  }
}

TEST_F(RunProgram, AcceptsNotANumberAndInfinity) {
  for (const char *mode : {"native", "emulated", "tiered"}) {
    const auto out =
        constants("scalars", 7, {"--mode", mode, "--set", "real=nan", "--set", "precise=-inf"});
    EXPECT_NE(out[5], out[5]) << mode;
    EXPECT_EQ(out[6], -std::numeric_limits<double>::infinity()) << mode;
  }
}

TEST_F(RunProgram, ConstantsMayBeReadFromFiles) {
  writeArray<int32_t>("n", {123456});
  EXPECT_EQ(constants("scalars", 7, {"--set", "number=@n"})[3], 123456);
}

TEST_F(RunProgram, ReportsTheModeOfTheDevice) {
  const std::vector<std::string> words = {image("constants"), "--kernel", "scalars",
                                          "--global",         "1",        "--arg",
                                          "out:56:o",         "--json",   "--mode"};
  for (std::string mode : {"native", "emulated"}) {
    std::vector<std::string> all = words;
    all.push_back(mode);
    EXPECT_EQ(json::parse(runSuccessfully("ursa-run", all)).at("mode"), mode);
    const std::string other = mode == "native" ? "emulated" : "native";
    EXPECT_EQ(
        json::parse(runSuccessfully("ursa-run", all, {{"URSA_SPECIALIZATION", other}})).at("mode"),
        other)
        << "the variable overrides the option";
  }
}

} // namespace
} // namespace ursa
