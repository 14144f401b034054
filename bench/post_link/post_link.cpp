// post_link: ursa-post-link makes an image of each kernel of a large module. The peer is opt -O0,
// which reads and writes the same module. Both are programs that run from start to end.
#include "bench/paired.h"
#include "bench/post_link/kernel_module.h"
#include "tools/client/failure.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

namespace ursa::bench {
namespace {

namespace fs = std::filesystem;

constexpr size_t kConstants = 1000;
constexpr long kKiBPerMiB = 1024;

/// A folder that vanishes. Nothing in it is removed before: file systems remember what was.
class Scratch {
public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "ursa-bench-XXXXXX").string();
    if (!mkdtemp(name.data()))
      client::fail("No folder for the modules could be made.");
    path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  fs::path operator/(const std::string &name) const { return path_ / name; }

  fs::path newFolder() {
    const fs::path folder = path_ / fmt::format("out-{}", ++folders_);
    fs::create_directory(folder);
    return folder;
  }

private:
  fs::path path_;
  size_t folders_ = 0;
};

struct Measured {
  double seconds = 0;
  long mebibytes = 0; ///< largest resident set
};

Measured runProgram(std::vector<std::string> arguments) {
  std::vector<char *> pointers;
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  pid_t process = 0;
  if (posix_spawn(&process, pointers[0], nullptr, nullptr, pointers.data(), environ) != 0)
    client::fail("The program '{}' cannot be run.", arguments[0]);
  int status = 0;
  rusage usage = {};
  wait4(process, &status, 0, &usage);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  if (status != 0)
    client::fail("The program '{}' failed.", arguments[0]);
  return {time.count(), usage.ru_maxrss / kKiBPerMiB};
}

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
  const std::string tool = fs::read_symlink("/proc/self/exe").parent_path() / "ursa-post-link";
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
