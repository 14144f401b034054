// Devices: their properties, and the primary context of each, which is opened at the first use and
// shared by all contexts of the application.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/cuda/driver/native_context.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::cuda {

struct Device : adapter::HandleBase {
  Device(ur_platform_handle_t hPlatform, CUdevice device) : platform(hPlatform), id(device) {}

  bool isRoot() const { return true; }

  /// Opens the primary context if that has not been done. Thread safe.
  Result<NativeContext *> primary();
  /// Returns the context for a driver's context of this device, which the application made. Thread
  /// safe.
  Result<NativeContext *> contextOf(CUcontext native);
  /// Waits until all commands are complete, or have failed.
  void wait();
  /// Releases the primary context unless a context of the application uses it.
  void close();

  const ur_platform_handle_t platform;
  const CUdevice id;
  std::string name;
  std::array<size_t, 3> maxGroupSizes{};
  std::array<size_t, 3> maxGridSizes{};
  size_t maxGroupSize = 0;
  uint64_t memoryBytes = 0;
  uint64_t localBytes = 0; ///< local memory of a work-group, for kernels that ask for it
  uint64_t maxPitch = 0;   ///< bytes from row to row of one copy
  uint32_t subGroupSize = 0;
  uint32_t multiprocessors = 0;
  uint32_t computeCapability = 0; ///< 10 times major plus minor
  size_t mappingGranularity = 0;  ///< bytes; 0: no virtual memory
  bool sharesMemory = false;      ///< physical memory as file descriptors
  bool hasManagedMemory = false;
  bool hasConcurrentManagedAccess = false;
  bool launchesCooperatively = false;
  bool launchesClusters = false;

private:
  std::vector<NativeContext *> contexts() const;

  mutable std::mutex mutex_; ///< guards the members below
  std::unique_ptr<NativeContext> primary_;
  std::vector<std::unique_ptr<NativeContext>> foreign_;
};

/// The option of programs that turns optimization off.
inline constexpr const char *kNoOptimization = "-O0";

/// Queries the properties that the adapter needs. Errors: those of the driver.
Result<std::unique_ptr<ur_device_handle_t_>> openDevice(ur_platform_handle_t_ &platform, int index);

/// Returns an attribute of a device; 0 if the driver does not know it.
int attribute(const ur_device_handle_t_ &device, CUdevice_attribute query);

/// Returns an attribute that is a number of something; 0 if the driver does not know it.
template <class T> T number(const ur_device_handle_t_ &device, CUdevice_attribute query) {
  return static_cast<T>(std::max(attribute(device, query), 0));
}

/// The targets of device images that a device takes, the preferred one first.
std::vector<std::string> imageTargets(const ur_device_handle_t_ &device);

ur_result_t getDeviceInfo(ur_device_handle_t hDevice, ur_device_info_t propName, size_t propSize,
                          void *pPropValue, size_t *pPropSizeRet);

} // namespace ursa::cuda

struct ur_device_handle_t_ : ursa::cuda::Device {
  using Device::Device;
};
