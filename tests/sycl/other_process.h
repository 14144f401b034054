// A second process of a test program, which gets bytes on its standard input.
#pragma once

#include "check.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <vector>

/// Whether memory of the device is memory that another process can open: not that of a fake driver.
inline bool hasOtherProcesses() { return !std::getenv("URSA_FAKE_DEVICES"); }

/// Runs this program with an argument in another process, and returns its status.
inline int runOther(const std::vector<std::byte> &input) {
  (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0); // drivers open descriptors of this one
  int ends[2];
  if (pipe(ends) != 0)
    return -1;
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    execl("/proc/self/exe", "other", "other", nullptr);
    _exit(1);
  }
  close(ends[0]);
  const bool isWritten =
      write(ends[1], input.data(), input.size()) == static_cast<ssize_t>(input.size());
  close(ends[1]);
  int status = -1;
  return waitpid(child, &status, 0) == child && isWritten ? status : -1;
}

/// Returns the input of the other process.
inline std::vector<std::byte> inputOfOther() {
  std::vector<std::byte> input;
  std::byte byte{};
  while (read(STDIN_FILENO, &byte, 1) == 1)
    input.push_back(byte);
  return input;
}
