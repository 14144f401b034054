#include "support/child_process.h"

#include "support/environment.h"
#include "support/process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

extern "C" { // the header of glibc 2.36 does not declare this itself
#include <sys/pidfd.h>
}

namespace ursa::inline support {
namespace {

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

Error systemError(const char *what, const std::string &program) {
  return makeError(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY, "{} '{}' failed: {}.", what, program,
                   std::strerror(errno));
}

// The three standard streams of the child process, as anonymous memory files.
struct Streams {
  File input{memfd_create("ursa-input", MFD_CLOEXEC)};
  File output{memfd_create("ursa-output", MFD_CLOEXEC)};
  File messages{memfd_create("ursa-messages", MFD_CLOEXEC)};
};

Result<void> writeAll(const File &file, const ChildCall &call) {
  const auto *bytes = reinterpret_cast<const char *>(call.input.data());
  for (size_t at = 0; at < call.input.size();) {
    const ssize_t count = write(file.get(), bytes + at, call.input.size() - at);
    if (count < 0 && errno != EINTR)
      return systemError("Writing the input of", call.program);
    at += static_cast<size_t>(std::max<ssize_t>(count, 0));
  }
  if (lseek(file.get(), 0, SEEK_SET) < 0)
    return systemError("Rewinding the input of", call.program);
  return {};
}

template <class Container> Result<Container> readAll(const File &file, const ChildCall &call) {
  const off_t size = lseek(file.get(), 0, SEEK_END);
  if (size < 0)
    return systemError("Reading the output of", call.program);
  Container content;
  content.resize(static_cast<size_t>(size));
  for (size_t at = 0; at < content.size();) {
    const ssize_t count =
        pread(file.get(), content.data() + at, content.size() - at, static_cast<off_t>(at));
    if (count == 0 || (count < 0 && errno != EINTR))
      return systemError("Reading the output of", call.program);
    at += static_cast<size_t>(std::max<ssize_t>(count, 0));
  }
  return content;
}

Result<pid_t> start(const ChildCall &call, const Streams &streams) {
  ProcessStart start;
  start.command = {call.program};
  start.command.insert(start.command.end(), call.arguments.begin(), call.arguments.end());
  start.input = streams.input.get();
  start.output = streams.output.get();
  start.messages = streams.messages.get();
  start.environment = call.keepsEnvironment ? environmentForChild() : std::vector<std::string>();
  start.resetsSignals = true;
  pid_t child = 0;
  if (const int error = startProcess(start, child); error != 0)
    return makeError(UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                     "The program '{}' cannot be started: {}.", call.program, std::strerror(error));
  return child;
}

// Returns how the child ended, or an empty string on success. If the application reaps all its
// children, the status may be gone; then only the output shows it.
std::string waitFor(pid_t child, int timeoutSeconds) {
  bool isLate = false;
  if (const File handle(pidfd_open(child, 0)); handle.get() >= 0) {
    pollfd ended{handle.get(), POLLIN, 0};
    int count = 0;
    while ((count = poll(&ended, 1, timeoutSeconds * 1000)) < 0 && errno == EINTR) {
    }
    if (count == 0) {
      isLate = true;
      kill(child, SIGKILL);
    }
  }
  const int status = waitForProcess(child);
  if (isLate)
    return fmt::format("it took longer than {} s", timeoutSeconds);
  return status == 0 ? "" : "it " + describeEnd(status);
}

} // namespace

Result<ChildAnswer> runChild(const ChildCall &call) {
  const Streams streams;
  if (streams.input.get() < 0 || streams.output.get() < 0 || streams.messages.get() < 0)
    return systemError("Making files for", call.program);
  URSA_CHECK(writeAll(streams.input, call));
  URSA_TRY(const pid_t child, start(call, streams));
  ChildAnswer answer;
  answer.problem = waitFor(child, call.timeoutSeconds);
  URSA_TRY(answer.output, readAll<std::vector<std::byte>>(streams.output, call));
  URSA_TRY(answer.messages, readAll<std::string>(streams.messages, call));
  return answer;
}

} // namespace ursa::inline support
