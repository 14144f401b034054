// The platform: all devices of the driver.
#pragma once

#include "adapters/common/handle.h"

#include <memory>
#include <span>
#include <vector>

namespace ursa::cuda {

struct Platform : adapter::HandleBase {
  ~Platform();

  std::vector<std::unique_ptr<ur_device_handle_t_>> devices;
};

/// The platform, or none if there is no driver or no device; the log says why. Opens the driver at
/// the first call. Thread safe.
std::span<const ur_platform_handle_t> platforms();

/// The same, without opening the driver.
std::span<const ur_platform_handle_t> openedPlatforms();

} // namespace ursa::cuda

struct ur_platform_handle_t_ : ursa::cuda::Platform {};
