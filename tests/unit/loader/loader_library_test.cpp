// libur_loader.so.0 as a program uses it: only through the C ABI, with a log file, and from static
// destructors.

#include "support/paths.h"
#include "ur_api.h"

#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace {

using testing::HasSubstr;

constexpr const char *kAdapter = URSA_FIXTURE_DIR "/second/libur_adapter_host.so.0";

/// Set before the loader logs for the first time, which is when it reads the variable; removed at
/// the end.
struct LogFile {
  LogFile() {
    setenv("UR_LOG_LOADER", ("level:warning;flush:warning;output:file," + path).c_str(), 1);
  }
  ~LogFile() {
    if (getpid() == creator) // not in the child of a death test
      std::remove(path.c_str());
  }

  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(path).rdbuf();
    return all.str();
  }

  const pid_t creator = getpid();
  const std::string path = testing::TempDir() + "ursa_loader_" + std::to_string(creator) + ".log";
} logFile;

void initialize(const char *forcedPaths) {
  setenv("UR_ADAPTERS_FORCE_LOAD", forcedPaths, 1);
  ASSERT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
}

ur_adapter_handle_t firstAdapter() {
  ur_adapter_handle_t adapter = nullptr;
  EXPECT_EQ(urAdapterGet(1, &adapter, nullptr), UR_RESULT_SUCCESS);
  return adapter;
}

TEST(LoaderLibrary, ReachesAnAdapter) {
  initialize(kAdapter);
  const ur_adapter_handle_t adapter = firstAdapter();
  uint32_t number = 0;
  EXPECT_EQ(urAdapterGetInfo(adapter, UR_ADAPTER_INFO_VERSION, sizeof(number), &number, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(number, 2u);
  EXPECT_EQ(urAdapterRelease(adapter), UR_RESULT_SUCCESS);
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
}

TEST(LoaderLibrary, ReportsItsOwnMessage) {
  initialize(kAdapter);
  const ur_adapter_handle_t adapter = firstAdapter();
  EXPECT_EQ(urAdapterRetain(adapter), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);

  const char *message = nullptr;
  int32_t error = 0;
  EXPECT_EQ(urAdapterGetLastError(adapter, &message, &error), UR_RESULT_SUCCESS);
  EXPECT_STREQ(message, "urAdapterRetain: the adapter that hAdapter belongs to does not implement "
                        "this function.");
  EXPECT_EQ(error, UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(urAdapterRelease(adapter), UR_RESULT_SUCCESS);
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
}

TEST(LoaderLibrary, RefusesItselfAsAnAdapter) {
  initialize((ursa::libDir() + "/libur_loader.so.0").c_str());
  uint32_t count = 7;
  EXPECT_EQ(urAdapterGet(0, nullptr, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 0u);
  EXPECT_THAT(logFile.text(), HasSubstr("libur_loader.so.0: it is the loader itself."));
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
}

TEST(LoaderLibrary, WritesWarningsToTheLogFile) {
  initialize(URSA_FIXTURE_DIR "/broken/libur_adapter_text.so.0");
  uint32_t count = 7;
  EXPECT_EQ(urAdapterGet(0, nullptr, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 0u);
  EXPECT_THAT(logFile.text(),
              HasSubstr("<loader>[warning]: The adapter 'text' was not loaded. " URSA_FIXTURE_DIR
                        "/broken/libur_adapter_text.so.0: file too short."));
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
}

/// Tears the loader down after main, and calls into an adapter after that.
struct Late {
  ~Late() {
    if (urLoaderTearDown() != UR_RESULT_SUCCESS || urAdapterRelease(adapter) != UR_RESULT_SUCCESS)
      _exit(3);
  }
  ur_adapter_handle_t adapter;
};

void endWithLateCalls() {
  static Late late{nullptr}; // destroyed after everything that the loader registers from here on
  initialize(kAdapter);
  late.adapter = firstAdapter();
  std::exit(0);
}

TEST(LoaderLibraryDeathTest, CanBeTornDownByStaticDestructors) {
  EXPECT_EXIT(endWithLateCalls(), testing::ExitedWithCode(0), "");
}

} // namespace
