// The kernel compiler is a separate library. It is opened when the first program is created, is
// found beside the adapter, and is refused if it is missing or of another version. Each test uses
// its own copy of the adapter in its own folder.
#include "support/expect_ok.h"
#include "support/paths.h"
#include "unit/scoped_variable.h"

#include "ur_api.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>
#include <vector>

#include <link.h>

namespace ursa {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char *kAdapterFile = "libur_adapter_host.so.0";
constexpr const char *kJitFile = "libursa_host_jit.so.0";

bool isLoaded(const char *name) {
  std::pair<const char *, bool> search(name, false);
  dl_iterate_phdr(
      [](dl_phdr_info *library, size_t, void *data) {
        auto &[wanted, found] = *static_cast<std::pair<const char *, bool> *>(data);
        found |= std::string_view(library->dlpi_name).find(wanted) != std::string_view::npos;
        return 0;
      },
      &search);
  return search.second;
}

class KernelCompiler : public testing::Test {
protected:
  KernelCompiler() {
    std::string name = (fs::temp_directory_path() / "ursa-jit-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~KernelCompiler() override {
    if (context_)
      urContextRelease(context_);
    if (adapter_) {
      urAdapterRelease(adapter_);
      urLoaderTearDown();
    }
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  fs::path pathInFolder(const char *name) const { return folder_ / name; }
  static fs::path built(const char *name) { return fs::path(libDir()) / name; }

  void useAdapter(const fs::path &file) {
    forced_.emplace("UR_ADAPTERS_FORCE_LOAD", file.c_str());
    ASSERT_OK(urLoaderInit(0, nullptr));
    ASSERT_OK(urAdapterGet(1, &adapter_, nullptr));
    ur_platform_handle_t platform = nullptr;
    ASSERT_OK(urPlatformGet(adapter_, 1, &platform, nullptr));
    ASSERT_OK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device_, nullptr));
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
  }

  /// Creates and releases a program. Any thread may call it.
  ur_result_t createProgram() {
    std::ifstream file(URSA_IMAGE_DIR "/ids.bc", std::ios::binary);
    const std::vector<uint8_t> image(std::istreambuf_iterator<char>(file), {});
    const uint8_t *data = image.data();
    size_t size = image.size();
    ur_program_handle_t program = nullptr;
    const ur_result_t result =
        urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program);
    return result == UR_RESULT_SUCCESS ? urProgramRelease(program) : result;
  }

  std::string lastError() {
    const char *message = nullptr;
    int32_t code = 0;
    urAdapterGetLastError(adapter_, &message, &code);
    return message ? message : "";
  }

  /// Makes all device queries.
  void queryDevice() {
    for (uint32_t query = 0; query < 0x400; ++query) {
      size_t size = 0;
      const auto info = static_cast<ur_device_info_t>(query);
      if (urDeviceGetInfo(device_, info, 0, nullptr, &size) != UR_RESULT_SUCCESS || size == 0)
        continue;
      std::vector<std::byte> answer(size);
      EXPECT_OK(urDeviceGetInfo(device_, info, size, answer.data(), nullptr));
    }
  }

  fs::path folder_;
  std::optional<ScopedVariable> forced_;
  ur_adapter_handle_t adapter_ = nullptr;
  ur_device_handle_t device_ = nullptr;
  ur_context_handle_t context_ = nullptr;
};

// Runs in its own process, since nothing unloads LLVM.
TEST_F(KernelCompiler, IsOpenedByTheFirstProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        useAdapter(built(kAdapterFile));
        queryDevice();
        if (isLoaded("libLLVM") || isLoaded(kJitFile))
          std::_Exit(1);
        std::_Exit(createProgram() == UR_RESULT_SUCCESS && isLoaded("libLLVM") ? 0 : 2);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(KernelCompiler, IsAnErrorWhileMissing) {
  fs::copy_file(built(kAdapterFile), pathInFolder(kAdapterFile));
  useAdapter(pathInFolder(kAdapterFile));
  queryDevice();
  EXPECT_EQ(createProgram(), UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE);
  EXPECT_THAT(lastError(), AllOf(HasSubstr("kernel compiler"), HasSubstr(pathInFolder(kJitFile)),
                                 HasSubstr("No such file")));
  fs::copy_file(built(kJitFile), pathInFolder(kJitFile));
  EXPECT_OK(createProgram());
}

TEST_F(KernelCompiler, AnotherVersionIsRefused) {
  fs::copy_file(built(kAdapterFile), pathInFolder(kAdapterFile));
  fs::copy_file(URSA_OTHER_JIT, pathInFolder(kJitFile));
  useAdapter(pathInFolder(kAdapterFile));
  EXPECT_EQ(createProgram(), UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE);
  EXPECT_THAT(lastError(),
              AllOf(HasSubstr(pathInFolder(kJitFile)), HasSubstr("has version 77.1;")));
}

TEST_F(KernelCompiler, AnotherLibraryIsRefused) {
  fs::copy_file(built(kAdapterFile), pathInFolder(kAdapterFile));
  std::ofstream(pathInFolder(kJitFile)) << "This is no library.";
  useAdapter(pathInFolder(kAdapterFile));
  EXPECT_EQ(createProgram(), UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE);
  EXPECT_THAT(lastError(), HasSubstr(pathInFolder(kJitFile)));
}

TEST_F(KernelCompiler, IsFoundBesideTheTargetOfASymbolicLink) {
  fs::create_symlink(built(kAdapterFile), pathInFolder(kAdapterFile));
  useAdapter(pathInFolder(kAdapterFile));
  EXPECT_OK(createProgram());
}

TEST_F(KernelCompiler, IsOpenedOnceByManyThreads) {
  fs::copy_file(built(kAdapterFile), pathInFolder(kAdapterFile));
  fs::copy_file(built(kJitFile), pathInFolder(kJitFile));
  useAdapter(pathInFolder(kAdapterFile));
  std::vector<ur_result_t> results(8, UR_RESULT_ERROR_UNKNOWN);
  std::vector<std::thread> threads;
  threads.reserve(results.size());
  for (ur_result_t &result : results)
    threads.emplace_back([this, &result] { result = createProgram(); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_THAT(results, testing::Each(UR_RESULT_SUCCESS));
}

} // namespace
} // namespace ursa
