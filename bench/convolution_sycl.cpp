// constant_arguments/convolutionN: a convolution of SYCL whose radius is an argument that keeps its
// value; the peers are the same with the radius as a constant of the program, and without
// specialization of arguments.
#include "bench/paired.h"
#include "bench/settings.h"
#include "bench/sycl/convolutions.h"
#include "client/failure.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace ursa::bench {
namespace {

constexpr const char *kVariable = "URSA_CONSTANT_ARGUMENTS";

void constantArguments(benchmark::State &state, int radius) {
  const bool isTiny = settings().isTiny;
  setenv(kVariable, "off", 1); // programs read it when they are built
  SyclConvolution generic(radius, /*isConstant=*/false, isTiny);
  SyclConvolution constant(radius, /*isConstant=*/true, isTiny);
  generic.run(1);
  constant.run(1);
  setenv(kVariable, "16", 1);
  SyclConvolution ours(radius, /*isConstant=*/false, isTiny);
  ours.run(16);
  unsetenv(kVariable);
  // Its code is built in the background.
  std::this_thread::sleep_for(std::chrono::milliseconds(isTiny ? 10 : 2000));
  ours.run(1);
  if (ours.result() != generic.result() || ours.result() != constant.result())
    client::fail("The convolutions with radius {} differ.", radius);

  Subject subject;
  subject.name = fmt::format("constant_arguments/convolution{}", 2 * radius + 1);
  subject.title = fmt::format("{0}×{0} convolution, radius an argument, of one with a constant",
                              2 * radius + 1);
  subject.work = {ours.operations(), "GFLOP/s"};
  subject.goal = {Goal::Share, 0.95};
  constexpr size_t kInARow = 5;
  const auto run = [](SyclConvolution &one) { return fastestOfRow(kInARow, [&] { one.run(1); }); };
  runAgainst(state, subject, [&] { return run(ours); },
             {{"the radius is a constant of the program", [&] { return run(constant); }},
              {"generic code", [&] { return run(generic); }}});
}

[[maybe_unused]] const bool registered = [] {
  for (const int radius : {1, 2, 3})
    benchmark::RegisterBenchmark(
        fmt::format("constant_arguments/convolution{}", 2 * radius + 1).c_str(), constantArguments,
        radius)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(25);
  return true;
}();

} // namespace
} // namespace ursa::bench
