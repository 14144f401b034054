// The adapter without a Vulkan loader: a file of that name is not a library.
#include "vulkan/vulkan_test.h"

#include <unistd.h>

namespace ursa {
namespace {

using NoVulkanLoader = vulkan_test::VulkanTest;

TEST_F(NoVulkanLoader, IsReported) {
  const std::string path = ::testing::TempDir() + "/no_loader_" + std::to_string(getpid());
  const ScopedVariable logging("UR_LOG_VULKAN", "level:info;flush:info;output:file," + path);
  EXPECT_EQ(platforms(), 0u);
  const std::vector<uint8_t> log = vulkan_test::readFile(path);
  EXPECT_THAT(std::string(log.begin(), log.end()),
              ::testing::HasSubstr("The Vulkan loader, libvulkan.so.1, is not installed."));
  unlink(path.c_str());
}

} // namespace
} // namespace ursa
