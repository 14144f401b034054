// Arguments that keep their values become constants of code that is built in the background.
#include "host/host_device.h"
#include "host/launch_arguments.h"
#include "unit/scoped_variable.h"

#include "ursa.h"

#include <cmath>
#include <cstring>
#include <thread>

namespace ursa {
namespace {

constexpr size_t kSide = 64;
constexpr int kWidth = static_cast<int>(kSide) + 16;

ursa_argument_report_t reportOf(ur_kernel_handle_t kernel) {
  ursa_argument_report_t report{};
  EXPECT_OK(
      urKernelGetInfo(kernel, URSA_KERNEL_INFO_ARGUMENT_REPORT, sizeof(report), &report, nullptr));
  return report;
}

void waitForBuild(ur_kernel_handle_t kernel) {
  while (reportOf(kernel).pendingBuilds != 0)
    std::this_thread::yield();
}

class Convolution {
public:
  explicit Convolution(HostDevice &host)
      : host_(host), kernel(host.kernel("convolve")),
        in_(host.memory<float>(size_t{kWidth} * kWidth)), out_(host.memory<float>(kSide * kSide)) {
    for (int i = 0; i < kWidth * kWidth; ++i)
      in_[i] = std::sin(static_cast<float>(i));
  }

  std::vector<float> run(int radius) { return run(radius, host_.queue); }
  std::vector<float> run(int radius, ur_queue_handle_t queue) {
    std::fill_n(out_, kSide * kSide, -1.0f);
    const int width = kWidth;
    launch(queue, kernel, {kSide, kSide},
           Arguments().pointer(in_).pointer(out_).value(radius).value(width));
    return result();
  }
  std::vector<float> result() const { return {out_, out_ + kSide * kSide}; }

