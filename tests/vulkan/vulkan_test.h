// A fixture with the Vulkan adapter and one device, and the kernel `count` of count.spvasm.
#pragma once

#include "support/paths.h"
#include "unit/scoped_variable.h"
#include "vulkan/image_builder.h"

#include "ur_api.h"

#include <gmock/gmock.h>

#include <array>
#include <cstdlib>
#include <filesystem>

namespace ursa::vulkan_test {

/// The image of kernel `count` with its pointer in the push constants, or in the argument buffer.
inline std::vector<uint8_t> countImage(const std::string &members = "") {
  const std::vector<uint8_t> module = readFile(URSA_COUNT_MODULE);
  return makeImage(R"({"kernels": [{"name": "count", "module": {"offset": 0, "size": )" +
                       std::to_string(module.size()) +
                       R"(}, "argumentBytes": 8, "localBytes": 0,
                          "arguments": [{"kind": "value", "offset": 0, "size": 8}])" +
                       members + "}]}",
                   module);
}

/// A folder for the cache on disk, with which pipelines are made in another way.
class CacheFolder {
public:
  CacheFolder() {
    EXPECT_NE(mkdtemp(path_.data()), nullptr);
    setenv("URSA_CACHE_DIR", path_.c_str(), 1);
    setenv("URSA_CACHE", "1", 1);
  }
  ~CacheFolder() {
    setenv("URSA_CACHE", "0", 1);
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  CacheFolder(const CacheFolder &) = delete;
  CacheFolder &operator=(const CacheFolder &) = delete;

private:
  std::string path_ = (std::filesystem::temp_directory_path() / "ursa-faults-XXXXXX").string();
};

class VulkanTest : public ::testing::Test {
protected:
  VulkanTest() : forced_("UR_ADAPTERS_FORCE_LOAD", libDir() + "/libur_adapter_vulkan.so.0") {}
  ~VulkanTest() override {
    if (adapter_) {
      urAdapterRelease(adapter_);
      urLoaderTearDown();
    }
  }

  uint32_t platforms() {
    EXPECT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
    EXPECT_EQ(urAdapterGet(1, &adapter_, nullptr), UR_RESULT_SUCCESS);
    uint32_t count = 99;
    EXPECT_EQ(urPlatformGet(adapter_, 0, nullptr, &count), UR_RESULT_SUCCESS);
    return count;
  }
  bool findDevice() {
    if (platforms() != 1)
      return false;
    ur_platform_handle_t platform = nullptr;
    EXPECT_EQ(urPlatformGet(adapter_, 1, &platform, nullptr), UR_RESULT_SUCCESS);
    EXPECT_EQ(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device_, nullptr), UR_RESULT_SUCCESS);
    return device_ != nullptr;
  }
  std::string lastError() {
    const char *message = "";
    int32_t code = 0;
    EXPECT_EQ(urAdapterGetLastError(adapter_, &message, &code), UR_RESULT_SUCCESS);
    return message;
  }

  ScopedVariable forced_;
  ur_adapter_handle_t adapter_ = nullptr;
  ur_device_handle_t device_ = nullptr;
};

} // namespace ursa::vulkan_test
