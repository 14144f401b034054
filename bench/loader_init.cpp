// loader_init: urLoaderInit and urAdapterGet, which opens the adapters, in a new process with one,
// two and three of them; the peer is dlopen of the same libraries, which any loader needs. The
// second adapter links OpenCL's library, like every adapter for that driver.
#include "bench/probe.h"

namespace ursa::bench {
namespace {

constexpr const char *kHost = "lib/libur_adapter_host.so.0";
constexpr const char *kOpenCl = "bench/adapters/libur_adapter_idle_opencl.so.0";
constexpr const char *kIdle = "bench/adapters/libur_adapter_idle.so.0";

void loaderInit(benchmark::State &state) {
  const std::vector<std::string> adapters = {kHost, kOpenCl, kIdle};
  const int64_t count = state.range(0);
  Probe probe("init", {adapters.begin(), adapters.begin() + count});
  Subject subject;
  subject.name = "loader_init/" + std::to_string(count);
  probe.run(state, subject, "dlopen of the adapters");
}
BENCHMARK(loaderInit)
    ->Name("loader_init")
    ->DenseRange(1, 3)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(101);

} // namespace
} // namespace ursa::bench
