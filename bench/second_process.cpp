// second_process: from the start of a process to the first result of a kernel with a constant, when
// an earlier process has run the same program with the same value and the same folder of caches.
// The peer is a process that does the same with PoCL, whose cache is warm as well.
#include "bench/paired.h"
#include "bench/program.h"
#include "client/failure.h"
#include "client/files.h"

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

namespace ursa::bench {
namespace {

constexpr double kMostSeconds = 0.01;

/// Runs a program that prints the time of the steady clock in seconds when it had the result, and
/// returns the seconds from its start to then.
double firstResult(const std::vector<std::string> &command) {
  const std::chrono::duration<double> start = std::chrono::steady_clock::now().time_since_epoch();
  const std::string text = runAndRead(command);
  char *rest = nullptr;
  const double end = std::strtod(text.c_str(), &rest);
  if (rest == text.c_str())
    client::fail("The program '{}' measured nothing; it printed '{}'.", command[0], text);
  return end - start.count();
}

void secondProcess(benchmark::State &state) {
  const auto folder = client::executableFolder().parent_path();
  const std::vector<std::string> ours = {(folder / "bin/ursa-bench-probe").string(), "first",
                                         (folder / "lib/libur_adapter_host.so.0").string(),
                                         (folder / "share/ursa/bench/constant.ursa").string()};
  const std::vector<std::string> pocl = {(folder / "bin/ursa-bench-pocl").string()};
  setenv("URSA_CACHE", "1", 1);
  firstResult(ours); // the first process
  firstResult(pocl);
  Subject subject;
  subject.name = "second_process";
  subject.title = "second process, same program and values, start to first result";
  subject.goal = {Goal::Seconds, kMostSeconds};
  runAgainst(state, subject, [&] { return firstResult(ours); },
             {{"PoCL, its cache warm", [&] { return firstResult(pocl); }}});
  setenv("URSA_CACHE", "0", 1);
}
BENCHMARK(secondProcess)
    ->Name("second_process")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(25);

} // namespace
} // namespace ursa::bench
