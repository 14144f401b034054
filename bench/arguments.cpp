// launch_arguments: a launch of a kernel whose arguments are watched, because they would pay as
// constants; the peer is the same launch while none are watched.
//
//   none        of four arguments none is watched: both sides do the same
//   one, four   of four arguments so many are watched, and constants of the code that runs
//   changing    the watched one changes from launch to launch, so that generic code runs
#include "bench/paired.h"
#include "bench/ursa_kernel.h"
#include "client/check.h"
#include "client/failure.h"
#include "client/files.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

namespace ursa::bench {
namespace {

using client::check;

constexpr const char *kVariable = "URSA_CONSTANT_ARGUMENTS";
constexpr size_t kLaunchesInARow = 1000;
constexpr double kMostSeconds = 2e-9;

/// The kernel of arguments.cl, of a bundle of its own on the host's CPU.
class WatchedKernel {
public:
  WatchedKernel(const char *name, bool isWatched) : memory_(session_, sizeof(int)) {
    if (isWatched)
      unsetenv(kVariable);
    else
      setenv(kVariable, "off", 1);
    const auto path = client::executableFolder().parent_path() / "share/ursa/bench/arguments.ursa";
    client::ImagesHandle images;
    check(ursaImagesLoad(path.c_str(), images.out()), "Loading a benchmark's kernel");
    check(ursaBundleCreate(session_.context.get(), 1, &session_.device.handle, images.get(),
                           URSA_SPECIALIZATION_MODE_AUTO, bundle_.out()),
          "Making a bundle");
    check(ursaBundleBuild(bundle_.get(), nullptr), "Building a kernel");
    check(ursaBundleGetKernel(bundle_.get(), nullptr, name, kernel_.out()), "Getting a kernel");
    const ur_queue_properties_t inOrder{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, 0};
    check(urQueueCreate(session_.context.get(), session_.device.handle, &inOrder, queue_.out()),
          "Making a queue");
    unsetenv(kVariable);
  }

  /// @param changing whether the first number changes from launch to launch
  void launch(size_t count, bool changing, size_t items = 1) {
    int values[] = {1, 2, 3, 4};
    ur_exp_kernel_arg_properties_t arguments[5] = {};
    for (uint32_t i = 0; i < 5; ++i) {
      arguments[i].stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
      arguments[i].type = i == 0 ? UR_EXP_KERNEL_ARG_TYPE_POINTER : UR_EXP_KERNEL_ARG_TYPE_VALUE;
      arguments[i].index = i;
      arguments[i].size = i == 0 ? sizeof(void *) : sizeof(int);
      if (i != 0)
        arguments[i].value.value = &values[i - 1];
    }
    arguments[0].value.pointer = memory_.argument().value;
    for (size_t i = 0; i < count; ++i) {
      values[0] = changing ? static_cast<int>(i) : values[0];
      check(urEnqueueKernelLaunchWithArgsExp(queue_.get(), kernel_.get(), 1, nullptr, &items,
                                             nullptr, 5, arguments, nullptr, 0, nullptr, nullptr),
            "Launching a kernel");
    }
    check(urQueueFinish(queue_.get()), "Waiting for kernels");
  }

  ursa_argument_report_t report() const {
    ursa_argument_report_t report{};
    check(urKernelGetInfo(kernel_.get(), URSA_KERNEL_INFO_ARGUMENT_REPORT, sizeof(report), &report,
                          nullptr),
          "Asking for the arguments");
    return report;
  }

  /// Launches until specialized code runs.
  void specialize() {
    constexpr size_t kItems = size_t{1} << 20;
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (report().swaps == 0) {
      launch(16, /*changing=*/false, kItems);
      if (std::chrono::steady_clock::now() > end)
        client::fail("No code was specialized for the arguments within a minute.");
    }
  }

private:
  client::Session session_{hostDevice()};
  client::DeviceMemory memory_;
  client::BundleHandle bundle_;
  client::KernelHandle kernel_;
  client::QueueHandle queue_;
};

enum class Values { Kept, Changing };

void launchArguments(benchmark::State &state, const char *name, const char *kernel, Values values,
                     const char *title) {
  WatchedKernel ours(kernel, true), peer(kernel, false);
  if (values == Values::Kept && ours.report().watchedArguments != 0)
    ours.specialize();
  else
    ours.launch(1000, values == Values::Changing, size_t{1} << 12); // past the first windows
  Subject subject;
  subject.name = fmt::format("launch_arguments/{}", name);
  subject.title = title;
  subject.goal = {Goal::Difference, kMostSeconds};
  const auto run = [values](WatchedKernel &one) {
    return perThing(kLaunchesInARow,
                    [&] { one.launch(kLaunchesInARow, values == Values::Changing); });
  };
  runAgainst(state, subject, [&] { return run(ours); },
             {{"the same launch, not watched", [&] { return run(peer); }}});
}

[[maybe_unused]] const bool registered = [] {
  const auto add = [](const char *name, auto... arguments) {
    benchmark::RegisterBenchmark(fmt::format("launch_arguments/{}", name).c_str(), launchArguments,
                                 name, arguments...)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(400);
  };
  add("none", "write_number", Values::Kept,
      "launch without arguments to watch, of one not watched");
  add("one", "write_mode", Values::Kept, "launch with a constant argument, of one not watched");
  add("four", "write_modes", Values::Kept,
      "launch with four constant arguments, of one not watched");
  add("changing", "write_mode", Values::Changing,
      "launch with an argument that changes, of one not watched");
  return true;
}();

} // namespace
} // namespace ursa::bench
