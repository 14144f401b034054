// When arguments become constants, and which code launches run: adapters/common/argument_watch.h.
#include "adapters/common/argument_watch.h"
#include "unit/scoped_variable.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace ursa::adapter {
namespace {

using Values = std::vector<ConstantArgument>;

/// The arguments of a launch: a radius and a width of 4 bytes, and a range of 16.
struct Block {
  alignas(8) uint32_t radius = 0;
  alignas(8) uint32_t width = 0;
  alignas(8) uint64_t range[2] = {1, 2};
  const std::byte *bytes() const { return reinterpret_cast<const std::byte *>(this); }
};

const std::vector<WatchedArgument> kArguments = {{1, 0, 4}, {2, 8, 4}, {5, 16, 16}};
constexpr uint32_t kWindow = 16;
constexpr WatchSettings kSettings{.launches = kWindow, .items = 0, .time = {}};

class Code final : public SpecializedCode {
public:
  explicit Code(Values codeValues) : values(std::move(codeValues)) {}
  const Values values;
  /// Whether the constants are the arguments of a launch.
  bool fits(const Block &block) const {
    for (const ConstantArgument &value : values)
      for (const WatchedArgument &argument : kArguments)
        if (argument.index == value.index &&
            std::memcmp(value.value.data(), block.bytes() + argument.offset, argument.size) != 0)
          return false;
    return true;
  }
};

/// Builds when a test says so.
class Watch final : public ArgumentWatch {
public:
  explicit Watch(const WatchSettings &settings = kSettings) : ArgumentWatch(kArguments, settings) {}

  const Code *launch(const Block &block, uint64_t items = 1) {
    return static_cast<const Code *>(choose(block.bytes(), items));
  }
  void launchTimes(const Block &block, uint32_t times) {
    for (uint32_t i = 0; i < times; ++i)
      launch(block);
  }
  void build() { finish(std::make_unique<Code>(requests.back())); }
  void fail() { finish(nullptr); }

