// UR_LAYER_LIFETIME_VALIDATION alone: every function with every kind of bad handle.

#include "mock/mock_adapter.h"
#include "unit/layers/bad_handles.h"
#include "unit/layers/known_objects.h"
#include "unit/layers/layered_loader.h"

#include <array>

namespace ursa::core::layers {
namespace {

using api::Function;

class BadHandlesTest : public testing::Test {
protected:
  MockAdapter
      mock_; // implements nothing, so that its error code identifies calls that pass the layer
  LayeredLoader loader_{"UR_LAYER_LIFETIME_VALIDATION"};
  KnownObjects known_{mock_.tables()};
  BadHandles bad_{known_.get()};
};

TEST_F(BadHandlesTest, ValidHandlesPass) {
  for (const AnyCall &any : anyCalls()) {
    const bool freesMemory =
        any.function == Function::urUSMFree || any.function == Function::urEnqueueUSMFreeExp;
    if (!takesHandle(any) || handleTypeOf(any.parameters()[0]) == HandleType::None)
      continue; // implemented by the loader
    SCOPED_TRACE(any.name());
    const ur_result_t result = bad_.call(any, SIZE_MAX, nullptr);
    if (any.function == Function::urAdapterGetLastError)
      continue; // would return the last failure
    EXPECT_EQ(result, freesMemory ? UR_RESULT_ERROR_INVALID_MEM_OBJECT
                                  : UR_RESULT_ERROR_UNSUPPORTED_FEATURE)
        << lastErrorMessage();
  }
}

TEST_F(BadHandlesTest, Null) { EXPECT_GT(bad_.tryAll(nullptr), 300); }

TEST_F(BadHandlesTest, RandomMemory) {
  alignas(16) std::array<uint64_t, 64> memory;
  memory.fill(0x5555555555555555);
  EXPECT_GT(bad_.tryAll(memory.data()), 300);
}

TEST_F(BadHandlesTest, Released) {
  const ur_dditable_t *object = &mock_.tables();
  handleTracker().add(&object, {.type = HandleType::Queue, .adapter = object, .references = 1});
  ASSERT_TRUE(handleTracker().release(&object));
  object = nullptr; // must not be read any more
  EXPECT_GT(bad_.tryAll(&object), 300);
}

TEST_F(BadHandlesTest, OfEveryWrongType) {
  for (const auto &[type, object] : known_.get())
    EXPECT_GT(bad_.tryAll(object, type), 100) << handleTypeName(type);
}

TEST_F(BadHandlesTest, OfAnotherAdapter) {
  MockAdapter other("other");
  const KnownObjects others(other.tables());
  EXPECT_GT(bad_.tryForeign(others.get()), 100);
}

TEST_F(BadHandlesTest, Configs) {
  ur_loader_config_handle_t released = nullptr;
  ASSERT_EQ(urLoaderConfigCreate(&released), UR_RESULT_SUCCESS);
  ASSERT_EQ(urLoaderConfigRelease(released), UR_RESULT_SUCCESS);
  int calls = 0;
  for (const AnyCall &any : anyCalls()) {
    const auto all = any.parameters();
    if (std::none_of(all.begin(), all.end(),
                     [](const api::Parameter &p) { return p.type == "ur_loader_config_handle_t"; }))
      continue;
    SCOPED_TRACE(any.name());
    ++calls;
    EXPECT_EQ(any.call(released, [](size_t, void *) {}), UR_RESULT_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(any.call(known_.get().at(HandleType::Queue), [](size_t, void *) {}),
              UR_RESULT_ERROR_INVALID_ARGUMENT);
    if (any.function != Function::urLoaderInit) { // where null is allowed
      EXPECT_EQ(any.call(nullptr, [](size_t, void *) {}), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
    }
  }
  EXPECT_EQ(calls, 7);
}

} // namespace
} // namespace ursa::core::layers
