// post_link: ursa-post-link creates an image for each kernel of a large module. The peer is opt
// -O0, which reads and writes the same module. Both are measured as whole processes.
#include "bench/paired.h"
#include "bench/post_link/kernel_module.h"
#include "bench/program.h"

#include <fmt/format.h>

#include <fstream>

namespace ursa::bench {
namespace {

namespace fs = std::filesystem;

constexpr size_t kConstants = 1000;

void postLink(benchmark::State &state) {
  const auto kernels = static_cast<size_t>(state.range(0));
  Scratch scratch;
  const std::string text = scratch / "module.ll";
  const std::string module = scratch / "module.bc";
  std::ofstream(text) << kernelModule(kernels, kConstants);
  const auto readAndWrite = [&](const std::string &input, const std::string &output) {
    return runProgram({URSA_OPT, "-O0", input, "-o", output});
  };
  readAndWrite(text, module);
  const std::string tool = ownProgram("ursa-post-link");
  const auto split = [&] {
    return runProgram({tool, module, "-split=kernel", "-spec-const=native", "-o",
                       scratch.newFolder() / "image.table"});
  };
  const Measured ours = split();
  const Measured peer = readAndWrite(module, scratch / "again.bc");
  runPaired(
      state, fmt::format("post_link/{}", kernels), [&] { return split().seconds; },
      fmt::format("opt -O0; memory {} MiB to its {} MiB, module of {:.1f} MiB", ours.mebibytes,
                  peer.mebibytes, static_cast<double>(fs::file_size(module)) / (1024.0 * 1024.0)),
      [&] { return readAndWrite(module, scratch / "again.bc").seconds; });
}
BENCHMARK(postLink)
    ->Name("post_link")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Arg(1000)
    ->Arg(10000)
    ->Iterations(5);

} // namespace
} // namespace ursa::bench
