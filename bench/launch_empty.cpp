// launch_empty: enqueues an empty kernel of one work-item and waits for it; the peer is PoCL.
#include "bench/paired.h"
#include "bench/pocl.h"
#include "bench/ursa_kernel.h"

namespace ursa::bench {
namespace {

constexpr size_t kLaunchesInARow = 64;
constexpr double kMostRatio = 0.05;

void launchEmpty(benchmark::State &state) {
  UrsaKernel ours("empty", "empty", URSA_SPECIALIZATION_MODE_AUTO, false);
  const TimedOperation launchOurs = [&] {
    return medianOfSlices(kLaunchesInARow, [&] { ours.launch(); });
  };
  Subject subject;
  subject.name = "launch_empty";
  subject.title = "empty launch + wait, of PoCL's";
  subject.goal = {Goal::Ratio, kMostRatio};
  const std::unique_ptr<Pocl> pocl = Pocl::open();
  if (!pocl) {
    runAgainst(state, subject, launchOurs, {{"no PoCL device was found", {}}});
    return;
  }
  const auto peer = pocl->build("kernel void empty() {}", "empty", "", false);
  runAgainst(state, subject, launchOurs,
             {{pocl->description(),
               [&] { return medianOfSlices(kLaunchesInARow, [&] { peer->launch(); }); }}});
}
BENCHMARK(launchEmpty)
    ->Name("launch_empty")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(200);

} // namespace
} // namespace ursa::bench
