// Platforms: one for each installable client driver (ICD) that answers.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/opencl/cl.h"

#include <memory>
#include <mutex>
#include <span>

struct ur_platform_handle_t_ : ursa::adapter::HandleBase {
  explicit ur_platform_handle_t_(cl_platform_id platform) : id(platform) {}

  /// The platform's function of an extension, or null.
  template <class Function> Function extension(const char *name) const {
    return reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(id, name));
  }

  const cl_platform_id id;
  std::vector<ur_device_handle_t> devices; ///< live as long as the process

  void addSubDevice(ur_device_handle_t device);
  void removeSubDevice(ur_device_handle_t device);
  /// The device or sub-device that stands for the driver's, or null.
  ur_device_handle_t find(cl_device_id device);

private:
  std::mutex mutex_;                           ///< guards subDevices_
  std::vector<ur_device_handle_t> subDevices_; ///< not owned: each takes itself out
};

namespace ursa::opencl {

/// All platforms, found at the first call; they and their devices live as long as the process. A
/// platform whose driver does not answer is named in the log and left out. Thread safe.
std::span<const ur_platform_handle_t> platforms();

} // namespace ursa::opencl
