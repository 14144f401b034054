// urLoaderInit and urLoaderTearDown.

#include "mock/mock_adapter.h"
#include "mock/mock_loader.h"
#include "support/last_error.h"
#include "unit/loader/captured_log.h"
#include "unit/scoped_variable.h"

#include <thread>
#include <vector>

namespace ursa::core::loader {
namespace {

using testing::Contains;
using testing::ElementsAre;

constexpr const char *kHost = URSA_FIXTURE_DIR "/first/libur_adapter_host.so.0";

ur_result_t countAdapters(uint32_t &count) { return urAdapterGet(0, nullptr, &count); }

TEST(LoaderInit, IsCounted) {
  const ScopedVariable force("UR_ADAPTERS_FORCE_LOAD", kHost);
  uint32_t count = 0;
  EXPECT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
  EXPECT_EQ(urLoaderInit(UR_DEVICE_INIT_FLAG_GPU, nullptr), UR_RESULT_SUCCESS);
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
  EXPECT_EQ(countAdapters(count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
  EXPECT_EQ(countAdapters(count), UR_RESULT_ERROR_UNINITIALIZED);
}

TEST(LoaderInit, RefusesATearDownTooMany) {
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_ERROR_UNINITIALIZED);
  EXPECT_STREQ(lastErrorMessage(), "urLoaderTearDown: there is no urLoaderInit left to take back.");
}

TEST(LoaderInit, LooksAgainAfterTheLastTearDown) {
  uint32_t count = 0;
  for (const uint32_t expected : {1u, 2u}) {
    const ScopedVariable force(
        "UR_ADAPTERS_FORCE_LOAD",
        std::string(kHost) +
            (expected == 2 ? "," URSA_FIXTURE_DIR "/second/libur_adapter_other.so.0" : ""));
    ASSERT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
    EXPECT_EQ(countAdapters(count), UR_RESULT_SUCCESS);
    EXPECT_EQ(count, expected);
    EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
  }
}

TEST(LoaderInit, RefusesUnknownFlags) {
  EXPECT_EQ(urLoaderInit(0x40000000, nullptr), UR_RESULT_ERROR_INVALID_ENUMERATION);
  EXPECT_STREQ(lastErrorMessage(), "urLoaderInit: device_flags has the unknown bits 0x40000000.");
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_ERROR_UNINITIALIZED);
}

TEST(LoaderInit, SucceedsWithoutAdapters) {
  const ScopedVariable force("UR_ADAPTERS_FORCE_LOAD", "/nowhere/libur_adapter_x.so.0");
  uint32_t count = 7;
  ASSERT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
  EXPECT_EQ(countAdapters(count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
}

TEST(LoaderInit, WithMockingOnlyMocksAreAdapters) {
  const ScopedVariable path("UR_ADAPTERS_SEARCH_PATH", URSA_FIXTURE_DIR "/first");
  const MockAdapter mock;
  const MockLoader loader;
  ur_adapter_handle_t adapters[2] = {};
  uint32_t count = 0;
  EXPECT_EQ(urAdapterGet(2, adapters, &count), UR_RESULT_SUCCESS);
  EXPECT_THAT(adapters, ElementsAre(mock.adapter(), nullptr));
}

TEST(LoaderInit, WarnsOfLayersThatDoNotExist) {
  const ScopedVariable layers("UR_ENABLE_LAYERS", "UR_LAYER_NONESUCH");
  const CapturedLog log;
  const MockLoader loader;
  EXPECT_THAT(log.warnings(),
              Contains(testing::StartsWith("UR_ENABLE_LAYERS: The layer 'UR_LAYER_NONESUCH' is "
                                           "not present; this loader has ")));
}

TEST(LoaderInit, WarnsOfTogglesThatDoNotExist) {
  const ScopedVariable toggles("URSA_TOGGLES", "gaurd_loops,limit_nesting");
  const CapturedLog log;
  const MockLoader loader;
  EXPECT_THAT(log.warnings(), Contains("URSA_TOGGLES: There is no toggle 'gaurd_loops'; a similar "
                                       "name is 'guard_loops'."));
}

TEST(LoaderInit, MayBeCalledByManyThreads) {
  const ScopedVariable force("UR_ADAPTERS_FORCE_LOAD", kHost);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (int round = 0; round < 20; ++round) {
        ur_adapter_handle_t adapter = nullptr;
        uint32_t count = 0;
        EXPECT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
        EXPECT_EQ(urAdapterGet(1, &adapter, &count), UR_RESULT_SUCCESS);
        EXPECT_EQ(count, 1u);
        EXPECT_EQ(urAdapterRelease(adapter), UR_RESULT_SUCCESS);
        EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_ERROR_UNINITIALIZED);
}

TEST(LoaderInit, HandlesStayUsableAfterTheTearDown) {
  const ScopedVariable force("UR_ADAPTERS_FORCE_LOAD", kHost);
  ur_adapter_handle_t adapter = nullptr;
  ASSERT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
  ASSERT_EQ(urAdapterGet(1, &adapter, nullptr), UR_RESULT_SUCCESS);
  ASSERT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
  EXPECT_EQ(urAdapterRelease(adapter), UR_RESULT_SUCCESS);
}

} // namespace
} // namespace ursa::core::loader
