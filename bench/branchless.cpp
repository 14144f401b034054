// dispatch/branchless: a launch that the entry point passes on without a branch
// (core/dispatch/branchless.h); the peer is the same entry point with a branch. idle: the adapter
// does nothing. host: an empty kernel of one work-item on the host device, and the wait for it.
#include "bench/launch_paths.h"
#include "bench/paired.h"
#include "bench/ursa_kernel.h"
#include "client/check.h"

namespace ursa::bench {
namespace {

constexpr size_t kIdleLaunches = 10000;
constexpr size_t kHostLaunches = 256;

using LaunchFunction = ur_pfnEnqueueKernelLaunchWithArgsExp_t;

ur_result_t UR_APICALL launchNothing(ur_queue_handle_t, ur_kernel_handle_t, uint32_t,
                                     const size_t *, const size_t *, const size_t *, uint32_t,
                                     const ur_exp_kernel_arg_properties_t *,
                                     const ur_kernel_launch_ext_properties_t *, uint32_t,
                                     const ur_event_handle_t *, ur_event_handle_t *) {
  return UR_RESULT_SUCCESS;
}

ur_result_t launch(LaunchFunction function, ur_queue_handle_t queue, ur_kernel_handle_t kernel) {
  static constexpr size_t global = 1;
  return function(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr, 0, nullptr,
                  nullptr);
}

void run(benchmark::State &state, const char *name, const char *title,
         const std::function<double(LaunchFunction)> &measure) {
  Subject subject;
  subject.name = name;
  subject.title = title;
  runAgainst(state, subject, [&] { return measure(kLaunchPaths.branchless); },
             {{"an entry point with a branch", [&] { return measure(kLaunchPaths.branching); }}});
}

void idle(benchmark::State &state) {
  static const ur_dditable_t tables = [] {
    ur_dditable_t table = {};
    table.EnqueueExp.pfnKernelLaunchWithArgsExp = launchNothing;
    return table;
  }();
  const ur_dditable_t *object = &tables;
  const auto queue = reinterpret_cast<ur_queue_handle_t>(&object);
  const auto kernel = reinterpret_cast<ur_kernel_handle_t>(&object);
  run(state, "dispatch/branchless/idle", "dispatch of a launch without a branch, of one with it",
      [&](LaunchFunction function) {
        return perThing(kIdleLaunches, [&] {
          for (size_t i = 0; i < kIdleLaunches; ++i)
            launch(function, queue, kernel);
        });
      });
}
BENCHMARK(idle)
    ->Name("dispatch/branchless/idle")
    ->UseManualTime()
    ->Unit(benchmark::kNanosecond)
    ->Iterations(500);

void host(benchmark::State &state) {
  const UrsaKernel kernel("empty", "empty", URSA_SPECIALIZATION_MODE_AUTO, false);
  const ur_queue_handle_t queue = kernel.session().queue.get();
  const auto &tables = **reinterpret_cast<const ur_dditable_t *const *>(queue);
  for (const LaunchFunction function : {kLaunchPaths.branchless, kLaunchPaths.branching})
    client::check(launch(function, queue, kernel.handle()), "Launching a kernel");
  run(state, "dispatch/branchless/host",
      "launch + wait on the host, dispatched without a branch, of one with it",
      [&](LaunchFunction function) {
        return perThing(kHostLaunches, [&] {
          for (size_t i = 0; i < kHostLaunches; ++i) {
            launch(function, queue, kernel.handle());
            tables.Queue.pfnFinish(queue);
          }
        });
      });
}
BENCHMARK(host)
    ->Name("dispatch/branchless/host")
    ->UseManualTime()
    ->Unit(benchmark::kNanosecond)
    ->Iterations(2000);

} // namespace
} // namespace ursa::bench
