// The root device is the part of the CPU that this process may use. Each sub-device is a subset of
// its processing units.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/host/driver/topology.h"

#include <memory>
#include <vector>

namespace ursa::host {
class WorkerPool;

struct Device : adapter::HandleBase {
  /// The root device, a singleton that is never freed. References to it are not counted.
  Device();
  /// A sub-device.
  Device(ur_device_handle_t of, UnitList itsUnits,
         std::vector<ur_device_partition_property_t> properties);
  ~Device();

  bool isRoot() const { return !parent; }
  /// Returns whether this is `whole` or a direct or indirect sub-device of it.
  bool isPartOf(const ur_device_handle_t_ *whole) const;

  const ur_device_handle_t parent; ///< a reference is held; null for the root
  const UnitList units;
  const std::vector<ur_device_partition_property_t>
      partition; ///< how it was partitioned; empty for the root

private:
  const std::shared_ptr<WorkerPool> ownPool_; ///< null for the root

public:
  WorkerPool &pool; ///< the threads that run its commands
};

/// @name Limits of the device
/// @{
inline constexpr size_t kMaxWorkGroupSize = 4096;
inline constexpr size_t kMaxParameterBytes = 4096;
/// @}

/// Returns the local memory of a work-group in bytes. It is ordinary memory that fits into the
/// caches.
uint64_t localMemoryBytes();

/// Fails if the handle belongs to another adapter. Context::checkHas checks whether
/// the device belongs to a context.
Result<void> checkDevice(ur_device_handle_t hDevice);

void fillDeviceTable(ur_dditable_t &table);

} // namespace ursa::host

struct ur_device_handle_t_ : ursa::host::Device {
  using Device::Device;
};