  std::vector<Values> requests;

private:
  void requestBuild(Values values) override { requests.push_back(std::move(values)); }
};

std::vector<uint32_t> indices(const Values &values) {
  std::vector<uint32_t> all;
  for (const ConstantArgument &value : values)
    all.push_back(value.index);
  return all;
}

TEST(ArgumentWatch, RequestsWhatStayedForAWindow) {
  Watch watch;
  watch.launchTimes({3, 640}, kWindow - 1);
  EXPECT_TRUE(watch.requests.empty());
  EXPECT_EQ(watch.launch({3, 640}), nullptr);
  ASSERT_EQ(watch.requests.size(), 1u);
  EXPECT_EQ(indices(watch.requests[0]), (std::vector<uint32_t>{1, 2, 5}));
  const auto byte = [](int value) { return std::byte(value); };
  EXPECT_EQ(watch.requests[0][0].value, (std::vector{byte(3), byte(0), byte(0), byte(0)}));
  EXPECT_EQ(watch.requests[0][2].value.size(), 16u);
}

TEST(ArgumentWatch, RunsTheCodeOfItsValuesOnly) {
  Watch watch;
  watch.launchTimes({3, 640}, kWindow);
  EXPECT_EQ(watch.launch({3, 640}), nullptr) << "while it is built";
  EXPECT_EQ(watch.report().pendingBuilds, 1u);
  watch.build();
  EXPECT_EQ(watch.report().pendingBuilds, 0u);
  const Code *const code = watch.launch({3, 640});
  ASSERT_NE(code, nullptr);
  EXPECT_EQ(watch.launch({4, 640}), nullptr);
  EXPECT_EQ(watch.launch({3, 641}), nullptr);
  EXPECT_EQ(watch.launch({3, 640, {1, 3}}), nullptr) << "the second word of an argument";
  EXPECT_EQ(watch.launch({3, 640}), code);
  const ursa_argument_report_t report = watch.report();
  EXPECT_EQ(report.watchedArguments, 3u);
  EXPECT_EQ(report.buildsStarted, 1u);
  EXPECT_EQ(report.swaps, 1u);
  EXPECT_EQ(report.misses, 3u);
}

TEST(ArgumentWatch, LeavesOutWhatChanges) {
  Watch watch;
  for (uint32_t step = 0; step < kWindow; ++step)
    watch.launch({3, step});
  ASSERT_EQ(watch.requests.size(), 1u);
  EXPECT_EQ(indices(watch.requests[0]), (std::vector<uint32_t>{1, 5}));
  watch.build();
  EXPECT_NE(watch.launch({3, 99}), nullptr);
}

TEST(ArgumentWatch, WaitsForAnArgumentThatChangedOnce) {
  Watch watch;
  watch.launchTimes({3, 640}, 2);
  watch.launchTimes({4, 640}, kWindow - 2);
  EXPECT_TRUE(watch.requests.empty());
  watch.launchTimes({4, 640}, kWindow);
  ASSERT_EQ(watch.requests.size(), 1u);
  EXPECT_EQ(indices(watch.requests[0]), (std::vector<uint32_t>{1, 2, 5}));
}

TEST(ArgumentWatch, DoesNotWaitForeverForAnArgumentThatSeldomChanges) {
  Watch watch;
  watch.launchTimes({0, 640}, 1);
  for (uint32_t value = 1; value <= 5; ++value) { // one change in each window
    EXPECT_TRUE(watch.requests.empty());
    watch.launchTimes({value, 640}, kWindow);
  }
  ASSERT_EQ(watch.requests.size(), 1u);
  EXPECT_EQ(indices(watch.requests[0]), (std::vector<uint32_t>{2, 5}));
}

TEST(ArgumentWatch, AChangedConstantMustStayFourTimesAsLong) {
  Watch watch;
  watch.launchTimes({1, 640}, kWindow);
  watch.build();
  uint32_t value = 1;
  for (const uint32_t windows : {4, 16, 64}) {
    ++value;
    watch.launchTimes({value, 640}, kWindow); // with a change at the beginning
    watch.launchTimes({value, 640}, windows * kWindow - 1);
    EXPECT_EQ(watch.requests.size(), value - 1);
    watch.launch({value, 640});
    ASSERT_EQ(watch.requests.size(), value);
    EXPECT_EQ(indices(watch.requests.back()), (std::vector<uint32_t>{1, 2, 5}));
    watch.build();
  }
}

TEST(ArgumentWatch, ReturnsToCodeThatWasBuilt) {
  Watch watch;
  watch.launchTimes({1, 640}, kWindow);
  watch.build();
  const Code *const first = watch.launch({1, 640});
  watch.launchTimes({2, 640}, 5 * kWindow);
  ASSERT_EQ(watch.requests.size(), 2u);
  watch.build();
  const Code *const second = watch.launch({2, 640});
  ASSERT_NE(second, nullptr);
  EXPECT_NE(first, second);
  EXPECT_EQ(watch.launch({1, 640}), first);
  EXPECT_EQ(watch.launch({2, 640}), second);
  EXPECT_EQ(watch.report().swaps, 4u);
}

TEST(ArgumentWatch, BuildsSoOftenAtMost) {
  Watch watch;
  constexpr int kEnough = 1 << 19;
  for (uint32_t value = 0; value < 2 * ArgumentWatch::kMostBuilds; ++value) {
    const size_t before = watch.requests.size();
    for (int i = 0; i < kEnough && watch.requests.size() == before; ++i)
      watch.launch({value, 640});
    if (watch.requests.size() == before)
      break;
    watch.build();
  }
  EXPECT_EQ(watch.requests.size(), ArgumentWatch::kMostBuilds);
  EXPECT_EQ(watch.report().buildsStarted, ArgumentWatch::kMostBuilds);
  EXPECT_NE(watch.launch({0, 640}), nullptr);
}

TEST(ArgumentWatch, TheFirstFailureIsTheLast) {
  Watch watch;
  watch.launchTimes({3, 640}, kWindow);
  watch.fail();
  watch.launchTimes({3, 640}, 100 * kWindow);
  watch.launchTimes({4, 640}, 100 * kWindow);
  EXPECT_EQ(watch.requests.size(), 1u);
  EXPECT_EQ(watch.report().buildsFailed, 1u);
  EXPECT_EQ(watch.launch({3, 640}), nullptr);
}

TEST(ArgumentWatch, WaitsForWorkItemsAndTime) {
  Watch items({.launches = kWindow, .items = 1000, .time = {}});
  for (int i = 0; i < 33; ++i)
    items.launch({3, 640}, uint64_t{31}); // 1023 in all
  for (uint32_t i = 1; i < kWindow; ++i)
    items.launch({3, 640}, uint64_t{31});
  EXPECT_TRUE(items.requests.empty());
  items.launch({3, 640}, uint64_t{31});
  EXPECT_EQ(items.requests.size(), 1u);
  Watch time({.launches = kWindow, .items = 0, .time = std::chrono::hours(1)});
  time.launchTimes({3, 640}, 100 * kWindow);
  EXPECT_TRUE(time.requests.empty());
}

TEST(ArgumentWatch, LeavesOutLongLoops) {
  class Lengths final : public ArgumentWatch {
  public:
    Lengths() : ArgumentWatch({{0, 0, 4, true}, {1, 8, 2, true}, {2, 16, 8}}, kSettings) {}
    void requestBuild(Values values) override { request = std::move(values); }
    Values request;
  };
  const auto requested = [](int32_t first, int16_t second) {
    Lengths watch;
    alignas(8) std::byte block[24] = {};
    std::memcpy(block, &first, sizeof(first));
    std::memcpy(block + 8, &second, sizeof(second));
    for (uint32_t i = 0; i < kWindow; ++i)
      watch.choose(block, 1);
    return indices(watch.request);
  };
  EXPECT_EQ(requested(64, -64), (std::vector<uint32_t>{0, 1, 2}));
  EXPECT_EQ(requested(-65, 3), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(requested(1024, 300), (std::vector<uint32_t>{2}));
}

// Most launches are not looked at while no argument ever stays.
TEST(ArgumentWatch, PausesWhileAllArgumentsChange) {
  Watch watch;
  for (uint32_t i = 0; i < 2 * kWindow; ++i) // a window and a pause
    watch.launch({i, i, {i, i}});
  watch.launchTimes({1, 2}, kWindow);
  EXPECT_EQ(watch.requests.size(), 1u);
  Watch other;
  for (uint32_t i = 0; i < 100 * kWindow; ++i)
    other.launch({i, i, {i, i}});
  other.launchTimes({1, 2}, 10 * kWindow);
  EXPECT_TRUE(other.requests.empty());
  other.launchTimes({1, 2}, 60 * kWindow);
  EXPECT_EQ(other.requests.size(), 1u);
}

TEST(ArgumentWatch, LeavesOutArgumentsWithTooManyWords) {
  class Many final : public ArgumentWatch {
  public:
    Many() : ArgumentWatch({{0, 0, 32}, {1, 32, 24}, {2, 56, 16}}, kSettings) {}
    void requestBuild(Values values) override { request = std::move(values); }
    Values request;
  } watch;
  alignas(8) const std::byte block[72] = {};
  for (uint32_t i = 0; i < kWindow; ++i)
    watch.choose(block, 1);
  EXPECT_EQ(indices(watch.request), (std::vector<uint32_t>{0, 1}));
}

TEST(ArgumentWatch, ReadsItsVariable) {
  std::string problem;
  const auto settings = [&](const char *value) {
    const ScopedVariable variable("URSA_CONSTANT_ARGUMENTS", value);
    problem.clear();
    return watchSettings(problem);
  };
  EXPECT_FALSE(settings("off"));
  EXPECT_FALSE(settings("0"));
  EXPECT_FALSE(settings("00"));
  ASSERT_TRUE(settings("5"));
  EXPECT_EQ(settings("5")->launches, 5u);
  EXPECT_EQ(settings("5")->items, 0u);
  EXPECT_TRUE(problem.empty());
  for (const char *wrong : {"many", "-1", "5x", "99999999999"}) {
    ASSERT_TRUE(settings(wrong)) << wrong;
    EXPECT_EQ(settings(wrong)->launches, WatchSettings{}.launches);
    EXPECT_NE(problem.find(wrong), std::string::npos) << problem;
  }
}

// Threads launch with different values while code is built; none runs code of other values.
TEST(ArgumentWatch, OfManyThreadsRunsTheCodeOfItsValues) {
  class Builder final : public ArgumentWatch {
  public:
    Builder() : ArgumentWatch(kArguments, {.launches = 4, .items = 0, .time = {}}) {}
    ~Builder() override {
      for (std::thread &thread : threads_)
        thread.join();
    }

  private:
    void requestBuild(Values values) override {
      const std::lock_guard lock(mutex_); // a build may end before this function does
      threads_.emplace_back(
          [this, made = std::move(values)] { finish(std::make_unique<Code>(made)); });
    }
    std::mutex mutex_;
    std::vector<std::thread> threads_;
  };
  std::atomic<int> specialized{0}, wrong{0};
  Builder watch;
  const auto launchMany = [&](uint32_t thread) {
    for (uint32_t i = 0; i < 20000; ++i) {
      const Block block{i / 1000 % 3, thread % 2, {i / 5000, 7}};
      if (const auto *code = static_cast<const Code *>(watch.choose(block.bytes(), 1))) {
        ++specialized;
        wrong += !code->fits(block);
      }
    }
  };
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < 4; ++i)
    threads.emplace_back(launchMany, i);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(watch.report().buildsStarted, ArgumentWatch::kMostBuilds);
}

} // namespace
} // namespace ursa::adapter
