// See child_process.h.
#include "compiler/frontend/child_process.h"

#include "support/process.h"
#include "support/signal_cleanup.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

/// The data of the child, prepared before fork(): after it, only async-signal-safe functions may
/// run. startProcess() does not do, because it cannot set a parent-death signal.
struct ChildStart {
  std::vector<char *> arguments;
  const char *inputPath;
  const char *outputPath; ///< null: inherit standard output and error
  pid_t parent;
  sigset_t signals; ///< signals blocked in the program
  int errorPipe;    ///< receives errno if the program cannot be started
};

void redirect(const char *path, int flags, int descriptor) {
  const int file = ::open(path, flags | O_CLOEXEC, 0600);
  if (file >= 0)
    ::dup2(file, descriptor);
}

/// Runs in the child.
[[noreturn]] void startProgram(const ChildStart &start) {
  // The child has its own process group, so that a signal also reaches its children. A program in
  // the background may be stopped for writing to the terminal, unless it ignores SIGTTOU.
  ::setpgid(0, 0);
  ::signal(SIGTTOU, SIG_IGN);
  // SIGTERM rather than SIGKILL, so that clang removes its temporary files.
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() == start.parent) {
    redirect(start.inputPath, O_RDONLY, STDIN_FILENO);
    if (start.outputPath) {
      redirect(start.outputPath, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
      ::dup2(STDOUT_FILENO, STDERR_FILENO);
    }
    // execv() resets the signal handlers of this program.
    ::pthread_sigmask(SIG_SETMASK, &start.signals, nullptr);
    ::execv(start.arguments.front(), start.arguments.data());
  }
  const int reason = errno;
  (void)!::write(start.errorPipe, &reason, sizeof(reason));
  ::_exit(127);
}

} // namespace

Expected<int> runProgram(const std::vector<std::string> &command, const std::string &outputPath,
                         const std::string &inputPath) {
  const auto startError = [&command](int reason) {
    return createStringError("The program '" + command.front() +
                             "' cannot be started: " + std::strerror(reason) + ".");
  };
  int errorPipe[2];
  if (::pipe2(errorPipe, O_CLOEXEC) != 0)
    return startError(errno);
  ChildStart start{
      {}, inputPath.c_str(), outputPath.empty() ? nullptr : outputPath.c_str(), ::getpid(),
      {}, errorPipe[1]};
  for (const std::string &word : command)
    start.arguments.push_back(const_cast<char *>(word.c_str()));
  start.arguments.push_back(nullptr);

  pid_t process = 0;
  CleanupEntry cleanup;
  int reason = 0;
  {
    // Blocks signals around fork(): the child must not run this program's handlers, which would act
    // on the parent's cleanup registry.
    const CleanupTransaction transaction;
    start.signals = transaction.signalsBefore();
    process = ::fork();
    if (process == 0)
      startProgram(start);
    reason = errno;
    if (process > 0) {
      ::setpgid(process, process); // parent and child both set it; the order does not matter
      cleanup = CleanupEntry::process(process);
    }
  }
  ::close(errorPipe[1]);
  int childReason = 0;
  ssize_t count = 0;
  if (process > 0)
    while ((count = ::read(errorPipe[0], &childReason, sizeof(childReason))) < 0 && errno == EINTR)
      ;
  ::close(errorPipe[0]);
  if (process < 0)
    return startError(reason);
  const int status = waitForProcess(process);
  if (count > 0)
    return startError(childReason);
  return exitStatusOf(status);
}

} // namespace ursa::compiler::frontend
