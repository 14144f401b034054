#include "support/log.h"
#include "unit/scoped_variable.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <unistd.h>

namespace ursa {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(LogSettings, HaveDefaults) {
  const LogSettings settings = parseLogSettings("");
  EXPECT_EQ(settings.level, UR_LOGGER_LEVEL_WARN);
  EXPECT_EQ(settings.flush, UR_LOGGER_LEVEL_ERROR);
  EXPECT_EQ(settings.output, "stderr");
  EXPECT_EQ(settings.problem, "");
}

TEST(LogSettings, AreReadInAnyOrder) {
  const LogSettings settings = parseLogSettings("output:file,/var/a:b;flush:info;;level:debug");
  EXPECT_EQ(settings.level, UR_LOGGER_LEVEL_DEBUG);
  EXPECT_EQ(settings.flush, UR_LOGGER_LEVEL_INFO);
  EXPECT_EQ(settings.output, "/var/a:b");
  EXPECT_EQ(settings.problem, "");
}

TEST(LogSettings, TellAFileFromAStreamOfItsName) {
  EXPECT_EQ(parseLogSettings("output:stdout").output, "stdout");
  EXPECT_EQ(parseLogSettings("output:file,stdout").output, "./stdout");
  EXPECT_EQ(parseLogSettings("output:file,stderr").output, "./stderr");
}

TEST(LogSettings, KeepDefaultsForInvalidParts) {
  const LogSettings settings = parseLogSettings("level:loud;flush:error;output:file,");
  EXPECT_EQ(settings.level, UR_LOGGER_LEVEL_WARN);
  EXPECT_EQ(settings.output, "stderr");
  EXPECT_EQ(settings.problem,
            "'loud' is not understood; debug, info, warning, error or quiet was expected.");
  EXPECT_THAT(parseLogSettings("output:printer").problem, HasSubstr("'printer'"));
  EXPECT_THAT(parseLogSettings("colour:red").problem, HasSubstr("'colour'"));
}

/// A separate log that writes to a file.
class LogFile : public testing::Test {
protected:
  ~LogFile() override { std::filesystem::remove(path_); }

  Log makeLog(const std::string &settings) {
    const ScopedVariable variable("UR_LOG_TEST", settings + ";output:file," + path_);
    return Log("TEST");
  }

  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(path_).rdbuf();
    return all.str();
  }

  const std::string path_ = testing::TempDir() + "ursa_log_" + std::to_string(getpid());
};

TEST_F(LogFile, HasLinesOfItsLevelAndAbove) {
  Log log = makeLog("level:info;flush:debug");
  log.write(UR_LOGGER_LEVEL_DEBUG, "Not this.");
  log.write(UR_LOGGER_LEVEL_INFO, "{} and {}.", 1, "two");
  log.write(UR_LOGGER_LEVEL_ERROR, "Three {{}}.");
  EXPECT_EQ(text(), "<test>[info]: 1 and two.\n<test>[error]: Three {}.\n");
  EXPECT_FALSE(log.enabled(UR_LOGGER_LEVEL_DEBUG));
}

TEST_F(LogFile, IsEmptyWhenQuiet) {
  Log log = makeLog("level:quiet;flush:debug");
  log.write(UR_LOGGER_LEVEL_ERROR, "Not this.");
  EXPECT_EQ(text(), "");
}

TEST_F(LogFile, ReportsInvalidSettings) {
  makeLog("level:loud;flush:debug");
  EXPECT_THAT(text(), HasSubstr("UR_LOG_TEST: 'loud' is not understood;"));
}

TEST_F(LogFile, CallsBackFromItsOwnLevelOn) {
  Log log = makeLog("level:quiet");
  std::vector<std::string> lines;
  const ur_logger_callback_t add = [](ur_logger_level_t, const char *line, void *data) {
    static_cast<std::vector<std::string> *>(data)->push_back(line);
  };
  log.setCallback(add, &lines, UR_LOGGER_LEVEL_INFO);
  log.write(UR_LOGGER_LEVEL_DEBUG, "no");
  log.write(UR_LOGGER_LEVEL_INFO, "yes");
  log.setCallbackLevel(UR_LOGGER_LEVEL_ERROR);
  log.write(UR_LOGGER_LEVEL_INFO, "no");
  log.write(UR_LOGGER_LEVEL_ERROR, "yes again");
  log.setCallback(nullptr, nullptr, UR_LOGGER_LEVEL_DEBUG);
  log.write(UR_LOGGER_LEVEL_ERROR, "no");
  EXPECT_THAT(lines, ElementsAre("yes", "yes again"));
}

TEST(Log, GoesToStandardErrorWhenItsFileCannotBeOpened) {
  const ScopedVariable variable("UR_LOG_TEST", "output:file,/proc/nowhere/log");
  testing::internal::CaptureStderr();
  Log log("TEST");
  log.write(UR_LOGGER_LEVEL_WARN, "Still here.");
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_THAT(text, HasSubstr("The log file '/proc/nowhere/log' cannot be opened"));
  EXPECT_THAT(text, HasSubstr("Still here."));
}

} // namespace
} // namespace ursa
