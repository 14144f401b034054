// A small kernel that finds out what a driver gets wrong.
#pragma once

#include "adapters/vulkan/quirks.h"

namespace ursa::vulkan {

/// Runs driver_probe.spvasm. Its loops are bounded, so that it ends wherever kernels end at all.
Result<ProbeResults> probeDriver(ur_device_handle_t_ &device);

} // namespace ursa::vulkan