  Arguments arguments(const int &radius, const int &width) const {
    return Arguments().pointer(in_).pointer(out_).value(radius).value(width);
  }

private:
  HostDevice &host_;

public:
  const ur_kernel_handle_t kernel;

private:
  float *const in_;
  float *const out_;
};

constexpr int kMostRadius = 6;

/// Results of generic code, by radius.
std::vector<std::vector<float>> genericResults() {
  const ScopedVariable off("URSA_CONSTANT_ARGUMENTS", "off");
  HostDevice host("constant_arguments");
  Convolution convolution(host);
  std::vector<std::vector<float>> all;
  for (int radius = 0; radius <= kMostRadius; ++radius)
    all.push_back(convolution.run(radius));
  EXPECT_EQ(reportOf(convolution.kernel).watchedArguments, 0u);
  return all;
}

bool areSame(const std::vector<float> &a, const std::vector<float> &b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

class HostConstantArguments : public testing::Test {
protected:
  const std::vector<std::vector<float>> generic_ = genericResults();
  const ScopedVariable window_{"URSA_CONSTANT_ARGUMENTS", "4"};
  HostDevice host_{"constant_arguments"};
};

TEST_F(HostConstantArguments, ARadiusBecomesAConstant) {
  Convolution convolution(host_);
  EXPECT_EQ(reportOf(convolution.kernel).watchedArguments, 1u); // not the width of a row
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(areSame(convolution.run(3), generic_[3])) << i;
  EXPECT_EQ(reportOf(convolution.kernel).buildsStarted, 1u);
  waitForBuild(convolution.kernel);
  EXPECT_TRUE(areSame(convolution.run(3), generic_[3]));
  EXPECT_EQ(reportOf(convolution.kernel).swaps, 1u);
  for (const int radius : {2, 3, 0, 6, 3})
    EXPECT_TRUE(areSame(convolution.run(radius), generic_[static_cast<size_t>(radius)])) << radius;
  const ursa_argument_report_t report = reportOf(convolution.kernel);
  EXPECT_EQ(report.misses, 3u);
  EXPECT_EQ(report.buildsFailed, 0u);
}

TEST_F(HostConstantArguments, HandlesOfAKernelShareTheCode) {
  Convolution first(host_);
  for (int i = 0; i < 4; ++i)
    first.run(2);
  waitForBuild(first.kernel);
  Convolution second(host_);
  EXPECT_TRUE(areSame(second.run(2), generic_[2]));
  EXPECT_EQ(reportOf(second.kernel).swaps, 1u);
}

TEST_F(HostConstantArguments, HaveAllScalarTypes) {
  ur_kernel_handle_t kernel = host_.kernel("types");
  auto *const out = host_.memory<int>(32);
  const auto run = [&](char small, uint16_t middle, int64_t large, float real, double exact,
                       std::array<int, 2> pair, uint8_t flag) {
    for (int i = 0; i < 16; ++i)
      out[i] = 100 + i;
    launch(host_.queue, kernel, {16},
           Arguments()
               .pointer(out)
               .value(small)
               .value(middle)
               .value(large)
               .value(real)
               .value(exact)
               .value(pair)
               .value(flag));
    return std::vector<int>(out, out + 32);
  };
  EXPECT_EQ(reportOf(kernel).watchedArguments, 7u);
  const auto many = [&] { return run(3, 5, -2, 1.0f, 0.125, {-1, 4}, 1); };
  const auto none = [&] { return run(0, 0, 4, 0.0f, 1.0, {0, 0}, 0); };
  const std::vector<int> ofNone = none(), ofMany = many();
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(many(), ofMany);
  waitForBuild(kernel);
  EXPECT_EQ(many(), ofMany);
  EXPECT_EQ(reportOf(kernel).swaps, 1u);
  EXPECT_EQ(none(), ofNone);
  EXPECT_EQ(many(), ofMany);
}

TEST_F(HostConstantArguments, OfAKernelWithBarriersAndLocalMemory) {
  ur_kernel_handle_t kernel = host_.kernel("sums");
  constexpr size_t kItems = 64, kGroup = 16;
  auto *const values = host_.memory<int>(kItems);
  const auto run = [&](int steps) {
    for (size_t i = 0; i < kItems; ++i)
      values[i] = static_cast<int>(i);
    const Arguments arguments =
        Arguments().pointer(values).value(steps).local(kGroup * sizeof(int));
    EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(host_.queue, kernel, 1, nullptr, &kItems, &kGroup, 3,
                                               arguments.all().data(), nullptr, 0, nullptr,
                                               nullptr));
    EXPECT_OK(urQueueFinish(host_.queue));
    return std::vector<int>(values, values + kItems);
  };
  const std::vector<int> one = run(1), three = run(3);
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(run(3), three);
  waitForBuild(kernel);
  EXPECT_EQ(run(3), three);
  EXPECT_EQ(reportOf(kernel).swaps, 1u);
  EXPECT_EQ(run(1), one);
}

TEST_F(HostConstantArguments, AreNotWatchedWhereTheyDoNotPay) {
  EXPECT_EQ(reportOf(host_.kernel("scale")).watchedArguments, 0u);
}

TEST(HostProgramVariables, KeepTheirKernelsGeneric) {
  const ScopedVariable window("URSA_CONSTANT_ARGUMENTS", "1");
  HostDevice host("program_variables");
  ur_kernel_handle_t kernel = host.kernel("add");
  EXPECT_EQ(reportOf(kernel).watchedArguments, 0u);
  auto *const out = host.memory<int>(1);
  const int times = 1;
  for (int sum = 1; sum < 100; sum *= 2) {
    *out = sum;
    launch(host.queue, kernel, {1}, Arguments().pointer(out).value(times));
    EXPECT_EQ(*out, 2 * sum - 1);
  }
}

// The recorded code fits the recorded arguments, and that of an update fits those of the update.
TEST_F(HostConstantArguments, OfCommandBuffersAreThoseOfTheRecording) {
  Convolution convolution(host_);
  for (int i = 0; i < 4; ++i)
    convolution.run(3);
  waitForBuild(convolution.kernel);

  ur_exp_command_buffer_desc_t description{};
  description.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC;
  description.isUpdatable = true;
  ur_exp_command_buffer_handle_t buffer = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(host_.context, host_.device, &description, &buffer));
  ur_exp_command_buffer_command_handle_t command = nullptr;
  const size_t offset[2] = {}, global[2] = {kSide, kSide};
  const int radius = 3, width = kWidth;
  const Arguments arguments = convolution.arguments(radius, width);
  ASSERT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
      buffer, convolution.kernel, 2, offset, global, nullptr, 4, arguments.all().data(), 0, nullptr,
      0, nullptr, 0, nullptr, nullptr, nullptr, &command));
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  const auto execute = [&] {
    EXPECT_OK(urEnqueueCommandBufferExp(host_.queue, buffer, 0, nullptr, nullptr));
    EXPECT_OK(urQueueFinish(host_.queue));
    return convolution.result();
  };
  convolution.run(5);
  EXPECT_TRUE(areSame(execute(), generic_[3]));
  for (const int other : {5, 3}) {
    ur_exp_command_buffer_update_value_arg_desc_t changed{};
    changed.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_VALUE_ARG_DESC;
    changed.argIndex = 2;
    changed.argSize = sizeof(other);
    changed.pNewValueArg = &other;
    ur_exp_command_buffer_update_kernel_launch_desc_t update{};
    update.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_KERNEL_LAUNCH_DESC;
    update.hCommand = command;
    update.hNewKernel = convolution.kernel;
    update.numNewValueArgs = 1;
    update.pNewValueArgList = &changed;
    ASSERT_OK(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update));
    EXPECT_TRUE(areSame(execute(), generic_[static_cast<size_t>(other)])) << other;
  }
  ASSERT_OK(urCommandBufferReleaseExp(buffer));
}

TEST_F(HostConstantArguments, OfManyThreadsGiveTheSameResults) {
  constexpr int kThreads = 4;
  std::vector<std::unique_ptr<Convolution>> convolutions;
  std::vector<ur_queue_handle_t> queues;
  for (int i = 0; i < kThreads; ++i) {
    convolutions.push_back(std::make_unique<Convolution>(host_));
    queues.push_back(host_.makeQueue());
  }
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (size_t i = 0; i < 400; ++i) {
        const size_t radius = 1 + (i / 100 + t / 2) % 3;
        wrong +=
            !areSame(convolutions[t]->run(static_cast<int>(radius), queues[t]), generic_[radius]);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(reportOf(convolutions[0]->kernel).buildsStarted, 1u);
}

// Everything is released while code is built.
TEST(HostConstantArgumentsAtTheEnd, ABuildOutlivesItsProgram) {
  const ScopedVariable window("URSA_CONSTANT_ARGUMENTS", "1");
  for (int i = 1; i < 4; ++i) {
    HostDevice host("constant_arguments");
    Convolution convolution(host);
    convolution.run(i);
    EXPECT_EQ(reportOf(convolution.kernel).buildsStarted, 1u);
  }
}

} // namespace
} // namespace ursa
