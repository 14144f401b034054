// ursa-bench [NAME...] [OPTIONS] [OPTIONS of Google Benchmark]: runs all benchmarks or those named,
// and prints the closing tables of ratios.
#include "bench/machine.h"
#include "bench/results.h"
#include "bench/settings.h"
#include "client/program.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>

namespace {

using namespace ursa::bench;
using ursa::client::fail;

constexpr std::string_view kUsage =
    R"(Usage: ursa-bench [NAME...] [OPTIONS] [OPTIONS of Google Benchmark]

NAME is a benchmark, such as kernel/sgemm, or a group of them, such as kernel. Without names all of them run.

  --list             print the names
  --json FILE        write the results to FILE as well
  --device SELECTOR  run the kernels on this device instead of the host, such as opencl:0
  --threads N        threads of plain C++ (default: one for each processor)
  --wait SECONDS     begin when other processes leave the machine idle, after so many seconds in any case
  --tiny             small sizes and one pair each: checks results, and its times mean nothing
)";

/// Gives this run its own caches, so that earlier runs do not affect the results. Ursa's cache on
/// disk is off: what is measured as a build must be one, and PoCL's must not pay for storing its
/// binary.
struct FreshCaches {
  FreshCaches() {
    std::string name = (std::filesystem::temp_directory_path() / "ursa-bench-XXXXXX").string();
    if (!mkdtemp(name.data()))
      fail("No folder for the caches could be made.");
    folder = name;
    setenv("XDG_CACHE_HOME", name.c_str(), 1);
    setenv("POCL_CACHE_DIR", name.c_str(), 1);
    setenv("URSA_CACHE", "0", 1);
  }
  ~FreshCaches() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  std::filesystem::path folder;
};

struct Arguments {
  std::string names; ///< a regular expression that matches the benchmarks that were named
  std::filesystem::path json;
  double wait = 0; ///< seconds
  bool help = false;
};

/// Removes what is ours from the arguments.
Arguments takeArguments(int &argc, char **argv) {
  Arguments taken;
  int kept = 1;
  static char list[] = "--benchmark_list_tests";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto value = [&] {
      if (++i == argc)
        fail("Option '{}' needs a value.", argument);
      return argv[i];
    };
    if (argument == "--json") {
      taken.json = value();
    } else if (argument == "--device") {
      settings().device = value();
    } else if (argument == "--threads") {
      const std::string text = value();
      const int threads = std::atoi(text.c_str());
      if (threads < 1 || threads > 1024)
        fail("Option '--threads' is '{}'; a number from 1 to 1024 is right.", text);
      settings().threads = static_cast<unsigned>(threads);
    } else if (argument == "--wait") {
      const std::string text = value();
      char *end = nullptr;
      taken.wait = std::strtod(text.c_str(), &end);
      if (end == text.c_str() || *end != 0 || !(taken.wait >= 0))
        fail("Option '--wait' is '{}'; a number of seconds is right.", text);
    } else if (argument == "--tiny") {
      settings().isTiny = true;
    } else if (argument == "--list") {
      argv[kept++] = list;
    } else if (argument == "--help" || argument == "-h") {
      taken.help = true;
    } else if (argument.starts_with('-')) {
      argv[kept++] = argv[i];
    } else {
      taken.names += (taken.names.empty() ? "" : "|") + std::string(argument);
    }
  }
  argc = kept;
  if (!taken.names.empty())
    taken.names = "^(" + taken.names + ")(/|$)";
  if (settings().threads == 0)
    settings().threads = std::max(1u, std::thread::hardware_concurrency());
  return taken;
}

} // namespace

int main(int argc, char **argv) {
  return ursa::client::runProgram([&] {
    const Arguments arguments = takeArguments(argc, argv);
    if (arguments.help) {
      ursa::client::writeStandardOutput(kUsage);
      return 0;
    }
    const FreshCaches caches;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
      return 1;
    const bool isMeasured = arguments.wait > 0 || !arguments.json.empty();
    const Wait wait = isMeasured ? waitForIdle(arguments.wait) : Wait();
    const ProcessorTimes before = processorTimes();
    if (arguments.names.empty())
      benchmark::RunSpecifiedBenchmarks();
    else if (benchmark::RunSpecifiedBenchmarks(arguments.names) == 0)
      fail("There is no benchmark of that name.");
    if (const std::string table = ratioTable(); !table.empty())
      ursa::client::print(
          "\nRatios of our times to the peer's, medians of the pairs that were measured in "
          "turn:\n{}",
          table);
    if (const std::string table = kernelTable(); !table.empty())
      ursa::client::print(
          "\nShares of the peers' rates (above 1: Ursa is faster), medians of the pairs "
          "that were measured in "
          "turn, smallest and largest:\n{}",
          table);
    if (!arguments.json.empty()) {
      auto machine = describeMachine();
      machine["plainThreads"] = settings().threads;
      machine["waitedSeconds"] = wait.seconds;
      machine["wasIdle"] = wait.isIdle;
      machine["othersBefore"] = wait.othersShare;
      machine["othersDuring"] = othersShare(before, processorTimes());
      writeJson(arguments.json, machine);
    }
    for (const std::string &failure : allFailures())
      ursa::client::printError(failure);
    return allFailures().empty() ? 0 : 1;
  });
}
