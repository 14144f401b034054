// When widths of packs are timed, and which one launches run: adapters/host/program/width_trial.h.
#include "adapters/host/program/width_trial.h"
#include "unit/scoped_variable.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace ursa::host {
namespace {

using namespace std::chrono_literals;
using Duration = WidthTrial::Duration;
using format::host::LaunchSizes;

constexpr uint32_t kLaunches = 8;
constexpr TrialSettings kSettings{.launches = kLaunches, .work = 100ms};

LaunchSizes sizesOf(uint64_t items) {
  LaunchSizes sizes;
  sizes.globalSize[0] = items;
  return sizes;
}

/// Builds when a test says so, and launches take the times that it gives.
class Trial final : public WidthTrial {
public:
  explicit Trial(std::vector<uint32_t> rivals = {8}, const TrialSettings &settings = kSettings)
      : Trial(KnownWidths{16, std::move(rivals)}, settings) {}
  explicit Trial(KnownWidths known, const TrialSettings &settings = kSettings)
      : WidthTrial(codes_.at(16), std::move(known), settings) {}

  /// Runs a launch.
  /// @return its width
  uint32_t launch(uint64_t items = 64) {
    const Choice choice = choose(sizesOf(items));
    if (choice.ticket)
      finish(choice.ticket, times[choice.code->width]);
    return choice.code->width;
  }
  void launchTimes(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
      launch();
  }
  void build() { add(&codes_.at(requests.back())); }
  void fail() { add(nullptr); }
  /// Launches until a build was requested, at most @p most times.
  void launchUntilRequest(uint32_t most = 1000) {
    const size_t before = requests.size();
    for (uint32_t i = 0; i < most && requests.size() == before; ++i)
      launch();
  }

  std::map<uint32_t, Duration> times{{1, 20ms}, {4, 20ms}, {8, 20ms}, {16, 20ms}, {32, 20ms}};
  std::vector<uint32_t> requests;
  std::vector<KnownWidths> results;
  double ratio = 0; ///< of the last comparison

private:
  void requestBuild(uint32_t width) override { requests.push_back(width); }
  void decided(const Outcome &outcome) override {
    results.push_back(outcome.known);
    ratio = outcome.ratio;
  }

