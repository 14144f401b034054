// Invalid or faulty adapter libraries: the loader reports each with path and reason, survives it,
// and loads the valid one among them.

#include "support/last_error.h"
#include "unit/loader/captured_log.h"
#include "unit/scoped_variable.h"

#include "ur_api.h"

#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ursa::core::loader {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::string fixture(const std::string &folder, const std::string &name) {
  return URSA_FIXTURE_DIR "/" + folder + "/libur_adapter_" + name + ".so.0";
}

std::string bad(const std::string &name) { return fixture("bad", name); }

const std::string kSound = fixture("broken", "sound");

/// Initializes the loader with one bad library before the valid one.
class BadAdapter : public testing::Test {
protected:
  BadAdapter() {
    std::ifstream file(kSound, std::ios::binary);
    sound_.assign(std::istreambuf_iterator<char>(file), {});
    fs::create_directories(folder_);
  }
  ~BadAdapter() override {
    EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
    fs::remove_all(folder_);
  }

  void initialize(const std::string &path) {
    const ScopedVariable force("UR_ADAPTERS_FORCE_LOAD", path + "," + kSound);
    ASSERT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
  }

  /// Writes a library file with these bytes.
  std::string written(const std::string &bytes) const {
    const std::string path = folder_ + "/libur_adapter_written.so.0";
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  /// Expects that only the valid adapter is loaded, and that it works.
  void expectTheSoundOne() {
    ur_adapter_handle_t adapters[3] = {};
    uint32_t count = 0;
    EXPECT_EQ(urAdapterGet(3, adapters, &count), UR_RESULT_SUCCESS);
    ASSERT_EQ(count, 1u);
    uint32_t number = 0;
    EXPECT_EQ(
        urAdapterGetInfo(adapters[0], UR_ADAPTER_INFO_VERSION, sizeof(number), &number, nullptr),
        UR_RESULT_SUCCESS);
    EXPECT_EQ(number, 9u);
    EXPECT_EQ(urAdapterRelease(adapters[0]), UR_RESULT_SUCCESS);
    EXPECT_EQ(urAdapterGet(0, nullptr, &count), UR_RESULT_SUCCESS);
    EXPECT_EQ(count, 1u) << "the number is right from now on";
  }

  /// Expects one warning for the bad library, with its path and a reason.
  void expectRefused(const std::string &path, const std::string &reason) {
    initialize(path);
    expectTheSoundOne();
    EXPECT_THAT(log_.warnings(), ElementsAre(AllOf(HasSubstr(path), HasSubstr(reason))));
  }

  const std::string folder_ = testing::TempDir() + "ursa_bad_adapters_" + std::to_string(getpid());
  std::string sound_;
  CapturedLog log_;
};

TEST_F(BadAdapter, IsNoLibrary) {
  expectRefused(written(std::string(100000, 'x')), "invalid ELF header");
}

TEST_F(BadAdapter, IsEmpty) { expectRefused(written(""), "file too short"); }

TEST_F(BadAdapter, IsOfAnotherElfClass) {
  sound_[4] = 1; // ELFCLASS32
  expectRefused(written(sound_), "wrong ELF class");
}

TEST_F(BadAdapter, IsCutShort) {
  expectRefused(written(sound_.substr(0, 8192)), "the file is cut short; it has 8192 bytes");
}

TEST_F(BadAdapter, IsCutInItsHeaders) {
  expectRefused(written(sound_.substr(0, 100)), "the file is cut short; it has 100 bytes");
}

TEST_F(BadAdapter, IsAFolder) {
  const std::string path = folder_ + "/libur_adapter_folder.so.0";
  fs::create_directories(path);
  expectRefused(path, "");
}

TEST_F(BadAdapter, LacksAGetter) {
  expectRefused(fixture("broken", "nogetter"), "it does not export urGetKernelProcAddrTable.");
}

TEST_F(BadAdapter, HasAGetterThatFails) {
  expectRefused(fixture("broken", "badgetter"),
                "its urGetQueueProcAddrTable answered UR_RESULT_ERROR_DEVICE_LOST (20)");
}

TEST_F(BadAdapter, HasOlderTables) {
  expectRefused(bad("older"), "answered UR_RESULT_ERROR_UNSUPPORTED_VERSION");
}

TEST_F(BadAdapter, HasNewerTables) {
  expectRefused(bad("newer"), "answered UR_RESULT_ERROR_UNSUPPORTED_VERSION");
}

TEST_F(BadAdapter, HasANullFirstEntry) {
  expectRefused(bad("nullget"), "its urGetAdapterProcAddrTable gives no urAdapterGet.");
}

TEST_F(BadAdapter, HasAGetterThatThrows) {
  expectRefused(bad("throwinggetter"),
                "its urGetMemProcAddrTable threw an exception: no such driver.");
}

TEST_F(BadAdapter, HasAnAdapterGetThatThrows) {
  expectRefused(bad("throwingget"), "its urAdapterGet threw an exception: no such device.");
}

TEST_F(BadAdapter, GivesANullHandle) {
  expectRefused(bad("nullhandle"), "its urAdapterGet gave a null handle.");
}

TEST_F(BadAdapter, ReturnsAnUnreadableHandle) {
  expectRefused(bad("garbage"), "gave the handle 0x51, which leads to no table of functions.");
}

TEST_F(BadAdapter, GivesAHandleWithoutTables) {
  expectRefused(bad("zeroes"), "which leads to no table of functions.");
}

TEST_F(BadAdapter, NeedsASymbolThatIsNowhere) {
  expectRefused(fixture("broken", "undefined"), "ursaVariableThatIsNowhere");
}

/// Code that runs while a library is opened can always end the process, so the log must name the
/// library.
TEST(BadAdapterDeathTest, AbortsWhileItIsOpened) {
  const auto initialize = [] {
    loaderLog().setCallback(
        [](ur_logger_level_t, const char *line, void *) { std::fprintf(stderr, "%s\n", line); },
        nullptr, UR_LOGGER_LEVEL_DEBUG);
    setenv("UR_ADAPTERS_FORCE_LOAD", (bad("aborts") + "," + kSound).c_str(), 1);
    urLoaderInit(0, nullptr);
    uint32_t count = 0;
    urAdapterGet(0, nullptr, &count);
  };
  EXPECT_EXIT(initialize(), testing::KilledBySignal(SIGABRT),
              "Opening .*libur_adapter_aborts.so.0 as the adapter 'aborts'.");
}

} // namespace
} // namespace ursa::core::loader
