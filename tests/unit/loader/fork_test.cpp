// A child that is forked while the loader is in use gets errors and does not hang.

#include "support/last_error.h"
#include "unit/scoped_variable.h"

#include "ur_api.h"
#include "ur_ddi.h"
#include "ursa.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace ursa::core::loader {
namespace {

constexpr const char *kHost = URSA_FIXTURE_DIR "/first/libur_adapter_host.so.0";

/// Runs a function in a forked child, and returns the child's exit code, which is its result.
template <class Callable> int inChild(Callable callable) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60); // ends a child that hangs
    _exit(callable());
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

class Fork : public testing::Test {
protected:
  void initialize() {
    ASSERT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
    ASSERT_EQ(urAdapterGet(1, &adapter_, nullptr), UR_RESULT_SUCCESS);
  }

  void finish() {
    EXPECT_EQ(urAdapterRelease(adapter_), UR_RESULT_SUCCESS);
    EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
  }

  const ScopedVariable force_{"UR_ADAPTERS_FORCE_LOAD", kHost};
  ur_adapter_handle_t adapter_ = nullptr;
};

TEST_F(Fork, LoaderRefusesInTheChild) {
  initialize();
  EXPECT_EQ(inChild([] {
              uint32_t count = 0;
              return urLoaderInit(0, nullptr) == UR_RESULT_ERROR_UNINITIALIZED &&
                     urAdapterGet(0, nullptr, &count) == UR_RESULT_ERROR_UNINITIALIZED &&
                     urLoaderTearDown() == UR_RESULT_ERROR_UNINITIALIZED &&
                     std::string_view(lastErrorMessage())
                         .starts_with("urLoaderTearDown: this process was forked from process ");
            }),
            1);
  finish();
}

TEST_F(Fork, HandlesRefuseInTheChildAndWorkInTheParent) {
  initialize();
  EXPECT_EQ(inChild([this] {
              uint32_t number = 0;
              return urAdapterGetInfo(adapter_, UR_ADAPTER_INFO_VERSION, sizeof(number), &number,
                                      nullptr) == UR_RESULT_ERROR_UNINITIALIZED &&
                     std::string_view(lastErrorMessage())
                         .starts_with("urAdapterGetInfo: this "
                                      "process was forked") &&
                     urAdapterRelease(adapter_) == UR_RESULT_ERROR_UNINITIALIZED;
            }),
            1);
  uint32_t number = 0;
  EXPECT_EQ(urAdapterGetInfo(adapter_, UR_ADAPTER_INFO_VERSION, sizeof(number), &number, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(number, 1u);
  finish();
}

/// The tables of an adapter inside the program may have been freed and their memory reused.
TEST_F(Fork, NothingOfAnAdapterIsWrittenToInTheChild) {
  initialize();
  struct Own {
    const ur_dditable_t *tables;
  };
  static Own own;
  std::vector<std::byte> memory(sizeof(ur_dditable_t));
  auto *tables = new (memory.data()) ur_dditable_t{};
  own.tables = tables;
  tables->Adapter.pfnGet = [](uint32_t room, ur_adapter_handle_t *out, uint32_t *count) {
    if (out && room)
      *out = reinterpret_cast<ur_adapter_handle_t>(&own);
    if (count)
      *count = 1;
    return UR_RESULT_SUCCESS;
  };
  tables->Adapter.pfnRelease = [](ur_adapter_handle_t) { return UR_RESULT_SUCCESS; };
  ASSERT_EQ(ursaAdapterRegister("own", tables), UR_RESULT_SUCCESS);
  ur_adapter_handle_t both[2] = {};
  ASSERT_EQ(urAdapterGet(2, both, nullptr), UR_RESULT_SUCCESS);
  ASSERT_EQ(ursaAdapterUnregister(tables), UR_RESULT_SUCCESS);
  EXPECT_EQ(urAdapterRelease(both[0]), UR_RESULT_SUCCESS);
  const std::vector<std::byte> others(memory.size(), std::byte{0x55});
  memory = others;
  EXPECT_EQ(inChild([&] { return memory == others; }), 1);
  finish();
}

TEST_F(Fork, AChildOfAnIdleProcessMayUseTheLoader) {
  initialize();
  finish();
  EXPECT_EQ(inChild([this] {
              uint32_t number = 0;
              return urLoaderInit(0, nullptr) == UR_RESULT_SUCCESS &&
                     urAdapterGet(1, &adapter_, nullptr) == UR_RESULT_SUCCESS &&
                     urAdapterGetInfo(adapter_, UR_ADAPTER_INFO_VERSION, sizeof(number), &number,
                                      nullptr) == UR_RESULT_SUCCESS &&
                     urLoaderTearDown() == UR_RESULT_SUCCESS;
            }),
            1);
}

/// Forks repeatedly while another thread is inside the loader, whether or not it holds locks.
TEST_F(Fork, NeverHangsWhileAnotherThreadInitializes) {
  std::atomic<bool> stop{false};
  initialize();
  std::thread other([&stop] {
    while (!stop) {
      EXPECT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
      EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
    }
  });
  for (int round = 0; round < 50; ++round)
    EXPECT_EQ(inChild([] { return urLoaderInit(0, nullptr) == UR_RESULT_ERROR_UNINITIALIZED; }), 1);
  stop = true;
  other.join();
  finish();
}

/// Configs may be created before urLoaderInit, and thus in any child.
TEST(ForkOfAnIdleProcess, NeverHangsWhileAnotherThreadMakesConfigs) {
  std::atomic<bool> stop{false};
  const auto makeConfig = [] {
    ur_loader_config_handle_t config = nullptr;
    return urLoaderConfigCreate(&config) == UR_RESULT_SUCCESS &&
           urLoaderConfigRelease(config) == UR_RESULT_SUCCESS;
  };
  std::thread other([&] {
    while (!stop)
      EXPECT_TRUE(makeConfig());
  });
  for (int round = 0; round < 50; ++round)
    EXPECT_EQ(inChild(makeConfig), 1);
  stop = true;
  other.join();
}

} // namespace
} // namespace ursa::core::loader
