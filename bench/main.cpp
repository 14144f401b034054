// ursa-bench [NAME...] [OPTIONS of Google Benchmark]: runs all benchmarks or those named, and
// prints the closing table of ratios. NAME is the part of a benchmark's name before the first '/'.
#include "bench/paired.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace {

/// Gives this run its own caches, so that earlier runs do not affect the results.
struct FreshCaches {
  FreshCaches() {
    std::string name = (std::filesystem::temp_directory_path() / "ursa-bench-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw std::runtime_error("No folder for the caches could be made.");
    folder = name;
    setenv("XDG_CACHE_HOME", name.c_str(), 1);
    setenv("POCL_CACHE_DIR", name.c_str(), 1);
  }
  ~FreshCaches() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  std::filesystem::path folder;
};

/// Removes the names from the arguments, and returns a regular expression that matches these
/// benchmarks.
std::string takeNames(int &argc, char **argv) {
  std::string names;
  int kept = 1;
  for (int i = 1; i < argc; ++i)
    if (argv[i][0] == '-')
      argv[kept++] = argv[i];
    else
      names += (names.empty() ? "" : "|") + std::string(argv[i]);
  argc = kept;
  return names.empty() ? "" : "^(" + names + ")(/|$)";
}

} // namespace

int main(int argc, char **argv) {
  try {
    const FreshCaches caches;
    const std::string names = takeNames(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
      return 1;
    if (names.empty())
      benchmark::RunSpecifiedBenchmarks();
    else if (benchmark::RunSpecifiedBenchmarks(names) == 0)
      throw std::runtime_error("There is no benchmark of that name.");
    fmt::print(
        "\nRatios of ours to the peer's, medians of the pairs that were measured in turn:\n{}",
        ursa::bench::closingTable());
    return 0;
  } catch (const std::exception &error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
