// Fails the Nth memory allocation, for every N, while the host adapter and a mock create a context,
// a queue and a buffer: the call returns an error code or a usable object, leaks nothing and
// changes nothing.

#include "integration/layered_host.h"
#include "mock/mock_adapter.h"
#include "support/operator_new.h"

#include <vector>

namespace {

// Of the test's thread only: the adapter's threads allocate at any time.
thread_local bool isCounting = false;
thread_local bool hasFailed = false;
thread_local size_t allocations = 0;
thread_local size_t failAt = 0;
thread_local long liveAllocations = 0;

} // namespace

void ursa::allocation_hooks::allocating(size_t) {
  if (isCounting && ++allocations == failAt) {
    hasFailed = true;
    throw std::bad_alloc();
  }
  ++liveAllocations;
}
void ursa::allocation_hooks::freeing(const void *memory) noexcept {
  liveAllocations -= memory != nullptr;
}

namespace ursa {
namespace {

/// Creates an object while one allocation fails, for each allocation in turn, until none fails.
/// @param create creates the object, @param destroy releases it, @param state returns what must not
/// change
/// @return the number of failures
template <class Handle, class Create, class Destroy, class State>
size_t sweep(const Create &create, const Destroy &destroy, const State &state) {
  for (int warm = 0; warm < 2; ++warm) { // allocates objects that are created only once
    Handle handle = nullptr;
    EXPECT_OK(create(&handle));
    EXPECT_OK(destroy(handle));
  }
  for (size_t at = 1;; ++at) {
    const auto stateBefore = state();
    const long before = liveAllocations;
    Handle handle = nullptr;
    allocations = 0;
    hasFailed = false;
    failAt = at;
    isCounting = true;
    const ur_result_t result = create(&handle);
    isCounting = false;
    if (result == UR_RESULT_SUCCESS) {
      EXPECT_NE(handle, nullptr);
      EXPECT_OK(destroy(handle));
    } else {
      EXPECT_EQ(result, UR_RESULT_ERROR_OUT_OF_HOST_MEMORY) << at;
      EXPECT_EQ(handle, nullptr) << at;
    }
    EXPECT_EQ(liveAllocations, before) << "a leak after a failure at allocation " << at;
    EXPECT_EQ(state(), stateBefore) << at;
    if (!hasFailed || testing::Test::HasFailure())
      return at - 1;
  }
}

class HostAllocation : public testing::TestWithParam<const char *> {
protected:
  uint32_t contextReferences() {
    uint32_t references = 0;
    EXPECT_OK(urContextGetInfo(host_.context, UR_CONTEXT_INFO_REFERENCE_COUNT, sizeof(references),
                               &references, nullptr));
    return references;
  }

