// Runs programs. See program.h.
#include "bench/program.h"

#include "client/failure.h"
#include "support/process.h"

#include <chrono>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

namespace ursa::bench {
namespace {

namespace fs = std::filesystem;

constexpr long kKiBPerMiB = 1024;

double seconds(const timeval &time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

pid_t startProgram(const std::vector<std::string> &arguments, int output = -1) {
  pid_t process = 0;
  if (startProcess({.command = arguments, .output = output}, process) != 0)
    client::fail("The program '{}' cannot be run.", arguments[0]);
  return process;
}

rusage waitFor(pid_t process, const std::string &name) {
  rusage usage = {};
  if (waitForProcess(process, &usage) != 0)
    client::fail("The program '{}' failed.", name);
  return usage;
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
  const auto start = std::chrono::steady_clock::now();
  const rusage usage = waitFor(startProgram(arguments), arguments[0]);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  return {time.count(), seconds(usage.ru_utime) + seconds(usage.ru_stime),
          usage.ru_maxrss / kKiBPerMiB};
}

std::string runAndRead(std::vector<std::string> arguments) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    client::fail("No pipe to the program '{}' could be made.", arguments[0]);
  const pid_t process = startProgram(arguments, ends[1]);
  close(ends[1]);
  std::string text;
  char part[256];
  for (ssize_t count; (count = read(ends[0], part, sizeof(part))) > 0;)
    text.append(part, static_cast<size_t>(count));
  close(ends[0]);
  waitFor(process, arguments[0]);
  return text;
}

std::string ownProgram(const std::string &name) {
  return fs::read_symlink("/proc/self/exe").parent_path() / name;
}

} // namespace ursa::bench
