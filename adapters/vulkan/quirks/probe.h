// Runs a small kernel that detects driver quirks.
#pragma once

#include "adapters/vulkan/quirks/quirks.h"

namespace ursa::vulkan {

/// Runs driver_probe.spvasm. Its loops are bounded, so that it ends on any working driver.
Result<ProbeResults> probeDriver(ur_device_handle_t_ &device);

} // namespace ursa::vulkan
