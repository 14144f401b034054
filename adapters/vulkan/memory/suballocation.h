// Suballocations: device memory of one USM allocation, buffer or upload. Each is a part of a device
// allocation, or all of it if the memory is large or imported.
#pragma once

#include "adapters/vulkan/memory/device_allocation.h"

#include <array>
#include <vector>

namespace ursa::vulkan {

class Suballocation;

/// The device allocations from which a device's suballocations are taken: drivers allow few memory
/// objects, and each costs time. New device allocations grow with the number of existing ones; one
/// without suballocations is retained for reuse. Thread safe; blocks until the allocation is done.
class Allocator {
public:
  explicit Allocator(ur_device_handle_t_ &device) : device_(device) {}

private:
  friend class Suballocation;
  struct Part {
    std::shared_ptr<DeviceAllocation> deviceAllocation;
    uint64_t first = 0; ///< offset in the device allocation
    bool isAll = false; ///< it is the only one in its device allocation
  };
  struct Shared {
    std::shared_ptr<DeviceAllocation> deviceAllocation;
    FreeRanges free; ///< by DeviceAllocation::base()
  };

  Result<Part> allocate(uint64_t size, uint64_t alignment, MemoryUse use);
  void release(const Part &part, uint64_t size, MemoryUse use);
  Result<Part> allocateWhole(uint64_t size, uint64_t alignment, MemoryUse use);
  std::optional<Part> suballocate(uint64_t size, uint64_t alignment, MemoryUse use);
  /// Frees device allocations without suballocations.
  /// @return whether there were any
  bool trim();
  Result<std::shared_ptr<DeviceAllocation>> createDeviceAllocation(uint64_t size, MemoryUse use);
  void logDeviceAllocation(const DeviceAllocation &deviceAllocation, bool isNew);

  ur_device_handle_t_ &device_;
  std::mutex mutex_;                                     ///< guards the members below
  std::array<std::vector<Shared>, 3> deviceAllocations_; ///< by use
  uint64_t objects_ = 0;                                 ///< number of device allocations
  uint64_t bytes_ = 0;                                   ///< their total size
};

class Suballocation {
public:
  /// @param size not 0
  /// @param alignment of the address, a power of two
  /// Errors: UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY, UR_RESULT_ERROR_OUT_OF_HOST_MEMORY.
  static Result<std::shared_ptr<Suballocation>> make(ur_device_handle_t_ &device, uint64_t size,
                                                     MemoryUse use, uint64_t alignment = 1);
  /// Imports host memory, together with the rest of its pages. It must outlive the suballocation.
  /// Errors: UR_RESULT_ERROR_UNSUPPORTED_FEATURE if the device cannot access such memory.
  static Result<std::shared_ptr<Suballocation>> import(ur_device_handle_t_ &device, void *memory,
                                                       uint64_t size);
  /// Allocates host memory and a device copy of the same size, which kernels access in its place:
  /// launches copy the data to the device and back (launch.cpp).
  static Result<std::shared_ptr<Suballocation>> makeMigrating(ur_device_handle_t_ &device,
                                                              uint64_t size, uint64_t alignment);
  ~Suballocation();
  Suballocation(const Suballocation &) = delete;
  Suballocation &operator=(const Suballocation &) = delete;

  VkBuffer buffer() const { return part_.deviceAllocation->buffer(); }
  VkDeviceMemory memory() const { return part_.deviceAllocation->memory(); }
  uint64_t size() const { return size_; }
  /// Offset of the first byte in buffer().
  uint64_t offset() const { return part_.first; }
  uint64_t address() const { return part_.deviceAllocation->address() + part_.first; }
  /// Null if the host cannot access the memory.
  std::byte *host() const {
    return part_.deviceAllocation->host() ? part_.deviceAllocation->host() + part_.first : nullptr;
  }
  /// Returns whether the host reads the memory as fast as its own.
  bool isCached() const { return part_.deviceAllocation->isCached(); }
  /// The device's copy of a migrating suballocation; null for others.
  const std::shared_ptr<Suballocation> &deviceCopy() const { return deviceCopy_; }
  /// A buffer that covers exactly this suballocation and lives as long as it.
  Result<VkBuffer> ownBuffer();

private:
  Suballocation(ur_device_handle_t_ &device, uint64_t size, MemoryUse use)
      : device_(device), size_(size), use_(use) {}

  ur_device_handle_t_ &device_;
  const uint64_t size_;
  const MemoryUse use_;
  bool isImported_ = false;
  Allocator::Part part_;
  std::shared_ptr<Suballocation> deviceCopy_;
  std::mutex mutex_; ///< guards own_
  VkBuffer own_ = VK_NULL_HANDLE;
};

} // namespace ursa::vulkan
