// Platforms: one for each installable client driver (ICD) that answers.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/opencl/driver/cl.h"

#include <memory>
#include <mutex>
#include <span>

namespace ursa::opencl {

struct Platform : adapter::HandleBase {
  explicit Platform(cl_platform_id platform) : id(platform) {}

  /// Returns the platform's function of an extension, or null.
  template <class Function> Function extension(const char *name) const {
    return reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(id, name));
  }

  const cl_platform_id id;
  std::vector<ur_device_handle_t> devices; ///< live as long as the process

  void addSubDevice(ur_device_handle_t device);
  void removeSubDevice(ur_device_handle_t device);
  /// Returns the device or sub-device for a driver's device, or null.
  ur_device_handle_t find(cl_device_id device);

private:
  std::mutex mutex_;                           ///< guards subDevices_
  std::vector<ur_device_handle_t> subDevices_; ///< not owned; each removes itself
};

/// Returns all platforms. The first call finds them; they and their devices live as long as the
/// process. Logs and skips platforms whose driver does not answer. Thread safe.
std::span<const ur_platform_handle_t> platforms();

} // namespace ursa::opencl

struct ur_platform_handle_t_ : ursa::opencl::Platform {
  using Platform::Platform;
};
