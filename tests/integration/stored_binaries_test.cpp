// Binaries of built programs of real drivers: a bundle from stored binaries computes the same as
// one that was built, and a damaged or foreign binary is built again.
#include "core/cache/binary_store.h"
#include "support/paths.h"
#include "unit/scoped_variable.h"

#include "ursa.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace ursa {
namespace {

#define ASSERT_OK(call) ASSERT_EQ(call, UR_RESULT_SUCCESS)
#define EXPECT_OK(call) EXPECT_EQ(call, UR_RESULT_SUCCESS)

using Shown = std::array<int32_t, 3>;

class CountingStore final : public BinaryStore {
public:
  std::optional<Binary> load(const BinaryKey &key) override {
    auto binary = store.load(key);
    ++(binary ? hits : misses);
    return binary;
  }
  void save(const BinaryKey &key, std::span<const std::byte> binary) override {
    lastKey = key.text();
    store.save(key, binary);
  }
  void drop(const BinaryKey &key) override { store.drop(key); }

  MemoryBinaryStore store;
  std::string lastKey;
  int hits = 0;
  int misses = 0;
};

class StoredBinaries : public ::testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    setBinaryStore(store_);
    ASSERT_OK(urLoaderInit(0, nullptr));
    ASSERT_OK(urAdapterGet(1, &adapter_, nullptr));
    ur_platform_handle_t platform = nullptr;
    ASSERT_OK(urPlatformGet(adapter_, 1, &platform, nullptr));
    ASSERT_OK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device_, nullptr));
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue_));
    ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, sizeof(Shown), nullptr, &out_));
  }
  void TearDown() override {
    setBinaryStore(nullptr);
    EXPECT_OK(urMemRelease(out_));
    EXPECT_OK(urQueueRelease(queue_));
    EXPECT_OK(urContextRelease(context_));
    EXPECT_OK(urAdapterRelease(adapter_));
    EXPECT_OK(urLoaderTearDown());
  }

  // Returns the results of a new bundle with a value, and releases the bundle.
  Shown show(int32_t scale) {
    Shown shown{};
    ursa_images_handle_t images = nullptr;
    EXPECT_OK(ursaImagesLoad(URSA_TEST_IMAGES "/specialization.ursa", &images));
    ursa_bundle_handle_t bundle = nullptr;
    EXPECT_OK(
        ursaBundleCreate(context_, 1, &device_, images, URSA_SPECIALIZATION_MODE_NATIVE, &bundle));
    EXPECT_OK(ursaBundleSetSpecializationConstant(bundle, "scale", sizeof(scale), &scale));
    const char *reason = nullptr;
    EXPECT_OK(ursaBundleBuild(bundle, nullptr)) << (ursaGetLastError(&reason), reason);
    ur_kernel_handle_t kernel = nullptr;
    EXPECT_OK(ursaBundleGetKernel(bundle, nullptr, "show", &kernel));
    const size_t global = 1;
    ursa_kernel_arg_t argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    argument.size = sizeof(out_);
    argument.value = out_;
    EXPECT_OK(ursaEnqueueKernelLaunch(queue_, kernel, 1, nullptr, &global, nullptr, 1, &argument, 0,
                                      nullptr, nullptr));
    EXPECT_OK(urEnqueueMemBufferRead(queue_, out_, true, 0, sizeof(shown), shown.data(), 0, nullptr,
                                     nullptr));
    EXPECT_OK(urKernelRelease(kernel));
    EXPECT_OK(ursaBundleRelease(bundle));
    EXPECT_OK(ursaImagesRelease(images));
    return shown;
  }

  template <class Change> void changeEntries(Change &&change) {
    for (auto [name, sealed] : store_->store.entries()) {
      change(sealed);
      store_->store.setEntry(name, sealed);
    }
  }

  const ScopedVariable adapters_{"UR_ADAPTERS_FORCE_LOAD",
                                 libDir() + "/libur_adapter_" + GetParam() + ".so.0"};
  std::shared_ptr<CountingStore> store_ = std::make_shared<CountingStore>();
  ur_adapter_handle_t adapter_ = nullptr;
  ur_device_handle_t device_ = nullptr;
  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_mem_handle_t out_ = nullptr;
};

TEST_P(StoredBinaries, RoundTrip) {
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  EXPECT_EQ(store_->misses, 1);
  ASSERT_EQ(store_->store.entries().size(), 1u);
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  EXPECT_EQ(store_->hits, 1);
  EXPECT_EQ(show(43), (Shown{43, 7, 9})); // other values make a different program
  EXPECT_EQ(store_->hits, 1);
  EXPECT_EQ(store_->store.entries().size(), 2u);
}

TEST_P(StoredBinaries, KeysNameTheDriver) {
  show(42);
  size_t size = 0;
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_DRIVER_VERSION, 0, nullptr, &size));
  std::string version(size, '\0');
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_DRIVER_VERSION, size, version.data(), nullptr));
  version.resize(size - 1);
  EXPECT_NE(store_->lastKey.find("\ndriver=" + version + "\n"), std::string::npos)
      << store_->lastKey;
}

TEST_P(StoredBinaries, DamagedBinariesAreBuiltAgain) {
  show(42);
  changeEntries([](Binary &sealed) { sealed[sealed.size() - 20] ^= std::byte{4}; });
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  changeEntries([](Binary &sealed) { sealed.resize(sealed.size() / 2); });
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  EXPECT_EQ(store_->hits, 0);
  EXPECT_EQ(store_->misses, 3);
}

// A valid binary that no driver made.
TEST_P(StoredBinaries, ForeignBinariesAreBuiltAgain) {
  show(42);
  for (const auto &[name, sealed] : store_->store.entries()) {
    const std::string foreign = "This is no program of any driver, and long enough to be one.";
    BinaryKey key; // the same text, line by line
    std::string rest = store_->lastKey;
    for (size_t end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
      const size_t equals = rest.find('=');
      key.add(rest.substr(0, equals), rest.substr(equals + 1, end - equals - 1));
      rest.erase(0, end + 1);
    }
    ASSERT_EQ(key.name(), name);
    store_->store.save(key, std::as_bytes(std::span(foreign)));
  }
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  EXPECT_EQ(store_->hits, 1) << "the store returned it; the driver rejected it";
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  EXPECT_EQ(store_->hits, 2) << "the new binary replaced it";
}

INSTANTIATE_TEST_SUITE_P(, StoredBinaries, testing::Values("host", "opencl", "vulkan"),
                         [](const auto &adapter) { return std::string(adapter.param); });

} // namespace
} // namespace ursa
