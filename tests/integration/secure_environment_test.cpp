// A program that runs with more rights than its user (setuid) ignores the environment.

#include "core/layers/layers.h"
#include "unit/scoped_variable.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

namespace ursa {
namespace {

namespace fs = std::filesystem;

class SecureEnvironment : public testing::Test {
protected:
  SecureEnvironment() {
    fs::create_directories(folder_);
    fs::copy_file(URSA_SECURE_HELPER, helper_, fs::copy_options::overwrite_existing);
    EXPECT_EQ(chmod(folder_.c_str(), 0777), 0);
  }
  ~SecureEnvironment() override { fs::remove_all(folder_); }

  /// Runs the helper and returns its output.
  std::string run() const {
    const std::string command = helper_.string() + " " + trace_.string();
    std::FILE *pipe = popen(command.c_str(), "r");
    char text[64] = {};
    if (!pipe || !std::fgets(text, sizeof(text), pipe))
      ADD_FAILURE() << "The helper printed nothing.";
    EXPECT_EQ(pclose(pipe), 0);
    return text;
  }

  const fs::path folder_ = fs::temp_directory_path() / fmt::format("ursa-secure-{}", getpid());
  const fs::path helper_ = folder_ / "helper";
  const fs::path trace_ = folder_ / "trace.json";
  const ScopedVariable layers_{"UR_ENABLE_LAYERS", "UR_LAYER_TRACING"};
  const ScopedVariable file_{"URSA_TRACE_FILE", trace_.string()};
  const ScopedVariable cache_{"URSA_CACHE", "1"};
  const ScopedVariable adapters_{"UR_ADAPTERS_FORCE_LOAD", "none"};
  const ScopedVariable log_{"UR_LOG_TRACING", "level:quiet"};
};

TEST_F(SecureEnvironment, IsUsedByAnOrdinaryProgram) {
  EXPECT_EQ(run(), fmt::format("0 {} 1 1 1\n", core::layers::kTracing));
}

TEST_F(SecureEnvironment, IsIgnoredByAProgramWithMoreRights) {
  if (geteuid() != 0)
    GTEST_SKIP() << "Only root can create a program that runs as another user.";
  constexpr uid_t kNobody = 65534;
  ASSERT_EQ(chown(helper_.c_str(), kNobody, kNobody), 0);
  ASSERT_EQ(chmod(helper_.c_str(), 04755), 0);
  EXPECT_EQ(run(), "1 0 0 0 0\n");
}

} // namespace
} // namespace ursa
