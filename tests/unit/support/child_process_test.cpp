#include "support/child_process.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <string_view>

namespace ursa {
namespace {

using ::testing::HasSubstr;

ChildCall shell(const char *script, std::string_view input = "") {
  return {"/bin/sh", {"-c", script}, std::as_bytes(std::span(input)), false, 60};
}
std::string text(const std::vector<std::byte> &bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

TEST(ChildProcess, ReadsItsInputAndAnswers) {
  const std::string input(1 << 20, 'x');
  auto answer = runChild(shell("cat; echo problem >&2", input));
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->problem, "");
  EXPECT_EQ(text(answer->output), input);
  EXPECT_EQ(answer->messages, "problem\n");
}

TEST(ChildProcess, ReportsHowItEnded) {
  auto status = runChild(shell("exit 3"));
  ASSERT_TRUE(status);
  EXPECT_EQ(status->problem, "it ended with status 3");
  auto signal = runChild(shell("kill -ABRT $$"));
  ASSERT_TRUE(signal);
  EXPECT_EQ(signal->problem, "it was ended by signal 6");
}

TEST(ChildProcess, IsEndedWhenItTakesTooLong) {
  ChildCall call = shell("while :; do :; done");
  call.timeoutSeconds = 0;
  auto answer = runChild(call);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->problem, "it took longer than 0 s");
}

TEST(ChildProcess, InheritsVariablesOnRequest) {
  setenv("URSA_TEST_VARIABLE", "seen", 1);
  ChildCall call = shell("echo \"[$URSA_TEST_VARIABLE]\"");
  auto without = runChild(call);
  call.keepsEnvironment = true;
  auto with = runChild(call);
  unsetenv("URSA_TEST_VARIABLE");
  ASSERT_TRUE(without && with);
  EXPECT_EQ(text(without->output), "[]\n");
  EXPECT_EQ(text(with->output), "[seen]\n");
}

TEST(ChildProcess, ThatIsNotThere) {
  const auto answer = runChild({"/nowhere/program", {}, {}});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE);
  EXPECT_THAT(answer.error().message, HasSubstr("'/nowhere/program' cannot be started: No such"));
}

} // namespace
} // namespace ursa
