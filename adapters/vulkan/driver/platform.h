// Platforms: one for each device, because Vulkan devices share neither memory nor semaphores; a
// context therefore has one device.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/driver/vk.h"

#include <memory>
#include <span>

namespace ursa::vulkan {

struct Platform : adapter::HandleBase {
  std::unique_ptr<ur_device_handle_t_> device; ///< set once, while platforms are opened
};

/// All platforms, enumerated at the first call; they live as long as the process. Unusable devices
/// are logged and left out. Empty without Vulkan. Thread safe.
std::span<const ur_platform_handle_t> platforms();

/// The platforms found so far: none before the first call of platforms().
std::span<const ur_platform_handle_t> openedPlatforms();

/// The instance; null without Vulkan.
VkInstance instance();

} // namespace ursa::vulkan

struct ur_platform_handle_t_ : ursa::vulkan::Platform {};
