// A query between core and adapters: whether a device compiles a kernel with its constants only
// when it is launched or recorded with certain sizes, as Vulkan pipelines are.
#pragma once

#include "ur_api.h"

namespace ursa::inline support {

/// A query of urDeviceGetInfo, answered with a ur_bool_t. Devices that do not know it compile when
/// programs are built or kernels created.
inline constexpr auto kCompilesAtLaunch = static_cast<ur_device_info_t>(0x55525350);

} // namespace ursa::inline support
