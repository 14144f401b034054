// launch_constants: a launch of a kernel with a specialization constant, and the wait for it; the
// peer is a kernel that does the same without a constant, on the same device. Tiered, when the
// native kernel has been built: the peer is a launch in native mode.
//
// seen_values_threads: the time from values that were built before to the first result while many
// threads do this at once, of that of one thread alone. Threads share the processors, so theirs is
// the time of all divided by the operations that the processors can run at once.
#include "bench/paired.h"
#include "bench/ursa_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

namespace ursa::bench {
namespace {

constexpr size_t kLaunchesInARow = 64;
constexpr double kMostRatio = 1.1;

void launchConstants(benchmark::State &state, ursa_specialization_mode_t mode, const char *name) {
  UrsaKernel ours("constant", "write_value", mode, true);
  ours.specialize(2); // the default's image may be another one
  UrsaKernel without("empty", "write_one", URSA_SPECIALIZATION_MODE_AUTO, true);
  Subject subject;
  subject.name = fmt::format("launch_constants/{}", name);
  subject.title = fmt::format("launch with constants, {}, of one without", name);
  subject.goal = {Goal::Ratio, kMostRatio};
  const auto launch = [](UrsaKernel &kernel) {
    return medianOfSlices(kLaunchesInARow, [&] { kernel.launch(); });
  };
  runAgainst(state, subject, [&] { return launch(ours); },
             {{"a launch without constants", [&] { return launch(without); }}});
}

void launchTiered(benchmark::State &state) {
  constexpr double kMostOfNative = 1 / 0.98;
  UrsaKernel ours("constant", "write_value", URSA_SPECIALIZATION_MODE_TIERED, true);
  UrsaKernel native("constant", "write_value", URSA_SPECIALIZATION_MODE_NATIVE, true);
  ours.specialize(2);
  native.specialize(2);
  ours.launch(); // emulated
  ours.finishBuilds();
  Subject subject;
  subject.name = "launch_constants/tiered";
  subject.title = "launch with constants, tiered after the swap, of a native one";
  subject.goal = {Goal::Ratio, kMostOfNative};
  const auto launch = [](UrsaKernel &kernel) {
    return medianOfSlices(kLaunchesInARow, [&] { kernel.launch(); });
  };
  runAgainst(state, subject, [&] { return launch(ours); },
             {{"a native launch", [&] { return launch(native); }}});
}
BENCHMARK(launchTiered)
    ->Name("launch_constants/tiered")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(200);

constexpr size_t kThreads = 8;
constexpr int kValues = 8;

/// Sets values that were built before in turn, and launches each once; returns seconds for each.
double changeValues(UrsaKernel &kernel, int count) {
  return perThing(static_cast<size_t>(count), [&] {
    for (int i = 0; i < count; ++i) {
      kernel.specialize(i % kValues);
      kernel.launch();
    }
  });
}

void seenValuesThreads(benchmark::State &state) {
  constexpr int kChanges = 20000; // so many that starting and spreading the threads does not count
  std::vector<std::unique_ptr<UrsaKernel>> kernels;
  for (size_t i = 0; i < kThreads; ++i) {
    kernels.push_back(std::make_unique<UrsaKernel>("constant", "write_value",
                                                   URSA_SPECIALIZATION_MODE_NATIVE, true));
    changeValues(*kernels.back(), kValues);
  }
  const double processors = std::max(1u, std::thread::hardware_concurrency());
  const auto all = [&] {
    const double seconds = perThing(1, [&] {
      std::vector<std::thread> threads;
      threads.reserve(kernels.size());
      for (const auto &kernel : kernels)
        threads.emplace_back([&kernel] { changeValues(*kernel, kChanges); });
      for (std::thread &thread : threads)
        thread.join();
    });
    return seconds * std::min<double>(processors, kThreads) / (kThreads * kChanges);
  };
  Subject subject;
  subject.name = "seen_values_threads";
  subject.title = "values seen before to first result, 8 threads, of one thread";
  subject.goal = {Goal::Ratio, kMostRatio};
  runAgainst(state, subject, all,
             {{"one thread alone", [&] { return changeValues(*kernels.front(), kChanges); }}});
}
BENCHMARK(seenValuesThreads)
    ->Name("seen_values_threads")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(25);

[[maybe_unused]] const bool registered = [] {
  for (auto [mode, name] : {std::pair{URSA_SPECIALIZATION_MODE_NATIVE, "native"},
                            {URSA_SPECIALIZATION_MODE_EMULATED, "emulated"}})
    benchmark::RegisterBenchmark(fmt::format("launch_constants/{}", name).c_str(), launchConstants,
                                 mode, name)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(200);
  return true;
}();

} // namespace
} // namespace ursa::bench
