// tasks/NAME: command groups of SYCL with empty kernels, whose edges follow from their accessors.
#include "bench/paired.h"
#include "bench/settings.h"
#include "bench/sycl/tasks.h"

namespace ursa::bench {
namespace {

void tasks(benchmark::State &state, const char *name, const char *title,
           void (SyclTasks::*submit)(size_t), double mostSeconds) {
  const size_t count = settings().isTiny ? 10 : 1000;
  SyclTasks all;
  (all.*submit)(count);
  Subject subject;
  subject.name = std::string("tasks/") + name;
  subject.title = title;
  subject.goal = {Goal::Seconds, mostSeconds};
  runAgainst(state, subject, [&] { return perThing(count, [&] { (all.*submit)(count); }); }, {});
}

#define URSA_TASKS(NAME, TITLE, FUNCTION, SECONDS)                                                 \
  BENCHMARK_CAPTURE(tasks, NAME, #NAME, TITLE, &SyclTasks::FUNCTION, SECONDS)                      \
      ->Name("tasks/" #NAME)                                                                       \
      ->UseManualTime()                                                                            \
      ->Unit(benchmark::kMicrosecond)                                                              \
      ->Iterations(100)
URSA_TASKS(chain, "a command group of a chain over one buffer", chain, 1.5e-6);
URSA_TASKS(wide, "a command group among independent ones over 64 buffers", wide, 2e-6);
URSA_TASKS(page, "a command group over a page of a million", onePage, 10e-6);

} // namespace
} // namespace ursa::bench
