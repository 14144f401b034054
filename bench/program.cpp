// Runs programs. See program.h.
#include "bench/program.h"

#include "client/failure.h"

#include <chrono>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

namespace ursa::bench {
namespace {

namespace fs = std::filesystem;

constexpr long kKiBPerMiB = 1024;

double seconds(const timeval &time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

} // namespace

Scratch::Scratch() {
  std::string name = (fs::temp_directory_path() / "ursa-bench-XXXXXX").string();
  if (!mkdtemp(name.data()))
    client::fail("No folder for the modules could be made.");
  path_ = name;
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path Scratch::newFolder() {
  const fs::path folder = path_ / fmt::format("out-{}", ++folders_);
  fs::create_directory(folder);
  return folder;
}

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
  return {time.count(), seconds(usage.ru_utime) + seconds(usage.ru_stime),
          usage.ru_maxrss / kKiBPerMiB};
}

std::string ownProgram(const std::string &name) {
  return fs::read_symlink("/proc/self/exe").parent_path() / name;
}

} // namespace ursa::bench
