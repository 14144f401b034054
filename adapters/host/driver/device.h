// The root device is the part of the CPU that this process may use. Each sub-device is a subset of
// its processing units.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/host/driver/topology.h"

#include <memory>
#include <vector>

namespace ursa::host {
class WorkerPool;
}

struct ur_device_handle_t_ : ursa::adapter::HandleBase {
  /// The root device, a singleton that is never freed. References to it are not counted.
  ur_device_handle_t_();
  /// A sub-device.
  ur_device_handle_t_(ur_device_handle_t of, ursa::host::UnitList itsUnits,
                      std::vector<ur_device_partition_property_t> properties);
  ~ur_device_handle_t_();

  bool isRoot() const { return !parent; }
  /// Returns whether this is `whole` or a direct or indirect sub-device of it.
  bool isPartOf(const ur_device_handle_t_ *whole) const;

  const ur_device_handle_t parent; ///< a reference is held; null for the root
  const ursa::host::UnitList units;
  const std::vector<ur_device_partition_property_t>
      partition; ///< how it was partitioned; empty for the root

private:
  const std::shared_ptr<ursa::host::WorkerPool> ownPool_; ///< null for the root

public:
  ursa::host::WorkerPool &pool; ///< the threads that run its commands
};

namespace ursa::host {

/// @name Limits of the device
/// @{
inline constexpr size_t kMaxWorkGroupSize = 4096;
inline constexpr size_t kMaxParameterBytes = 4096;
/// @}

/// Returns the local memory of a work-group in bytes. It is ordinary memory that fits into the
/// caches.
uint64_t localMemoryBytes();

/// Fails if the handle belongs to another adapter. ur_context_handle_t_::checkHas checks whether
/// the device belongs to a context.
Result<void> checkDevice(ur_device_handle_t hDevice);

void fillDeviceTable(ur_dditable_t &table);

} // namespace ursa::host
