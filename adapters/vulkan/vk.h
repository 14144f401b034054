// The Vulkan API as this adapter uses it: through volk, which opens the Vulkan loader at run time,
// with result codes as Results. Functions of a device are in its table, ur_device_handle_t_::vk.
#pragma once

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <volk.h>

#include "core/support/result.h"

namespace ursa::vulkan {

/// The UR code that says what a Vulkan code says; UR_RESULT_ERROR_UNKNOWN when none does.
ur_result_t resultOf(VkResult code);

/// "VK_ERROR_DEVICE_LOST (-4)".
std::string nameOf(VkResult code);

/// An error that names the call unless @p code says success; VK_INCOMPLETE and the like are
/// success.
Result<void> checkVk(VkResult code, const char *call);

} // namespace ursa::vulkan
