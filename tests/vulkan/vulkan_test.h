// A fixture with the Vulkan adapter and one device, and the kernel `count` of count.spvasm.
#pragma once

#include "support/adapter_fixture.h"
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

class VulkanTest : public AdapterTest {
protected:
  VulkanTest() : AdapterTest("vulkan") {}

  bool findDevice() { return devices() != 0; }
};

} // namespace ursa::vulkan_test
