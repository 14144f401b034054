#include "support/process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ursa::inline support {
namespace {

// Returns an array that ends with a null pointer, as the system requires.
std::vector<char *> pointersTo(const std::vector<std::string> &strings) {
  std::vector<char *> pointers(strings.size() + 1);
  std::transform(strings.begin(), strings.end(), pointers.begin(),
                 [](const std::string &string) { return const_cast<char *>(string.c_str()); });
  return pointers;
}

} // namespace

int startProcess(const ProcessStart &start, pid_t &process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  if (start.input >= 0)
    posix_spawn_file_actions_adddup2(&actions, start.input, STDIN_FILENO);
  if (start.output >= 0)
    posix_spawn_file_actions_adddup2(&actions, start.output, STDOUT_FILENO);
  if (start.messages >= 0)
    posix_spawn_file_actions_adddup2(&actions, start.messages, STDERR_FILENO);
  if (start.resetsSignals) {
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  const std::vector<char *> arguments = pointersTo(start.command);
  const std::vector<char *> variables =
      start.environment ? pointersTo(*start.environment) : std::vector<char *>();
  const auto spawn = start.searchesPath ? posix_spawnp : posix_spawn;
  const int error = spawn(&process, arguments.front(), &actions, &attributes, arguments.data(),
                          start.environment ? variables.data() : environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int waitForProcess(pid_t process, rusage *usage) {
  int status = 0;
  while (wait4(process, &status, 0, usage) < 0)
    if (errno != EINTR)
      return 0;
  return status;
}

std::string describeEnd(int waitStatus) {
  if (WIFSIGNALED(waitStatus))
    return "was ended by signal " + std::to_string(WTERMSIG(waitStatus));
  return "ended with status " + std::to_string(WEXITSTATUS(waitStatus));
}

int exitStatusOf(int waitStatus) {
  constexpr int kSignalBase = 128;
  return WIFSIGNALED(waitStatus) ? kSignalBase + WTERMSIG(waitStatus) : WEXITSTATUS(waitStatus);
}

} // namespace ursa::inline support
