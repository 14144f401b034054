// dispatch: a cheap call through the loader against the same call through the adapter's table,
// which the first word of every handle points to.
#include "bench/paired.h"
#include "bench/ursa_kernel.h"

#include "ur_ddi.h"

namespace ursa::bench {
namespace {

constexpr size_t kPairsInARow = 10000;

void dispatch(benchmark::State &state) {
  const ur_device_handle_t device = hostDevice().handle;
  const ur_dditable_t &table = **reinterpret_cast<const ur_dditable_t *const *>(device);

  const TimedOperation throughLoader = [&] {
    return perThing(2 * kPairsInARow, [&] {
      for (size_t i = 0; i < kPairsInARow; ++i) {
        urDeviceRetain(device);
        urDeviceRelease(device);
      }
    });
  };
  const TimedOperation direct = [&] {
    return perThing(2 * kPairsInARow, [&] {
      for (size_t i = 0; i < kPairsInARow; ++i) {
        // Read anew each time, as a program without a loader would.
        benchmark::DoNotOptimize(table);
        table.Device.pfnRetain(device);
        table.Device.pfnRelease(device);
      }
    });
  };
  runPaired(state, "dispatch", throughLoader, "direct call of the adapter", direct);
}
BENCHMARK(dispatch)
    ->Name("dispatch")
    ->UseManualTime()
    ->Unit(benchmark::kNanosecond)
    ->Iterations(500);

} // namespace
} // namespace ursa::bench
