// Small kernels that find out what a driver gets wrong.
#pragma once

#include "core/support/result.h"

struct ur_device_handle_t_;

namespace ursa::vulkan {

/// Whether fma of floats rounds once.
Result<bool> probeFusedFma(ur_device_handle_t_ &device);

} // namespace ursa::vulkan
