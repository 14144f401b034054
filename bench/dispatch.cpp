// dispatch: cheap calls through the loader, compared with the same calls through the adapter's
// table, which the first word of every handle points to. Retain is an atomic operation, whose
// latency can hide the loader's overhead; a query has none.
#include "bench/paired.h"
#include "bench/probe.h"
#include "bench/ursa_kernel.h"

#include "ur_ddi.h"

#include <fmt/format.h>

namespace ursa::bench {
namespace {

constexpr size_t kCallsInARow = 10000;
constexpr double kMostOverhead = 2e-9;

const ur_dditable_t &tableOf(const void *handle) {
  return **static_cast<const ur_dditable_t *const *>(handle);
}

void retainAndRelease(benchmark::State &state) {
  const ur_device_handle_t device = hostDevice().handle;
  const TimedOperation throughLoader = [&] {
    return perThing(kCallsInARow, [&] {
      for (size_t i = 0; i < kCallsInARow / 2; ++i) {
        urDeviceRetain(device);
        urDeviceRelease(device);
      }
    });
  };
  const TimedOperation direct = [&] {
    return perThing(kCallsInARow, [&] {
      for (size_t i = 0; i < kCallsInARow / 2; ++i) {
        tableOf(device).Device.pfnRetain(device);
        tableOf(device).Device.pfnRelease(device);
      }
    });
  };
  runPaired(state, "dispatch/retain", throughLoader, "direct call of the adapter", direct);
}
BENCHMARK(retainAndRelease)
    ->Name("dispatch/retain")
    ->UseManualTime()
    ->Unit(benchmark::kNanosecond)
    ->Iterations(500);

void query(benchmark::State &state) {
  const client::Session session(hostDevice());
  const ur_context_handle_t context = session.context.get();
  uint32_t devices = 0;
  const TimedOperation throughLoader = [&] {
    return perThing(kCallsInARow, [&] {
      for (size_t i = 0; i < kCallsInARow; ++i)
        urContextGetInfo(context, UR_CONTEXT_INFO_NUM_DEVICES, sizeof(devices), &devices, nullptr);
    });
  };
  const TimedOperation direct = [&] {
    return perThing(kCallsInARow, [&] {
      for (size_t i = 0; i < kCallsInARow; ++i)
        tableOf(context).Context.pfnGetInfo(context, UR_CONTEXT_INFO_NUM_DEVICES, sizeof(devices),
                                            &devices, nullptr);
    });
  };
  runPaired(state, "dispatch/query", throughLoader, "direct call of the adapter", direct);
}
BENCHMARK(query)
    ->Name("dispatch/query")
    ->UseManualTime()
    ->Unit(benchmark::kNanosecond)
    ->Iterations(500);

// A launch for which the adapter does nothing, in a process with a given number of adapters. The
// calls go to the first one.
void launch(benchmark::State &state) {
  const std::vector<std::string> adapters = {"bench/adapters/libur_adapter_idle.so.0",
                                             "lib/libur_adapter_host.so.0",
                                             "bench/adapters/libur_adapter_idle_opencl.so.0"};
  const int64_t count = state.range(0);
  Probe probe("launch", {adapters.begin(), adapters.begin() + count});
  Subject subject;
  subject.name = "dispatch/launch/" + std::to_string(count);
  subject.title =
      fmt::format("loader over a direct call, launch, {} adapter{}", count, count == 1 ? "" : "s");
  subject.goal = {Goal::Difference, kMostOverhead};
  probe.run(state, subject, "direct call of the adapter");
}
BENCHMARK(launch)
    ->Name("dispatch/launch")
    ->Arg(1)
    ->Arg(3)
    ->UseManualTime()
    ->Unit(benchmark::kNanosecond)
    ->Iterations(101);

} // namespace
} // namespace ursa::bench
