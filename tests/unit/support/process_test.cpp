// Programs as processes: what they are started with, and how they end.
#include "support/process.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace ursa {
namespace {

/// What a process writes to the pipe until nobody can write to it any more.
std::string readAll(int pipe) {
  std::string text;
  char part[256];
  for (ssize_t count; (count = read(pipe, part, sizeof(part))) > 0;)
    text.append(part, static_cast<size_t>(count));
  close(pipe);
  return text;
}

int statusOf(const char *script) {
  pid_t process = 0;
  EXPECT_EQ(startProcess({.command = {"/bin/sh", "-c", script}}, process), 0);
  return waitForProcess(process);
}

TEST(Process, HasTheGivenStreamsAndVariables) {
  int input[2];
  int output[2];
  ASSERT_EQ(pipe2(input, O_CLOEXEC), 0);
  ASSERT_EQ(pipe2(output, O_CLOEXEC), 0);
  pid_t process = 0;
  ASSERT_EQ(startProcess({.command = {"sh", "-c", "cat; echo \"$0 $VARIABLE\" >&2", "word"},
                          .searchesPath = true,
                          .input = input[0],
                          .output = output[1],
                          .messages = output[1],
                          .environment = {{"VARIABLE=value"}}},
                         process),
            0);
  close(input[0]);
  close(output[1]);
  EXPECT_EQ(write(input[1], "text\n", 5), 5);
  close(input[1]);
  EXPECT_EQ(readAll(output[0]), "text\nword value\n");
  rusage usage = {};
  EXPECT_EQ(waitForProcess(process, &usage), 0);
  EXPECT_GT(usage.ru_maxrss, 0);
}

TEST(Process, ThatCannotBeStarted) {
  pid_t process = 0;
  EXPECT_EQ(startProcess({.command = {"/nowhere/program"}}, process), ENOENT);
  EXPECT_EQ(startProcess({.command = {"sh"}}, process), ENOENT) << "without a search";
}

TEST(Process, EndsWithAStatusOrByASignal) {
  EXPECT_EQ(describeEnd(statusOf("exit 3")), "ended with status 3");
  EXPECT_EQ(exitStatusOf(statusOf("exit 3")), 3);
  EXPECT_EQ(describeEnd(statusOf("kill -ABRT $$")), "was ended by signal 6");
  EXPECT_EQ(exitStatusOf(statusOf("kill -ABRT $$")), 128 + SIGABRT);
}

TEST(Process, KeepsIgnoredSignalsUnlessTheyAreReset) {
  const auto before = std::signal(SIGUSR1, SIG_IGN);
  for (const bool resets : {false, true}) {
    pid_t process = 0;
    ASSERT_EQ(startProcess({.command = {"/bin/sh", "-c", "kill -USR1 $$"}, .resetsSignals = resets},
                           process),
              0);
    EXPECT_EQ(exitStatusOf(waitForProcess(process)), resets ? 128 + SIGUSR1 : 0);
  }
  (void)std::signal(SIGUSR1, before);
}

} // namespace
} // namespace ursa