  static inline const std::map<uint32_t, Code> codes_ = [] {
    std::map<uint32_t, Code> codes;
    for (const uint32_t width : {1U, 4U, 8U, 16U, 32U})
      codes[width].width = width;
    return codes;
  }();
};

TEST(WidthTrial, BuildsAnotherWidthAfterEnoughWork) {
  Trial trial;
  trial.launchTimes(kLaunches);
  EXPECT_EQ(trial.counts().timedLaunches, 0u);
  trial.launch();
  EXPECT_TRUE(trial.requests.empty());
  trial.launch(); // two launches took 20 ms each, so that eight took more than 100
  EXPECT_EQ(trial.requests, std::vector{8U});
  EXPECT_EQ(trial.counts().timedLaunches, 2u);
  EXPECT_TRUE(trial.counts().isBuilding);
  trial.launchTimes(1000);
  EXPECT_EQ(trial.counts().timedLaunches, 2u) << "while it is built";
}

TEST(WidthTrial, LeavesKernelsWithLittleWorkAlone) {
  Trial trial;
  trial.times[16] = 1us;
  trial.launchTimes(50'000);
  EXPECT_TRUE(trial.requests.empty());
  EXPECT_LT(trial.counts().timedLaunches, 40u);
  trial.launchTimes(500'000); // half a second
  EXPECT_EQ(trial.requests.size(), 1u);
}

TEST(WidthTrial, TakesTheFasterWidth) {
  Trial trial;
  trial.launchUntilRequest();
  trial.times[8] = 15ms;
  trial.build();
  std::vector<uint32_t> widths(8);
  for (uint32_t &width : widths)
    width = trial.launch();
  EXPECT_EQ(widths, (std::vector<uint32_t>{16, 8, 8, 16, 16, 8, 8, 16}));
  trial.launchTimes(12); // five rounds
  EXPECT_EQ(trial.results, (std::vector<KnownWidths>{{8, {}}}));
  EXPECT_NEAR(trial.ratio, 0.75, 1e-9);
  EXPECT_EQ(trial.launch(), 8u);
  const WidthTrial::Counts counts = trial.counts();
  EXPECT_EQ(counts.width, 8u);
  EXPECT_EQ(counts.changes, 1u);
  EXPECT_EQ(counts.timedLaunches, 22u);
  trial.launchTimes(1000);
  EXPECT_EQ(trial.counts().timedLaunches, 22u) << "nothing is timed any more";
}

TEST(WidthTrial, KeepsAWidthThatIsAsFast) {
  for (const Duration time : std::vector<Duration>{20ms - 100us, 20ms + 100us, 25ms}) {
    Trial trial;
    trial.launchUntilRequest();
    trial.times[8] = time;
    trial.build();
    trial.launchTimes(48);
    EXPECT_EQ(trial.results, (std::vector<KnownWidths>{{16, {}}}));
    EXPECT_EQ(trial.launch(), 16u);
  }
}

TEST(WidthTrial, DecidesAtOnceAboutLargeDifferences) {
  Trial trial;
  trial.launchUntilRequest();
  trial.times[8] = 9ms;
  trial.build();
  trial.launchTimes(8);
  EXPECT_EQ(trial.launch(), 8u);

  Trial hopeless;
  hopeless.launchUntilRequest();
  hopeless.times[8] = 2s;
  hopeless.build();
  EXPECT_EQ(hopeless.launch(), 16u);
  EXPECT_EQ(hopeless.launch(), 8u);
  EXPECT_EQ(hopeless.results, (std::vector<KnownWidths>{{16, {}}}));
}

// Of the launches that are enqueued before the first one ends, few run the rival.
TEST(WidthTrial, WaitsForTheTimesOfTheRival) {
  Trial trial;
  trial.launchUntilRequest();
  trial.build();
  std::vector<WidthTrial::Choice> timed;
  for (int i = 0; i < 100; ++i)
    if (const auto choice = trial.choose(sizesOf(64)); choice.ticket)
      timed.push_back(choice);
  ASSERT_EQ(timed.size(), 2u);
  EXPECT_EQ(timed[1].code->width, 8u);
  for (const auto &choice : timed)
    trial.finish(choice.ticket, 20ms);
  EXPECT_TRUE(trial.choose(sizesOf(64)).ticket);
}

// One launch is disturbed, and which of two buffers is read alternates.
TEST(WidthTrial, MedianOfRoundsDecides) {
  Trial trial;
  trial.launchUntilRequest();
  trial.build();
  for (int i = 0; trial.results.empty() && i < 100; ++i) {
    trial.times[16] = i == 4 ? 200ms : i % 2 == 0 ? 20ms : 40ms;
    trial.times[8] = i % 2 == 0 ? 21ms : 42ms;
    trial.launch();
  }
  EXPECT_EQ(trial.results, (std::vector<KnownWidths>{{16, {}}}));
  EXPECT_NEAR(trial.ratio, 1.05, 1e-9);
}

TEST(WidthTrial, TimesLaunchesOfOneShape) {
  Trial trial;
  trial.launchUntilRequest();
  trial.times[8] = 10ms;
  trial.build();
  trial.launch(64);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(trial.launch(65), 16u);
  EXPECT_EQ(trial.launch(64), 8u);
  EXPECT_TRUE(trial.results.empty());
  for (int i = 0; i < 64 + 20; ++i) // another shape stays
    trial.launch(65);
  EXPECT_EQ(trial.results.size(), 1u);
}

TEST(WidthTrial, EndsIfShapesNeverStay) {
  Trial trial;
  trial.launchUntilRequest();
  trial.build();
  for (uint64_t i = 0; i < 1000; ++i)
    trial.launch(i);
  const uint64_t timed = trial.counts().timedLaunches;
  EXPECT_LT(timed, 20u);
  trial.launchTimes(1000);
  EXPECT_EQ(trial.counts().timedLaunches, timed);
  EXPECT_TRUE(trial.results.empty()) << "nothing is stored";
  EXPECT_EQ(trial.launch(), 16u);
}

TEST(WidthTrial, ALaunchThatDoesNotRunGivesItsPlaceToAnother) {
  Trial trial;
  trial.launchUntilRequest();
  trial.build();
  for (int i = 0; i < 10; ++i) {
    const auto choice = trial.choose(sizesOf(64));
    ASSERT_TRUE(choice.ticket);
    trial.finish(choice.ticket, std::nullopt);
  }
  EXPECT_EQ(trial.launch(), 16u);
  EXPECT_EQ(trial.launch(), 8u);
}

TEST(WidthTrial, TimesOfAnEarlierComparisonDoNotCount) {
  Trial trial({8, 32});
  trial.launchUntilRequest();
  trial.build();
  const auto late = trial.choose(sizesOf(64));
  ASSERT_TRUE(late.ticket);
  for (uint64_t i = 0; i < 1000; ++i) // the shapes end it
    trial.launch(i);
  const uint64_t timed = trial.counts().timedLaunches;
  trial.finish(late.ticket, 1ns);
  EXPECT_EQ(trial.counts().timedLaunches, timed);
}

TEST(WidthTrial, ComparesOneWidthAfterTheOther) {
  Trial trial({8, 32, 1});
  trial.times[8] = 15ms;
  trial.times[32] = 30ms;
  trial.times[1] = 10ms;
  while (trial.counts().untimed != 0) {
    trial.launchUntilRequest();
    trial.build();
    const size_t before = trial.results.size();
    for (int i = 0; i < 64 && trial.results.size() == before; ++i)
      trial.launch();
    ASSERT_EQ(trial.results.size(), before + 1);
  }
  EXPECT_EQ(trial.requests, (std::vector<uint32_t>{8, 32, 1}));
  EXPECT_EQ(trial.results, (std::vector<KnownWidths>{{8, {32, 1}}, {8, {1}}, {1, {}}}));
  EXPECT_EQ(trial.launch(), 1u);
}

TEST(WidthTrial, GoesOnAfterABuildThatFailed) {
  Trial trial({8, 32});
  trial.launchUntilRequest();
  trial.fail();
  EXPECT_EQ(trial.launch(), 16u);
  trial.launchUntilRequest();
  EXPECT_EQ(trial.requests, (std::vector<uint32_t>{8, 32}));
  trial.fail();
  trial.launchTimes(1000);
  EXPECT_EQ(trial.counts().buildsFailed, 2u);
  EXPECT_EQ(trial.requests.size(), 2u);
}

TEST(WidthTrial, StartsWithWhatIsKnown) {
  Trial settled(KnownWidths{16, {}});
  settled.launchTimes(1000);
  EXPECT_EQ(settled.counts().timedLaunches, 0u);

  Trial other(KnownWidths{8, {}});
  EXPECT_EQ(other.launch(), 16u) << "while it is built";
  EXPECT_EQ(other.requests, std::vector{8U});
  other.build();
  EXPECT_EQ(other.launch(), 8u);
  other.launchTimes(1000);
  EXPECT_EQ(other.counts().timedLaunches, 0u);
  EXPECT_EQ(other.requests.size(), 1u);

  Trial lost(KnownWidths{8, {4}});
  lost.launch();
  lost.fail();
  EXPECT_EQ(lost.launch(), 16u);
  lost.launchUntilRequest();
  EXPECT_EQ(lost.requests.back(), 4u);
}

TEST(WidthTrial, ReadsItsVariable) {
  std::string problem;
  const auto read = [&](const char *value) {
    const ScopedVariable variable("URSA_HOST_WIDTH_TRIALS", value);
    problem.clear();
    return trialSettings(problem);
  };
  EXPECT_FALSE(read("off"));
  EXPECT_FALSE(read("0"));
  ASSERT_TRUE(read("3"));
  EXPECT_EQ(read("3")->launches, 3u);
  EXPECT_EQ(read("3")->work, 0ns);
  EXPECT_TRUE(problem.empty());
  EXPECT_EQ(read("often")->launches, TrialSettings().launches);
  EXPECT_EQ(problem, "URSA_HOST_WIDTH_TRIALS is 'often'; it is 'off' or a number of launches up to "
                     "1048576.");
}

} // namespace
} // namespace ursa::host
