// Binaries of built programs that adapters store on disk, with real drivers: a program from the
// store computes the same as one that was built, and a damaged or foreign entry is built again.
#include "core/cache/disk_store.h"
#include "support/expect_ok.h"
#include "support/paths.h"
#include "unit/scoped_variable.h"

#include "ursa.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <map>
#include <string>

namespace ursa {
namespace {

namespace fs = std::filesystem;

using Shown = std::array<int32_t, 3>;

std::string temporaryFolder() {
  std::string name = (fs::temp_directory_path() / "ursa-stored-XXXXXX").string();
  EXPECT_NE(mkdtemp(name.data()), nullptr);
  return name;
}

class StoredBinaries : public ::testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    ASSERT_OK(urLoaderInit(0, nullptr));
    ASSERT_OK(urAdapterGet(1, &adapter_, nullptr));
    ur_platform_handle_t platform = nullptr;
    ASSERT_OK(urPlatformGet(adapter_, 1, &platform, nullptr));
    ASSERT_OK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device_, nullptr));
  }
  void TearDown() override {
    EXPECT_OK(urAdapterRelease(adapter_));
    EXPECT_OK(urLoaderTearDown());
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  /// Returns the results of a new bundle with a value, in a context of its own, which shares no
  /// programs in memory.
  Shown show(int32_t scale, const char *options = nullptr) {
    Shown shown{};
    ur_context_handle_t context = nullptr;
    ur_queue_handle_t queue = nullptr;
    ur_mem_handle_t out = nullptr;
    EXPECT_OK(urContextCreate(1, &device_, nullptr, &context));
    EXPECT_OK(urQueueCreate(context, device_, nullptr, &queue));
    EXPECT_OK(urMemBufferCreate(context, UR_MEM_FLAG_READ_WRITE, sizeof(Shown), nullptr, &out));
    ursa_images_handle_t images = nullptr;
    EXPECT_OK(ursaImagesLoad(URSA_TEST_IMAGES "/specialization.ursa", &images));
    ursa_bundle_handle_t bundle = nullptr;
    EXPECT_OK(
        ursaBundleCreate(context, 1, &device_, images, URSA_SPECIALIZATION_MODE_NATIVE, &bundle));
    EXPECT_OK(ursaBundleSetSpecializationConstant(bundle, "scale", sizeof(scale), &scale));
    const char *reason = nullptr;
    EXPECT_OK(ursaBundleBuild(bundle, options)) << (ursaGetLastError(&reason), reason);
    ur_kernel_handle_t kernel = nullptr;
    EXPECT_OK(ursaBundleGetKernel(bundle, nullptr, "show", &kernel));
    const size_t global = 1;
    ursa_kernel_arg_t argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    argument.size = sizeof(out);
    argument.value = out;
    EXPECT_OK(ursaEnqueueKernelLaunch(queue, kernel, 1, nullptr, &global, nullptr, 1, &argument, 0,
                                      nullptr, nullptr));
    EXPECT_OK(urEnqueueMemBufferRead(queue, out, true, 0, sizeof(shown), shown.data(), 0, nullptr,
                                     nullptr));
    EXPECT_OK(urKernelRelease(kernel));
    EXPECT_OK(ursaBundleRelease(bundle));
    EXPECT_OK(ursaImagesRelease(images));
    EXPECT_OK(urMemRelease(out));
    EXPECT_OK(urQueueRelease(queue));
    EXPECT_OK(urContextRelease(context));
    return shown;
  }

  /// Returns the names of all entries with the times of their files.
  std::map<std::string, fs::file_time_type> entries() const {
    std::map<std::string, fs::file_time_type> all;
    for (const core::cache::DiskStore::Entry &entry : store_.entries())
      all[entry.name] = fs::last_write_time(folder_ / entry.name);
    return all;
  }

  const fs::path folder_ = temporaryFolder();
  const ScopedVariable on_{"URSA_CACHE", "1"};
  const ScopedVariable dir_{"URSA_CACHE_DIR", folder_.string()};
  const ScopedVariable adapters_{"UR_ADAPTERS_FORCE_LOAD",
                                 libDir() + "/libur_adapter_" + GetParam() + ".so.0"};
  core::cache::DiskStore store_{folder_, uint64_t{1} << 30};
  ur_adapter_handle_t adapter_ = nullptr;
  ur_device_handle_t device_ = nullptr;
};

TEST_P(StoredBinaries, RoundTrip) {
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  const auto first = entries();
  if (std::string(GetParam()) != "vulkan") { // Mesa's lavapipe has no data in its pipeline caches
    EXPECT_FALSE(first.empty());
  }
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  EXPECT_EQ(entries(), first) << "nothing was built";
  EXPECT_EQ(show(43), (Shown{43, 7, 9}));
  if (!first.empty()) {
    EXPECT_GT(entries().size(), first.size()) << "other values make a different program";
  }
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  EXPECT_EQ(show(43), (Shown{43, 7, 9}));
}

