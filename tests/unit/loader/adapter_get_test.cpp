// urAdapterGet with several adapters.

#include "core/loader/adapter_registry.h"
#include "mock/mock_adapter.h"
#include "mock/mock_loader.h"
#include "support/last_error.h"
#include "unit/loader/captured_log.h"
#include "unit/scoped_variable.h"

namespace ursa::core::loader {
namespace {

using api::Function;
using testing::_;
using testing::ElementsAre;
using testing::Return;

TEST(AdapterGet, NeedsTheLoader) {
  uint32_t count = 7;
  EXPECT_EQ(urAdapterGet(0, nullptr, &count), UR_RESULT_ERROR_UNINITIALIZED);
  EXPECT_EQ(count, 7u);
  EXPECT_STREQ(lastErrorMessage(), "urAdapterGet: urLoaderInit must have succeeded before.");
}

TEST(AdapterGet, CountsWithoutHandles) {
  const MockLoader loader;
  const MockAdapter first, second;
  uint32_t count = 0;
  EXPECT_EQ(urAdapterGet(0, nullptr, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 2u);
}

TEST(AdapterGet, GivesAsManyAsThereIsRoomFor) {
  const MockLoader loader;
  MockAdapter first, second;
  // The array is full, so no further handle is returned, and none may be retained.
  EXPECT_CALL(second.on<Function::urAdapterGet>(), Call(0, nullptr, _))
      .WillOnce([](uint32_t, ur_adapter_handle_t *, uint32_t *count) {
        *count = 1;
        return UR_RESULT_SUCCESS;
      });
  ur_adapter_handle_t adapters[2] = {};
  uint32_t count = 0;
  EXPECT_EQ(urAdapterGet(1, adapters, &count), UR_RESULT_SUCCESS);
  EXPECT_THAT(adapters, ElementsAre(first.adapter(), nullptr));
  EXPECT_EQ(count, 2u);
}

TEST(AdapterGet, JoinsAdaptersWithSeveralHandles) {
  const MockLoader loader;
  MockAdapter first, second;
  const auto extra = first.make<ur_adapter_handle_t>();
  EXPECT_CALL(first.on<Function::urAdapterGet>(), Call(4, _, _))
      .WillOnce([&](uint32_t, ur_adapter_handle_t *out, uint32_t *count) {
        out[0] = first.adapter();
        out[1] = extra;
        *count = 2;
        return UR_RESULT_SUCCESS;
      });
  EXPECT_CALL(second.on<Function::urAdapterGet>(), Call(2, _, _))
      .WillOnce([&](uint32_t, ur_adapter_handle_t *out, uint32_t *count) {
        out[0] = second.adapter();
        *count = 1;
        return UR_RESULT_SUCCESS;
      });
  ur_adapter_handle_t adapters[4] = {};
  EXPECT_EQ(urAdapterGet(4, adapters, nullptr), UR_RESULT_SUCCESS);
  EXPECT_THAT(adapters, ElementsAre(first.adapter(), extra, second.adapter(), nullptr));
}

TEST(AdapterGet, RefusesHandlesWithoutRoom) {
  const MockLoader loader;
  ur_adapter_handle_t adapter = nullptr;
  EXPECT_EQ(urAdapterGet(0, &adapter, nullptr), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_STREQ(lastErrorMessage(), "urAdapterGet: phAdapters is given, and NumEntries is 0.");
}

TEST(AdapterGet, LeavesOutAdaptersThatFailAndSaysSoOnce) {
  const MockLoader loader;
  MockAdapter failing("failing");
  const MockAdapter sound;
  EXPECT_CALL(failing.on<Function::urAdapterGet>(), Call(_, _, _))
      .WillRepeatedly(Return(UR_RESULT_ERROR_DEVICE_LOST));
  const CapturedLog log;

  for (int i = 0; i < 2; ++i) {
    ur_adapter_handle_t adapters[2] = {};
    uint32_t count = 0;
    EXPECT_EQ(urAdapterGet(2, adapters, &count), UR_RESULT_SUCCESS);
    EXPECT_EQ(count, 1u);
    EXPECT_THAT(adapters, ElementsAre(sound.adapter(), nullptr));
  }
  EXPECT_THAT(log.warnings(), ElementsAre("The adapter 'failing' is left out: its urAdapterGet "
                                          "answered UR_RESULT_ERROR_DEVICE_LOST (20)."));
}

TEST(AdapterGet, LeavesOutAnAdapterWithoutTheFunction) {
  const MockLoader loader;
  const ur_dditable_t empty{};
  adapterRegistry().add("empty", empty);
  uint32_t count = 7;
  EXPECT_EQ(urAdapterGet(0, nullptr, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 0u);
  adapterRegistry().remove(empty);
}

/// Returns the reference count of a real adapter's object.
uint32_t referencesOf(ur_adapter_handle_t adapter) {
  uint32_t references = 0;
  EXPECT_EQ(urAdapterGetInfo(adapter, UR_ADAPTER_INFO_REFERENCE_COUNT, sizeof(references),
                             &references, nullptr),
            UR_RESULT_SUCCESS);
  return references;
}

TEST(AdapterGet, RetainsEachTime) {
  const ScopedVariable force("UR_ADAPTERS_FORCE_LOAD",
                             URSA_FIXTURE_DIR "/first/libur_adapter_host.so.0");
  ASSERT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
  ur_adapter_handle_t once = nullptr, twice = nullptr;
  ASSERT_EQ(urAdapterGet(1, &once, nullptr), UR_RESULT_SUCCESS);
  const uint32_t before = referencesOf(once);
  uint32_t count = 0;
  EXPECT_EQ(urAdapterGet(0, nullptr, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(referencesOf(once), before) << "counting retains nothing";
  EXPECT_EQ(urAdapterGet(1, &twice, nullptr), UR_RESULT_SUCCESS);
  EXPECT_EQ(twice, once);
  EXPECT_EQ(referencesOf(once), before + 1);
  EXPECT_EQ(urAdapterRelease(twice), UR_RESULT_SUCCESS);
  EXPECT_EQ(urAdapterRelease(once), UR_RESULT_SUCCESS);
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
}

} // namespace
} // namespace ursa::core::loader
