// Mode TIERED on real devices: every launch has the values that were set before it, in every tier,
// and launches swap to the native tier while threads set values and launch.
//
// URSA_TIERS_SECONDS=60 lets the threads run for a minute instead of a number of rounds.
#include "client/check.h"
#include "client/device_memory.h"
#include "client/devices.h"
#include "client/files.h"
#include "integration/beside.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace ursa::client {
namespace {

using Shown = std::array<int32_t, 3>;
using Clock = std::chrono::steady_clock;

constexpr uint32_t kScale = 2; // SpecId in the native image
constexpr int kThreads = 8;
constexpr int kRounds = 40;

const DeviceList &tierDevices() {
  static const DeviceList list;
  return list;
}

std::string tierImages() { return testImage("specialization"); }

/// Says when a thread of the stress test ends.
class Rounds {
public:
  Rounds() {
    if (const char *seconds = std::getenv("URSA_TIERS_SECONDS"))
      end_ = Clock::now() + std::chrono::seconds(std::atoi(seconds));
  }
  bool next() { return end_ ? Clock::now() < *end_ : rounds_++ < kRounds; }

private:
  std::optional<Clock::time_point> end_;
  int rounds_ = 0;
};

class RealTiers : public ::testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    const auto &all = tierDevices().all();
    const auto device = std::find_if(all.begin(), all.end(), [](const Device &each) {
      return each.selector.starts_with(std::string(GetParam()) + ":");
    });
    if (device == all.end())
      GTEST_SKIP() << "There is no device of the adapter '" << GetParam() << "'.";
    ursa_specialization_mode_flags_t modes = 0;
    check(ursaDeviceGetSpecializationModes(device->handle, &modes), "Asking for the modes");
    if (!(modes & URSA_SPECIALIZATION_MODE_FLAG_TIERED))
      GTEST_SKIP() << "The device sets no constants itself.";
    session_.emplace(tierDevices().select(GetParam()));
  }

  BundleHandle bundle() {
    ImagesHandle images;
    check(ursaImagesLoad(tierImages().c_str(), images.out()), "Loading images");
    BundleHandle bundle;
    check(ursaBundleCreate(session_->context.get(), 1, &session_->device.handle, images.get(),
                           URSA_SPECIALIZATION_MODE_TIERED, bundle.out()),
          "Creating a bundle");
    return bundle;
  }
  KernelHandle kernelFor(const BundleHandle &bundle, int32_t scale) {
    check(ursaBundleSetSpecializationConstant(bundle.get(), "scale", sizeof(scale), &scale),
          "Setting a constant");
    check(ursaBundleBuild(bundle.get(), nullptr), "Building");
    KernelHandle kernel;
    check(ursaBundleGetKernel(bundle.get(), nullptr, "show", kernel.out()), "Getting a kernel");
    return kernel;
  }
  Shown launch(ur_queue_handle_t queue, ur_kernel_handle_t kernel, DeviceMemory &out) {
    const size_t global = 1;
    const ursa_kernel_arg_t argument = out.argument();
    check(ursaEnqueueKernelLaunch(queue, kernel, 1, nullptr, &global, nullptr, 1, &argument, 0,
                                  nullptr, nullptr),
          "Launching");
    check(urQueueFinish(queue), "Waiting");
    Shown shown{};
    out.download(std::as_writable_bytes(std::span(shown)));
    return shown;
  }
  Shown launch(const KernelHandle &kernel) {
    DeviceMemory out(*session_, sizeof(Shown));
    return launch(session_->queue.get(), kernel.get(), out);
  }
  ursa_tier_report_t report(const BundleHandle &bundle) {
    ursa_tier_report_t report{};
    check(ursaBundleGetTierReport(bundle.get(), session_->device.handle, &report), "Reporting");
    return report;
  }

  std::optional<Session> session_;
};

TEST_P(RealTiers, LaunchesSwapToTheNativeTierAndResultsStayTheSame) {
  const BundleHandle bundle = this->bundle();
  check(ursaBundleBuild(bundle.get(), nullptr), "Building");
  KernelHandle defaults;
  check(ursaBundleGetKernel(bundle.get(), nullptr, "show", defaults.out()), "Getting a kernel");
  EXPECT_EQ(launch(defaults), (Shown{3, 7, 9}));
  EXPECT_EQ(report(bundle).lastLaunch, URSA_TIER_NATIVE);

  for (const int32_t scale : {-12, 1 << 30}) {
    const KernelHandle kernel = kernelFor(bundle, scale);
    EXPECT_EQ(launch(kernel), (Shown{scale, 7, 9}));
    check(ursaBundleFinishBuilds(bundle.get()), "Waiting for builds");
    EXPECT_EQ(launch(kernel), (Shown{scale, 7, 9}));
    EXPECT_EQ(report(bundle).lastLaunch, URSA_TIER_NATIVE);
    EXPECT_EQ(launch(defaults), (Shown{3, 7, 9}));
  }
  EXPECT_EQ(report(bundle).buildsStarted, 2u);
  EXPECT_EQ(report(bundle).buildsFailed, 0u);
}

