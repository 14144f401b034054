// vulkan_compile: how long ursac takes from device IR to the Vulkan image. "kernel" is a kernel of
// 50 lines; its peer is clang, from the source to device IR. "blocks/N" is a kernel of N blocks, in
// time per block; the peer is the same with 500 blocks, so that a ratio of 1 means linear time.
// Times are processor time of one thread.
#include "bench/paired.h"
#include "bench/program.h"

#include <fmt/format.h>

#include <fstream>

namespace ursa::bench {
namespace {

constexpr size_t kFewBlocks = 500;

/// Half of the blocks belong to branches, half to loops.
std::string kernelOfBlocks(size_t blocks) {
  constexpr size_t kBlocksAtOnce = 6; // a branch with two sides, followed by a loop
  std::string text = "kernel void k(global int *a, int n) {\n  int s = a[0];\n";
  for (size_t i = 0; i < blocks / kBlocksAtOnce; ++i)
    text += fmt::format("  if (a[s & {}] > {}) s += a[{}] * 3; else a[{}] = s;\n"
                        "  for (int i = 0; i < n; ++i) s += a[i + {}] ^ s;\n",
                        i % 61 + 1, i, i, i + 1, i);
  return text + "  a[get_global_id(0)] = s;\n}\n";
}

/// Device IR of a kernel, and functions that compile the IR and its image.
class Compilation {
public:
  explicit Compilation(std::string source) : source_(std::move(source)) { readSource(); }

  static Compilation ofText(const Scratch &scratch, const std::string &name,
                            const std::string &text) {
    const std::string source = scratch / (name + ".cl");
    std::ofstream(source) << text;
    return Compilation(source);
  }

  double readSource() const {
    return runProgram({ownProgram("ursac"), "-c", source_, "-o", scratch_ / "k.o"})
        .processorSeconds;
  }
  double makeImage() const {
    return runProgram({ownProgram("ursac"), scratch_ / "k.o", "--targets=vulkan1.2", "-o",
                       scratch_ / "k.ursa"})
        .processorSeconds;
  }

private:
  Scratch scratch_;
  std::string source_;
};

void kernel(benchmark::State &state) {
  const Compilation compilation(URSA_BENCH_KERNEL);
  runPaired(
      state, "vulkan_compile/kernel", [&] { return compilation.makeImage(); }, "clang, before it",
      [&] { return compilation.readSource(); });
}
BENCHMARK(kernel)
    ->Name("vulkan_compile/kernel")
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(15);

void blocks(benchmark::State &state) {
  const auto count = static_cast<size_t>(state.range(0));
  const Scratch scratch;
  const Compilation many = Compilation::ofText(scratch, "many", kernelOfBlocks(count));
  const Compilation few = Compilation::ofText(scratch, "few", kernelOfBlocks(kFewBlocks));
  runPaired(
      state, fmt::format("vulkan_compile/blocks/{}", count),
      [&] { return many.makeImage() / static_cast<double>(count); },
      fmt::format("a block of {}", kFewBlocks),
      [&] { return few.makeImage() / static_cast<double>(kFewBlocks); });
}
BENCHMARK(blocks)
    ->Name("vulkan_compile/blocks")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Arg(1000)
    ->Arg(2500)
    ->Arg(5000)
    ->Iterations(5);

} // namespace
} // namespace ursa::bench
