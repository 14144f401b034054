// launch_constants: a launch of a kernel with a specialization constant, and the wait for it; the
// peer is a kernel that does the same without a constant, on the same device.
#include "bench/paired.h"
#include "bench/ursa_kernel.h"

#include <fmt/format.h>

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
    return medianOfRow(kLaunchesInARow, [&] { kernel.launch(); });
  };
  runAgainst(state, subject, [&] { return launch(ours); },
             {{"a launch without constants", [&] { return launch(without); }}});
}

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
