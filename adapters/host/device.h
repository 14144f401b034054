// The device: the CPU, as much of it as this process may use; and its sub-devices, some of its
// processing units each.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/host/topology.h"

#include <memory>
#include <vector>

namespace ursa::host {
class WorkerPool;
}

struct ur_device_handle_t_ : ursa::adapter::HandleBase {
  /// The root, which exists once and is never freed: the application's references to it are not
  /// counted.
  ur_device_handle_t_();
  /// A sub-device.
  ur_device_handle_t_(ur_device_handle_t of, ursa::host::UnitList itsUnits,
                      std::vector<ur_device_partition_property_t> properties);
  ~ur_device_handle_t_();

  bool isRoot() const { return !parent; }
  /// Whether it is the other device, or was made of it in one step or several.
  bool isPartOf(const ur_device_handle_t_ *whole) const;

  const ur_device_handle_t parent; ///< a reference is held; null for the root
  const ursa::host::UnitList units;
  const std::vector<ur_device_partition_property_t> partition; ///< how it was made; empty: not so

private:
  const std::shared_ptr<ursa::host::WorkerPool> ownPool_; ///< of a sub-device

public:
  ursa::host::WorkerPool &pool; ///< the threads that run its commands
};

namespace ursa::host {

/// @name Limits of the device
/// @{
inline constexpr size_t kMaxWorkGroupSize = 4096;
inline constexpr size_t kMaxParameterBytes = 4096;
/// @}

/// Local memory of a work-group in bytes: ordinary memory that stays in the caches.
uint64_t localMemoryBytes();

/// An error when the handle is of another adapter. Whether the device is the context's is
/// ur_context_handle_t_::checkHas.
Result<void> checkDevice(ur_device_handle_t hDevice);

void fillDeviceTable(ur_dditable_t &table);

} // namespace ursa::host
