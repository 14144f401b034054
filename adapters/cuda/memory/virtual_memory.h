// Virtual address ranges of a context, and physical memory of a device that is mapped into them.
#pragma once

#include "adapters/common/address_space.h"
#include "adapters/common/descriptor.h"
#include "adapters/common/handle.h"
#include "adapters/cuda/driver/cu.h"

#include <optional>
#include <vector>

namespace ursa::cuda {

class NativeContext;

/// The granularity is the largest of the devices of the context. The driver maps physical memory as
/// a whole, and unmaps whole mappings. Devices that reach the memory have access.
class AddressSpace final : public adapter::AddressSpace {
public:
  /// @param natives of the context, which outlive this object
  explicit AddressSpace(const std::vector<NativeContext *> &natives) : natives_(natives) {}
  ~AddressSpace() override { releaseAll(); }

  Result<size_t> granularity() const override;

private:
  bool splitsMappings() const override { return false; }
  Result<uintptr_t> reserveAddresses(uintptr_t near, size_t size) override;
  Result<void> releaseAddresses(const Range &range) override;
  Result<void> mapMemory(const Range &range, ur_physical_mem_handle_t memory, size_t offset,
                         ur_virtual_mem_access_flags_t access) override;
  Result<void> unmapMemory(const Range &range) override;
  Result<void> changeAccess(const Range &range, ur_virtual_mem_access_flags_t access) override;

  const std::vector<NativeContext *> &natives_;
};

/// Returns the properties of physical memory of a device.
/// @param isShared whether it can be exported as a file descriptor
CUmemAllocationProp physicalProperties(const ur_device_handle_t_ &device, bool isShared);

Error notShared(const ur_device_handle_t_ &device);

/// Sets the access of devices to mapped memory. One that does not reach it stays without access.
/// The driver's context is current. Errors: none of them has got it.
Result<void> setDeviceAccess(const std::vector<NativeContext *> &natives, CUdeviceptr start,
                             size_t size, CUmemAccess_flags access);

/// Returns a granularity of a device in bytes; nothing if the driver does not report it.
std::optional<size_t> mappingGranularity(const ur_device_handle_t_ &device,
                                         CUmemAllocationGranularity_flags query);

} // namespace ursa::cuda
