// printf in kernels: what standard output contains after the launch completes.
#include "conformance/harness.h"

#include <gmock/gmock.h>

#include <sstream>

namespace ursa::conformance {
namespace {

using testing::ElementsAreArray;

class Printing : public DeviceTest {
protected:
  /// Returns what a launch prints.
  std::string printed(const char *name, const Arguments &arguments, size_t global, size_t local) {
    ur_kernel_handle_t launched = kernel("printing", name);
    testing::internal::CaptureStdout();
    const ur_result_t result = launch(launched, arguments, {global, 1, 1}, &local);
    const ur_result_t finished = urQueueFinish(queue_);
    std::string text = testing::internal::GetCapturedStdout();
    EXPECT_OK(result) << lastError();
    EXPECT_OK(finished) << lastError();
    return text;
  }
};

TEST_F(Printing, EveryConversion) {
  EXPECT_EQ(printed("everything", Arguments().value(-5).value(1.5f), 1, 1),
            "[   -5|-5   |+5|00005|5| 5]\n"
            "[ff|FF|0xff|377|a|%]\n"
            "[44|4464|4464|-9223372036854775808|18446744073709551615]\n"
            "[-3,122|40000,7|-9000000000,1,2]\n"
            "[1.500000,-2.250000,0.000000,4.000000]\n"
            "[1.50,-2.25,0.00,4.00|1,2,3,4,5,6,7,8]\n"
            "[0x1,0x14,0xff,0|0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,255]\n"
            "[0x1.8p+1|1.5e+10|1E-05|0.0001|1E+20|inf|1.500000]\n"
            "[text|  text|te|text  ]\n"
            "plain\n"
            "a line\n"
            "100%\n");
}

TEST_F(Printing, Doubles) {
  ur_device_fp_capability_flags_t doubles = 0;
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_DOUBLE_FP_CONFIG, sizeof(doubles), &doubles,
                            nullptr));
  Shared<int> done(context_, device_, 1);
  EXPECT_EQ(printed("vector_of_doubles", Arguments().pointer(done.data()), 1, 1),
            doubles ? "[1.500000,-0.250000|0.667]\n" : "");
  EXPECT_EQ(done[0], 1);
}

TEST_F(Printing, Pointers) {
  Shared<int> memory(context_, device_, 1);
  const std::string text = printed("pointer", Arguments().pointer(memory.data()), 1, 1);
  EXPECT_TRUE(text.starts_with("0x") && text.ends_with("\n")) << text;
  EXPECT_NE(std::stoull(text, nullptr, 16), 0u);
}

TEST_F(Printing, LinesOfDifferentWorkItemsDoNotMix) {
  constexpr uint32_t kGroups = 16, kLocal = 8, kRounds = 10;
  std::vector<std::string> expected;
  for (uint32_t group = 0; group < kGroups; ++group)
    for (uint32_t item = 0; item < kLocal; ++item)
      for (uint32_t i = 0; i < kRounds; ++i) {
        std::ostringstream line;
        line << "item " << item << " of group " << group << " says " << i << " and " << i << ','
             << i + 1 << ',' << i + 2 << ',' << i + 3;
        expected.push_back(line.str());
      }
  std::istringstream text(
      printed("lines", Arguments().value(kRounds), size_t{kGroups} * kLocal, kLocal));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_THAT(lines, ElementsAreArray(expected));
}

TEST_F(Printing, BetweenBarriers) {
  Shared<int> out(context_, device_, 4);
  EXPECT_EQ(printed("beside_barriers", Arguments().pointer(out.data()), 4, 4), "0: 0\n1: 12\n");
  EXPECT_EQ(out.vector(), (std::vector<int>(4, 24)));
}

TEST_F(Printing, Succeeds) {
  Shared<int> out(context_, device_, 1, 7);
  EXPECT_EQ(printed("result", Arguments().pointer(out.data()), 1, 1), "123\n");
  EXPECT_EQ(out[0], 0);
}

} // namespace
} // namespace ursa::conformance