// The driver refuses the options first, also those of a binary.
TEST_P(StoredBinaries, AreFoundWithOptionsOfOtherCompilers) {
  EXPECT_EQ(show(42, "-bogus -cl-mad-enable"), (Shown{42, 7, 9}));
  const auto first = entries();
  EXPECT_EQ(show(42, "-bogus -cl-mad-enable"), (Shown{42, 7, 9}));
  EXPECT_EQ(entries(), first) << "nothing was built";
}

// What a driver makes depends on the device; what the translator or the compiler's reader makes
// does not.
TEST_P(StoredBinaries, KeysNameWhatTheyDependOn) {
  const std::map<std::string, std::string> facts = {{"host, machine code", "\ncpu="},
                                                    {"host, contents of a module", "\ncompiler="},
                                                    {"opencl, program binary", "\ndriver="},
                                                    {"opencl, translation", "\ntranslator build="},
                                                    {"vulkan, pipeline cache", "\ndriver="}};
  show(42);
  for (const auto &[name, time] : entries()) {
    const auto contents = store_.inspect(name);
    ASSERT_TRUE(contents);
    const std::string begin = "adapter=" + std::string(GetParam()) + "\nkind=";
    ASSERT_TRUE(contents->key.starts_with(begin)) << contents->key;
    const size_t at = begin.size();
    const std::string kind = contents->key.substr(at, contents->key.find('\n', at) - at);
    const auto fact = facts.find(std::string(GetParam()) + ", " + kind);
    ASSERT_NE(fact, facts.end()) << contents->key;
    EXPECT_NE(contents->key.find(fact->second), std::string::npos) << contents->key;
  }
}

TEST_P(StoredBinaries, DamagedEntriesAreBuiltAgain) {
  show(42);
  const auto first = entries();
  for (size_t part = 0; part < 8; ++part) {
    for (const auto &[name, time] : first) {
      std::fstream file(folder_ / name, std::ios::binary | std::ios::in | std::ios::out);
      const auto size = static_cast<size_t>(fs::file_size(folder_ / name));
      const auto at = static_cast<std::streamoff>(part * (size - 1) / 7);
      file.seekg(at);
      const int byte = file.get();
      file.seekp(at);
      file.put(static_cast<char>(byte ^ 4));
    }
    EXPECT_EQ(show(42), (Shown{42, 7, 9}));
    EXPECT_EQ(entries().size(), first.size());
    for (const auto &[name, time] : first)
      EXPECT_TRUE(store_.inspect(name)) << "the entry was replaced";
  }
  for (const auto &[name, time] : first)
    fs::resize_file(folder_ / name, fs::file_size(folder_ / name) / 2);
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
}

// Valid entries whose contents no driver made.
TEST_P(StoredBinaries, ForeignBinariesAreBuiltAgain) {
  show(42);
  const std::string text = "This is no program of any driver, and long enough to be one.";
  for (const auto &[name, time] : entries()) {
    core::cache::BinaryKey key; // the same text, line by line
    std::string rest = store_.inspect(name)->key;
    for (size_t end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
      const size_t equals = rest.find('=');
      key.add(rest.substr(0, equals), rest.substr(equals + 1, end - equals - 1));
      rest.erase(0, end + 1);
    }
    ASSERT_EQ(key.name(), name);
    store_.save(key, std::as_bytes(std::span(text)));
  }
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  for (const auto &[name, time] : entries())
    EXPECT_NE(store_.inspect(name)->binary.size(), text.size()) << "a new binary replaced it";
}

TEST_P(StoredBinaries, AreNotStoredWhenTheCacheIsOff) {
  const ScopedVariable off("URSA_CACHE", "0");
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  EXPECT_TRUE(entries().empty());
}

TEST_P(StoredBinaries, AFolderThatCannotBeUsedIsNoError) {
  std::ofstream(folder_ / "file") << "no folder";
  for (const char *folder : {"file", "file/folder"}) {
    const ScopedVariable dir("URSA_CACHE_DIR", (folder_ / folder).string());
    EXPECT_EQ(show(42), (Shown{42, 7, 9}));
    EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  }
  const ScopedVariable none("URSA_CACHE_SIZE", "10"); // bytes: no program fits
  EXPECT_EQ(show(42), (Shown{42, 7, 9}));
  EXPECT_TRUE(entries().empty());
}

INSTANTIATE_TEST_SUITE_P(, StoredBinaries, testing::Values("host", "opencl", "vulkan"),
                         [](const auto &adapter) { return std::string(adapter.param); });

} // namespace
} // namespace ursa
