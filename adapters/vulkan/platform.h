// Platforms: one for each device, since devices of Vulkan share nothing - neither memory nor
// semaphores - so that a context is always of one.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/vk.h"

#include <memory>
#include <span>

struct ur_platform_handle_t_ : ursa::adapter::HandleBase {
  std::unique_ptr<ur_device_handle_t_> device; ///< set once, while platforms are opened
};

namespace ursa::vulkan {

/// All platforms, found at the first call; they live as long as the process. Devices that cannot be
/// used are named in the log and left out; so is everything where there is no Vulkan. Thread safe.
std::span<const ur_platform_handle_t> platforms();

/// The same without looking for them: none before the first call of platforms().
std::span<const ur_platform_handle_t> openedPlatforms();

/// The instance; null where there is no Vulkan.
VkInstance instance();

} // namespace ursa::vulkan
