// Widths of packs that are timed on launches, where the estimate of the compiler is unsure. Which
// one is faster differs between machines; the tests hold for each outcome.
#include "host/host_device.h"
#include "host/launch_arguments.h"
#include "unit/cache/temporary_store.h"
#include "unit/scoped_variable.h"

#include "ursa.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <thread>

namespace ursa {
namespace {

ursa_width_report_t reportOf(ur_kernel_handle_t kernel) {
  ursa_width_report_t report{};
  EXPECT_OK(
      urKernelGetInfo(kernel, URSA_KERNEL_INFO_WIDTH_REPORT, sizeof(report), &report, nullptr));
  return report;
}

constexpr size_t kRows = 512;

/// A kernel with its memory.
class RowSums {
public:
  explicit RowSums(HostDevice &host)
      : kernel(host.kernel("row_sums")), host_(host), a_(host.memory<float>(kRows * kColumns)),
        x_(host.memory<float>(kColumns)), out_(host.memory<float>(kRows)) {
    for (size_t i = 0; i < kRows * kColumns; ++i)
      a_[i] = std::sin(static_cast<float>(i));
    for (size_t i = 0; i < kColumns; ++i)
      x_[i] = std::cos(static_cast<float>(i));
  }

  Arguments arguments(const int &columns) const {
    return Arguments().pointer(a_).pointer(x_).pointer(out_).value(columns);
  }
  std::vector<float> run() {
    std::fill_n(out_, kRows, -1.0f);
    const int columns = kColumns;
    launch(host_.queue, kernel, {kRows}, arguments(columns));
    return {out_, out_ + kRows};
  }
  /// Runs until all widths were compared.
  /// @param check sees each result
  void runUntilTimed(const std::function<void(const std::vector<float> &)> &check = {}) {
    for (;;) {
      const ursa_width_report_t report = reportOf(kernel);
      if (report.pendingTasks != 0)
        std::this_thread::yield();
      else if (report.untimedWidths == 0 && report.timedLaunches != timedBefore_)
        timedBefore_ = report.timedLaunches; // perhaps the last comparison
      else if (report.untimedWidths == 0)
        return;
      const std::vector<float> result = run();
      if (check)
        check(result);
    }
  }

  static constexpr int kColumns = 256;
  const ur_kernel_handle_t kernel;

private:
  HostDevice &host_;
  float *const a_;
  float *const x_;
  float *const out_;
  uint64_t timedBefore_ = UINT64_MAX;
};

bool areSame(const std::vector<float> &a, const std::vector<float> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float one, float other) {
    return std::bit_cast<uint32_t>(one) == std::bit_cast<uint32_t>(other);
  });
}

class HostWidths : public ::testing::Test {
protected:
  const testing::TemporaryFolder folder_;
  const ScopedVariable cache_{"URSA_CACHE", "1"};
  const ScopedVariable dir_{"URSA_CACHE_DIR", folder_.path().string()};
  const ScopedVariable constants_{"URSA_CONSTANT_ARGUMENTS", "off"};
  const ScopedVariable trials_{"URSA_HOST_WIDTH_TRIALS", "2"};
};

TEST_F(HostWidths, AreTimedAndKept) {
  ursa_width_report_t first{};
  {
    HostDevice host("widths");
    RowSums sums(host);
    first = reportOf(sums.kernel);
    ASSERT_NE(first.untimedWidths, 0u);
    EXPECT_EQ(first.width, first.estimatedWidth);
    EXPECT_EQ(first.isMeasured, 0u);
    const std::vector<float> expected = sums.run();
    sums.runUntilTimed(
        [&](const std::vector<float> &result) { EXPECT_TRUE(areSame(result, expected)); });
    const ursa_width_report_t last = reportOf(sums.kernel);
    EXPECT_EQ(last.buildsStarted, first.untimedWidths);
    EXPECT_EQ(last.buildsFailed, 0u);
    EXPECT_GE(last.timedLaunches, last.buildsStarted * 4);
    EXPECT_EQ(last.width != last.estimatedWidth, last.changes != 0);
    first = last;
  }
  HostDevice host("widths"); // as another process
  RowSums sums(host);
  const auto expectKnown = [&] {
    const ursa_width_report_t report = reportOf(sums.kernel);
    EXPECT_EQ(report.isMeasured, 1u);
    EXPECT_EQ(report.width, first.width);
    EXPECT_EQ(report.untimedWidths, 0u);
    EXPECT_EQ(report.timedLaunches, 0u);
    EXPECT_EQ(report.buildsStarted, 0u);
  };
  expectKnown();
  for (int i = 0; i < 20; ++i)
    sums.run();
  expectKnown();
}

