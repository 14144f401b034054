// Starts programs as processes of their own, and waits for processes.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

struct rusage;

namespace ursa::inline support {

struct ProcessStart {
  std::vector<std::string> command; ///< the program and its arguments
  bool searchesPath = false;        ///< whether PATH is searched for a program without a folder
  /// @{ Files that become its standard streams; -1: it has this process' own.
  int input = -1;
  int output = -1;
  int messages = -1;
  /// @}
  /// NAME=VALUE of each variable; without a list it inherits those of this process.
  std::optional<std::vector<std::string>> environment = std::nullopt;
  /// Whether signals that this process blocks or ignores have their defaults in the program.
  bool resetsSignals = false;
};

/// Starts a program without a shell and sets @p process. Returns 0, or the value of errno that says
/// why it cannot be started. Copies nothing of this process' memory. Thread safe.
int startProcess(const ProcessStart &start, pid_t &process);

/// Blocks until a child process has ended. Returns its wait status: 0 if the application has taken
/// it already. @p usage, if not null, receives what the process and its children have used.
int waitForProcess(pid_t process, rusage *usage = nullptr);

/// Returns "ended with status 3" or "was ended by signal 6".
std::string describeEnd(int waitStatus);

/// Returns the exit status, or 128 plus the number of the signal, as shells do.
int exitStatusOf(int waitStatus);

} // namespace ursa::inline support
