// Fails the Nth allocation, for every N, while the loader is initialized: the result is an error
// code or a working loader, and no leak.

#include "support/operator_new.h"
#include "unit/scoped_variable.h"

#include "ur_api.h"

#include <gtest/gtest.h>

namespace {

bool counting = false; ///< set by a single thread
size_t allocations = 0;
size_t failAt = 0; ///< 0: never
bool failed = false;
long alive = 0;

} // namespace

void ursa::allocation_hooks::allocating(size_t) {
  if (counting && ++allocations == failAt) {
    failed = true;
    throw std::bad_alloc();
  }
  ++alive;
}
void ursa::allocation_hooks::freeing(const void *memory) noexcept { alive -= memory != nullptr; }

namespace ursa::core::loader {
namespace {

ur_result_t initializeWithFailure(size_t at, ur_loader_config_handle_t config) {
  allocations = 0;
  failed = false;
  failAt = at;
  counting = true;
  const ur_result_t result = urLoaderInit(0, config);
  counting = false;
  return result;
}

/// Initializes with a failure at every allocation in turn, until one initialization has none.
///
/// @return the number of failures
size_t sweep(ur_loader_config_handle_t config) {
  uint32_t adapters = 0;
  for (int warm = 0; warm < 2; ++warm) { // objects that are created once stay
    EXPECT_EQ(urLoaderInit(0, config), UR_RESULT_SUCCESS);
    EXPECT_EQ(urAdapterGet(0, nullptr, &adapters), UR_RESULT_SUCCESS);
    EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
  }
  for (size_t at = 1;; ++at) {
    const long before = alive;
    const ur_result_t result = initializeWithFailure(at, config);
    if (result == UR_RESULT_SUCCESS) {
      uint32_t count = 0;
      EXPECT_EQ(urAdapterGet(0, nullptr, &count), UR_RESULT_SUCCESS) << at;
      EXPECT_EQ(count, adapters) << "an adapter is lost without an error, at allocation " << at;
      EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS) << at;
    } else {
      EXPECT_EQ(result, UR_RESULT_ERROR_OUT_OF_HOST_MEMORY) << at;
      uint32_t count = 0;
      EXPECT_EQ(urAdapterGet(0, nullptr, &count), UR_RESULT_ERROR_UNINITIALIZED) << at;
      EXPECT_EQ(urLoaderTearDown(), UR_RESULT_ERROR_UNINITIALIZED) << at;
    }
    EXPECT_EQ(alive, before) << "a leak after a failure at allocation " << at;
    if (!failed || testing::Test::HasFailure())
      return at - 1;
  }
}

TEST(Allocation, FailsWhileAForcedAdapterIsLoaded) {
  const ScopedVariable force("UR_ADAPTERS_FORCE_LOAD",
                             URSA_FIXTURE_DIR "/first/libur_adapter_host.so.0," URSA_FIXTURE_DIR
                                              "/broken/libur_adapter_text.so.0");
  EXPECT_GT(sweep(nullptr), 10u);
}

TEST(Allocation, FailsWhileFoldersAreSearched) {
  const ScopedVariable path("UR_ADAPTERS_SEARCH_PATH",
                            URSA_FIXTURE_DIR "/second:" URSA_FIXTURE_DIR "/broken");
  const ScopedVariable layers("UR_ENABLE_LAYERS", "UR_LAYER_NONESUCH");
  ur_loader_config_handle_t config = nullptr;
  ASSERT_EQ(urLoaderConfigCreate(&config), UR_RESULT_SUCCESS);
  EXPECT_GT(sweep(config), 50u);
  EXPECT_EQ(urLoaderConfigRelease(config), UR_RESULT_SUCCESS);
}

TEST(Allocation, FailsForAConfig) {
  counting = true;
  allocations = 0;
  failAt = 1;
  ur_loader_config_handle_t config = nullptr;
  const ur_result_t result = urLoaderConfigCreate(&config);
  counting = false;
  EXPECT_EQ(result, UR_RESULT_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(config, nullptr);
}

} // namespace
} // namespace ursa::core::loader