  LayeredHost host_{GetParam()};
};

TEST_P(HostAllocation, FailsForAContext) {
  const size_t failures = sweep<ur_context_handle_t>(
      [this](auto *out) { return urContextCreate(1, &host_.device, nullptr, out); },
      urContextRelease, [this] { return contextReferences(); });
  EXPECT_GE(failures, 1u);
}

TEST_P(HostAllocation, FailsForAQueue) {
  for (const ur_queue_flags_t flags :
       {UR_QUEUE_FLAG_PROFILING_ENABLE, UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    const ur_queue_properties_t properties{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr, flags};
    const size_t failures = sweep<ur_queue_handle_t>(
        [&](auto *out) { return urQueueCreate(host_.context, host_.device, &properties, out); },
        urQueueRelease, [this] { return contextReferences(); });
    EXPECT_GE(failures, 1u);
  }
}

TEST_P(HostAllocation, FailsForABuffer) {
  const size_t failures = sweep<ur_mem_handle_t>(
      [&](auto *out) {
        return urMemBufferCreate(host_.context, UR_MEM_FLAG_READ_WRITE, 64, nullptr, out);
      },
      urMemRelease, [this] { return contextReferences(); });
  EXPECT_GE(failures, 1u);
}

INSTANTIATE_TEST_SUITE_P(, HostAllocation,
                         testing::Values(nullptr, "UR_LAYER_PARAMETER_VALIDATION"),
                         [](const auto &each) {
                           return std::string(each.param ? "Validated" : "Plain");
                         });

/// The test creates the mock's objects itself, so the allocations that fail are those of the
/// layers.
class MockAllocation : public testing::Test {
protected:
  MockAllocation() {
    const ScopedVariable none("UR_ADAPTERS_FORCE_LOAD", "none");
    const ScopedVariable layers("UR_ENABLE_LAYERS", "UR_LAYER_FULL_VALIDATION");
    EXPECT_OK(urLoaderInit(0, nullptr));
    mock_.tables().Platform.pfnGet = [](ur_adapter_handle_t, uint32_t, ur_platform_handle_t *out,
                                        uint32_t *) { return returnObject(out); };
    mock_.tables().Device.pfnGet = [](ur_platform_handle_t, ur_device_type_t, uint32_t,
                                      ur_device_handle_t *out,
                                      uint32_t *) { return returnObject(out); };
    mock_.tables().Context.pfnCreate = [](uint32_t, const ur_device_handle_t *,
                                          const ur_context_properties_t *,
                                          ur_context_handle_t *out) { return returnObject(out); };
    mock_.tables().Context.pfnRelease = [](ur_context_handle_t) {
      --liveObjects_;
      return UR_RESULT_SUCCESS;
    };
    mock_.tables().Queue.pfnCreate = [](ur_context_handle_t, ur_device_handle_t,
                                        const ur_queue_properties_t *,
                                        ur_queue_handle_t *out) { return returnObject(out); };
    mock_.tables().Queue.pfnRelease = [](ur_queue_handle_t) {
      --liveObjects_;
      return UR_RESULT_SUCCESS;
    };
    object_ = {&mock_.tables(), &mock_.tables(), &mock_.tables(), &mock_.tables()};
    ur_adapter_handle_t adapter = nullptr;
    ur_platform_handle_t platform = nullptr;
    EXPECT_OK(urAdapterGet(1, &adapter, nullptr));
    EXPECT_OK(urPlatformGet(adapter, 1, &platform, nullptr));
    EXPECT_OK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device_, nullptr));
    EXPECT_OK(urContextCreate(1, &device_, nullptr, &context_));
  }
  ~MockAllocation() override { EXPECT_OK(urLoaderTearDown()); }

  /// There is one object of each type, so that creating one allocates no memory in the mock.
  template <class Handle> static ur_result_t returnObject(Handle *out) {
    constexpr size_t kIndex = std::is_same_v<Handle, ur_platform_handle_t>  ? 0
                              : std::is_same_v<Handle, ur_device_handle_t>  ? 1
                              : std::is_same_v<Handle, ur_context_handle_t> ? 2
                                                                            : 3;
    *out = reinterpret_cast<Handle>(&object_[kIndex]);
    ++liveObjects_;
    return UR_RESULT_SUCCESS;
  }

  static inline std::array<const ur_dditable_t *, 4> object_;
  static inline int liveObjects_ = 0;
  MockAdapter mock_;
  ur_device_handle_t device_ = nullptr;
  ur_context_handle_t context_ = nullptr;
};

TEST_F(MockAllocation, FailsForAContext) {
  EXPECT_OK(urContextRelease(context_)); // there is only one context object
  const size_t failures = sweep<ur_context_handle_t>(
      [this](auto *out) { return urContextCreate(1, &device_, nullptr, out); }, urContextRelease,
      [] { return liveObjects_; });
  EXPECT_GE(failures, 1u);
}

TEST_F(MockAllocation, FailsForAQueue) {
  const size_t failures = sweep<ur_queue_handle_t>(
      [this](auto *out) { return urQueueCreate(context_, device_, nullptr, out); }, urQueueRelease,
      [] { return liveObjects_; });
  EXPECT_GE(failures, 1u);
}

} // namespace
} // namespace ursa
