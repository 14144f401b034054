#include "core/spirv/translator.h"

#include "core/support/environment.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" { // which the header of glibc 2.36 does not say itself
#include <sys/pidfd.h>
}

namespace ursa::spirv {
namespace {

constexpr int kTimeoutMilliseconds = 120'000;
constexpr size_t kMostMessageBytes = 2000;

class File {
public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  ~File() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }
  int get() const { return descriptor_; }

private:
  const int descriptor_;
};

Error systemError(const char *what) {
  return makeError(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY, "{} failed: {}.", what,
                   std::strerror(errno));
}

// The three files that the child process knows: memory without a name.
struct Streams {
  File input{memfd_create("ursa-spirv", MFD_CLOEXEC)};
  File output{memfd_create("ursa-bitcode", MFD_CLOEXEC)};
  File messages{memfd_create("ursa-messages", MFD_CLOEXEC)};
};

Result<void> writeAll(const File &file, std::span<const uint32_t> words) {
  const auto *bytes = reinterpret_cast<const char *>(words.data());
  for (size_t at = 0; at < words.size_bytes();) {
    const ssize_t count = write(file.get(), bytes + at, words.size_bytes() - at);
    if (count < 0 && errno != EINTR)
      return systemError("Writing the SPIR-V module for the translator");
    at += static_cast<size_t>(std::max<ssize_t>(count, 0));
  }
  if (lseek(file.get(), 0, SEEK_SET) < 0)
    return systemError("Rewinding the SPIR-V module for the translator");
  return {};
}

template <class Container> Result<Container> readAll(const File &file) {
  const off_t size = lseek(file.get(), 0, SEEK_END);
  if (size < 0)
    return systemError("Reading what the SPIR-V translator wrote");
  Container content;
  content.resize(static_cast<size_t>(size));
  for (size_t at = 0; at < content.size();) {
    const ssize_t count =
        pread(file.get(), content.data() + at, content.size() - at, static_cast<off_t>(at));
    if (count == 0 || (count < 0 && errno != EINTR))
      return systemError("Reading what the SPIR-V translator wrote");
    at += static_cast<size_t>(std::max<ssize_t>(count, 0));
  }
  return content;
}

Result<pid_t> start(const std::string &program, const Streams &streams) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, streams.input.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.output.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams.messages.get(), STDERR_FILENO);
  // Signals that the application blocks or ignores are its own matter.
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::array<std::string, 5> arguments = {program, "-r", "/dev/stdin", "-o", "-"};
  std::array<char *, 6> argv{};
  std::transform(arguments.begin(), arguments.end(), argv.begin(),
                 [](std::string &argument) { return argument.data(); });
  char *environment[] = {nullptr};
  pid_t child = 0;
  const int error =
      posix_spawn(&child, program.c_str(), &actions, &attributes, argv.data(), environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "The SPIR-V translator '{}' cannot be started: {}.", program,
                     std::strerror(error));
  return child;
}

// How the child ended, in words; empty when well. An application that collects all its children
// may have taken the status: the output speaks for itself then.
std::string waitFor(pid_t child) {
  bool isLate = false;
  if (const File handle(pidfd_open(child, 0)); handle.get() >= 0) {
    pollfd ended{handle.get(), POLLIN, 0};
    int count = 0;
    while ((count = poll(&ended, 1, kTimeoutMilliseconds)) < 0 && errno == EINTR) {
    }
    if (count == 0) {
      isLate = true;
      kill(child, SIGKILL);
    }
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR)
      return {};
  }
  if (isLate)
    return fmt::format("it took longer than {} s", kTimeoutMilliseconds / 1000);
  if (WIFSIGNALED(status))
    return fmt::format("it was ended by signal {}", WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? ""
                                  : fmt::format("it ended with status {}", WEXITSTATUS(status));
}

// The beginning of what the translator said, on one line, without what cannot be shown.
std::string readable(std::string messages) {
  messages.resize(std::min(messages.size(), kMostMessageBytes));
  for (char &character : messages)
    if (static_cast<unsigned char>(character) < ' ')
      character = ' ';
  while (messages.ends_with(' '))
    messages.pop_back();
  return messages.empty() ? "nothing was said about it" : messages;
}

} // namespace

std::string translatorPath() {
  const std::string path = environmentVariable("URSA_LLVM_SPIRV").value_or(URSA_LLVM_SPIRV);
  return access(path.c_str(), X_OK) == 0 ? path : "";
}

Result<std::vector<std::byte>> toBitcode(std::span<const uint32_t> words) {
  const std::string program = translatorPath();
  if (program.empty())
    return Error{UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                 "SPIR-V programs need the program llvm-spirv-15, of the package of that name; it "
                 "is not installed where URSA_LLVM_SPIRV or the build says."};
  const Streams streams;
  if (streams.input.get() < 0 || streams.output.get() < 0 || streams.messages.get() < 0)
    return systemError("Making files for the SPIR-V translator");
  URSA_CHECK(writeAll(streams.input, words));
  URSA_TRY(const pid_t child, start(program, streams));
  const std::string problem = waitFor(child);
  URSA_TRY(std::vector<std::byte> bitcode, readAll<std::vector<std::byte>>(streams.output));
  if (!problem.empty() || bitcode.empty()) {
    URSA_TRY(std::string messages, readAll<std::string>(streams.messages));
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "The SPIR-V translator did not take the program: {}; {}.",
                     problem.empty() ? "it wrote nothing" : problem, readable(std::move(messages)));
  }
  return bitcode;
}

} // namespace ursa::spirv
