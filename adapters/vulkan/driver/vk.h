// The Vulkan API through volk, which opens the Vulkan loader at run time, with result codes as
// Results. Functions of a device are in its table, Device::vk.
#pragma once

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <volk.h>

#include "support/result.h"

namespace ursa::vulkan {

/// The UR code for a Vulkan code; UR_RESULT_ERROR_UNKNOWN if there is none.
ur_result_t resultOf(VkResult code);

/// The name and number of a code: "VK_ERROR_DEVICE_LOST (-4)".
std::string nameOf(VkResult code);

/// Returns an error that names the call if @p code is an error; VK_INCOMPLETE and the like are
/// success.
Result<void> checkVk(VkResult code, const char *call);

} // namespace ursa::vulkan