TEST_F(HostWidths, StayWithoutTrials) {
  const ScopedVariable off("URSA_HOST_WIDTH_TRIALS", "off");
  HostDevice host("widths");
  RowSums sums(host);
  for (int i = 0; i < 20; ++i)
    sums.run();
  const ursa_width_report_t report = reportOf(sums.kernel);
  EXPECT_EQ(report.width, report.estimatedWidth);
  EXPECT_EQ(report.untimedWidths, 0u);
  EXPECT_EQ(report.timedLaunches, 0u);
}

TEST_F(HostWidths, ThatAreGivenStay) {
  const ScopedVariable given("URSA_HOST_VECTOR_WIDTH", "4");
  HostDevice host("widths");
  RowSums sums(host);
  for (int i = 0; i < 20; ++i)
    sums.run();
  const ursa_width_report_t report = reportOf(sums.kernel);
  EXPECT_EQ(report.width, 4u);
  EXPECT_EQ(report.untimedWidths, 0u);
  EXPECT_EQ(report.timedLaunches, 0u);
}

TEST_F(HostWidths, OfSubGroupsStay) {
  HostDevice host("widths");
  EXPECT_EQ(reportOf(host.kernel("sub_group_sums")).untimedWidths, 0u);
}

TEST_F(HostWidths, OfRecordedLaunchesAreNotTimed) {
  HostDevice host("widths");
  RowSums sums(host);
  ur_exp_command_buffer_desc_t description{};
  description.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC;
  ur_exp_command_buffer_handle_t buffer = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(host.context, host.device, &description, &buffer));
  const size_t offset = 0, global = kRows;
  const int columns = RowSums::kColumns;
  ASSERT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
      buffer, sums.kernel, 1, &offset, &global, nullptr, 4, sums.arguments(columns).all().data(), 0,
      nullptr, 0, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  const std::vector<float> expected = sums.run();
  for (int i = 0; i < 20; ++i) {
    EXPECT_OK(urEnqueueCommandBufferExp(host.queue, buffer, 0, nullptr, nullptr));
    EXPECT_OK(urQueueFinish(host.queue));
  }
  EXPECT_EQ(reportOf(sums.kernel).timedLaunches, 0u);
  EXPECT_TRUE(areSame(sums.run(), expected));
  ASSERT_OK(urCommandBufferReleaseExp(buffer));
}

// Launches that nobody waits for, on several threads.
TEST_F(HostWidths, OfManyThreadsGiveTheSameResults) {
  HostDevice host("widths");
  constexpr size_t kItems = 4096, kThreads = 4;
  const ur_kernel_handle_t kernel = host.kernel("steps");
  auto *const in = host.memory<uint32_t>(kItems);
  for (uint32_t i = 0; i < kItems; ++i)
    in[i] = i + 1;
  std::vector<uint32_t *> outs;
  std::vector<ur_queue_handle_t> queues;
  for (size_t i = 0; i < kThreads; ++i) {
    outs.push_back(host.memory<uint32_t>(kItems));
    queues.push_back(host.makeQueue());
  }
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      const Arguments arguments = Arguments().pointer(in).pointer(outs[t]);
      for (int i = 0; i < 200; ++i) {
        EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(queues[t], kernel, 1, nullptr, &kItems, nullptr,
                                                   2, arguments.all().data(), nullptr, 0, nullptr,
                                                   nullptr));
        if (i % 50 == 49)
          EXPECT_OK(urQueueFinish(queues[t]));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t t = 1; t < kThreads; ++t)
    EXPECT_EQ(std::memcmp(outs[0], outs[t], kItems * sizeof(uint32_t)), 0);
  EXPECT_EQ(outs[0][26], 111u); // of 27
}

// Everything is released while code is built.
TEST_F(HostWidths, ABuildOutlivesItsProgram) {
  const ScopedVariable noCache("URSA_CACHE", "0");
  for (int i = 0; i < 3; ++i) {
    HostDevice host("widths");
    RowSums sums(host);
    for (int launches = 0; reportOf(sums.kernel).buildsStarted == 0 && launches < 20; ++launches)
      sums.run();
    EXPECT_EQ(reportOf(sums.kernel).buildsStarted, 1u);
  }
}

} // namespace
} // namespace ursa
