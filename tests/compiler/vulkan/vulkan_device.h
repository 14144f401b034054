// The first Vulkan device, with the validation layer enabled: the minimum that runs a kernel of an
// image. Modules are changed as the adapter's toggles for the driver say.
#pragma once

#include "compiler/vulkan/vulkan_image_file.h"
#include "format/toggles.h"

#include <vulkan/vulkan.h>

#include <map>
#include <memory>

namespace ursa::test {

/// Memory that the host and the device access.
struct DeviceBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  std::byte *host = nullptr;
  std::uint64_t address = 0;
  std::size_t size = 0;
};

struct Launch {
  std::array<std::uint32_t, 3> global{1, 1, 1};
  std::array<std::uint32_t, 3> local{1, 1, 1};
  std::array<std::uint32_t, 3> offset{0, 0, 0};
  std::uint32_t dimensions = 1;
};

/// The bytes of an argument, or the size of a local one.
struct LaunchArgument {
  std::vector<std::byte> bytes;
  std::uint32_t localBytes = 0;
};

class VulkanDevice {
public:
  /// Throws std::runtime_error if there is no device.
  VulkanDevice();
  ~VulkanDevice();
  VulkanDevice(const VulkanDevice &) = delete;
  VulkanDevice &operator=(const VulkanDevice &) = delete;

  /// Allocates zeroed memory that lives as long as the device.
  DeviceBuffer &allocate(std::size_t size);

  /// Runs a kernel and waits until it completes. @p constants are the bytes of specialization
  /// constants by numeric id; @p data is the relocated data segment of the image, or null.
  void run(const ImageKernel &kernel, const Launch &launch,
           const std::vector<LaunchArgument> &arguments,
           const std::map<unsigned, std::vector<std::byte>> &constants, const DeviceBuffer *data);

  /// Returns how many messages the validation layer has reported.
  unsigned validationMessages() const { return validationMessages_; }
  const std::string &name() const { return name_; }
  double pipelineMilliseconds() const { return pipelineMilliseconds_; }

private:
  void createInstance();
  void createDevice();
  std::uint32_t memoryType(std::uint32_t allowed) const;
  VkPipeline createPipeline(const ImageKernel &kernel, const Launch &launch,
                            const std::vector<LaunchArgument> &arguments,
                            const std::map<unsigned, std::vector<std::byte>> &constants,
                            VkPipelineLayout layout);

  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  std::string name_;
  std::vector<std::unique_ptr<DeviceBuffer>> buffers_;
  unsigned validationMessages_ = 0;
  format::ToggleSet toggles_;
  double pipelineMilliseconds_ = 0;
};

} // namespace ursa::test
