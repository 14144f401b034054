// ursa-bench: runs the benchmarks and prints the closing table of ratios.
#include "bench/paired.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>

namespace {

/// Caches of this run alone, so that what earlier runs compiled changes no figure.
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

} // namespace

int main(int argc, char **argv) {
  try {
    const FreshCaches caches;
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
      return 1;
    benchmark::RunSpecifiedBenchmarks();
    fmt::print("\nRatios of medians, ours to the peer's, measured in turn in this run:\n{}",
               ursa::bench::closingTable());
    return 0;
  } catch (const std::exception &error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