TEST_P(RealTiers, ObjectsMayEndWhileTheirBuildRuns) {
  for (int32_t scale = 100; scale < 110; ++scale) {
    const BundleHandle bundle = this->bundle();
    const KernelHandle kernel = kernelFor(bundle, scale);
    EXPECT_EQ(launch(kernel)[0], scale);
  }
  session_.reset(); // also the context
}

// Ends a process at once after it has requested a build.
TEST_P(RealTiers, AProcessMayExitWhileABuildRuns) {
  const std::string program = programBeside("ursa_tier_exit");
  for (const char *how : {"exit", "teardown", "fork"}) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(60);
      execl(program.c_str(), program.c_str(), GetParam(), tierImages().c_str(), how, nullptr);
      _exit(127);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status)) << how << " signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0) << how;
  }
}

// Each thread has a kernel of one program, with values of its own.
TEST_P(RealTiers, ThreadsSetValuesOfTheirKernelsAndLaunch) {
  setenv("URSA_SPECIALIZATION", "tiered", 1);
  const std::vector<std::byte> bytes = readFile(tierImages());
  ur_device_handle_t device = session_->device.handle;
  size_t length = bytes.size();
  const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
  ur_program_handle_t program = nullptr;
  check(urProgramCreateWithBinary(session_->context.get(), 1, &device, &length, &data, nullptr,
                                  &program),
        "Creating a program");
  unsetenv("URSA_SPECIALIZATION");
  check(urProgramBuild(session_->context.get(), program, nullptr), "Building");
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&, thread] {
      QueueHandle queue;
      check(urQueueCreate(session_->context.get(), device, nullptr, queue.out()), "A queue");
      DeviceMemory out(*session_, sizeof(Shown));
      KernelHandle kernel;
      check(urKernelCreate(program, "show", kernel.out()), "Creating a kernel");
      std::mt19937 random(static_cast<unsigned>(thread));
      for (Rounds rounds; rounds.next();) {
        // A few values return, the others are new.
        const auto scale = static_cast<int32_t>(random() % 2 ? random() % 4 : random());
        const ur_specialization_constant_info_t info = {kScale, sizeof(scale), &scale};
        check(urKernelSetSpecializationConstants(kernel.get(), 1, &info), "Setting a value");
        for (unsigned launches = random() % 4 + 1; launches > 0; --launches)
          wrong += launch(queue.get(), kernel.get(), out) != Shown{scale, 7, 9};
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  urProgramRelease(program);
}

// All threads use one bundle, and keep kernels of several builds.
TEST_P(RealTiers, ThreadsBuildABundleAndLaunch) {
  const BundleHandle bundle = this->bundle();
  std::mutex mutex; // makes one operation of setting, building and getting a kernel
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&, thread] {
      QueueHandle queue;
      check(urQueueCreate(session_->context.get(), session_->device.handle, nullptr, queue.out()),
            "A queue");
      DeviceMemory out(*session_, sizeof(Shown));
      std::mt19937 random(static_cast<unsigned>(100 + thread));
      std::array<KernelHandle, 3> kernels;
      std::array<int32_t, 3> scales{};
      for (Rounds rounds; rounds.next();) {
        const size_t changed = random() % kernels.size();
        scales[changed] = static_cast<int32_t>(random() % 2 ? random() % 4 : random());
        {
          const std::lock_guard lock(mutex);
          kernels[changed] = kernelFor(bundle, scales[changed]);
        }
        for (size_t i = 0; i < kernels.size(); ++i)
          if (kernels[i].get())
            wrong += launch(queue.get(), kernels[i].get(), out) != Shown{scales[i], 7, 9};
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(report(bundle).buildsFailed, 0u);
}

INSTANTIATE_TEST_SUITE_P(Devices, RealTiers, ::testing::Values("host", "opencl", "vulkan"),
                         [](const auto &row) { return std::string(row.param); });

} // namespace
} // namespace ursa::client
