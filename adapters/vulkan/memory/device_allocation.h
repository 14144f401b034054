// A device allocation: one memory object of the driver with a buffer over all of it, an address for
// kernels and, if the host can access it, a host address.
#pragma once

#include "adapters/vulkan/memory/free_ranges.h"
#include "adapters/vulkan/memory/placed_mapping.h"

#include <memory>
#include <mutex>
#include <span>

struct ur_device_handle_t_;

namespace ursa::vulkan {

constexpr uint64_t roundedUp(uint64_t size, uint64_t step) {
  return (size + step - 1) / step * step;
}

enum class MemoryUse : uint8_t {
  Device, ///< fast for kernels; host access only if it costs nothing
  Host,   ///< the host's own memory
  Shared  ///< accessed by both, near the device if possible
};

class DeviceAllocation {
public:
  /// Errors: UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY, UR_RESULT_ERROR_OUT_OF_HOST_MEMORY.
  static Result<std::shared_ptr<DeviceAllocation>> make(ur_device_handle_t_ &device, uint64_t size,
                                                        MemoryUse use);
  /// Imports host pages, which must outlive this object.
  /// @param begin, size multiples of the device's importAlignment
  /// Errors: UR_RESULT_ERROR_UNSUPPORTED_FEATURE if the device cannot access such memory.
  static Result<std::shared_ptr<DeviceAllocation>> import(ur_device_handle_t_ &device,
                                                          std::byte *begin, uint64_t size);
  ~DeviceAllocation();
  DeviceAllocation(const DeviceAllocation &) = delete;
  DeviceAllocation &operator=(const DeviceAllocation &) = delete;

  VkBuffer buffer() const { return buffer_; }
  VkDeviceMemory memory() const { return memory_; }
  uint64_t size() const { return size_; }
  uint64_t address() const { return address_; }
  /// Null if the host cannot access the memory.
  std::byte *host() const { return host_; }
  /// The base of the addresses that applications get, to which alignments apply.
  uint64_t base() const { return host_ ? reinterpret_cast<uint64_t>(host_) : address_; }
  /// Returns whether the host reads the memory as fast as its own.
  bool isCached() const { return isCached_; }
  /// Returns whether host and device access the memory at different addresses.
  bool translates() const { return host_ && reinterpret_cast<uint64_t>(host_) != address_; }
  /// Returns whether another device allocation may fit better, because the process already uses the
  /// addresses of this one.
  bool isMisplaced() const { return isMisplaced_; }
  /// Creates a buffer over a part; the caller destroys it.
  Result<VkBuffer> makeBuffer(uint64_t offset, uint64_t size) const;

private:
  explicit DeviceAllocation(ur_device_handle_t_ &device) : device_(device) {}
  Result<void> createWholeBuffer();
  Result<void> allocate(MemoryUse use);
  Result<void> allocateFromType(uint32_t type, const void *next);
  Result<void> allocateImported(std::byte *begin);
  Result<void> bind();
  Result<void> map(MemoryUse use);
  Result<void> createSharedPages();

  ur_device_handle_t_ &device_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  uint64_t size_ = 0;
  uint64_t allocated_ = 0; ///< bytes of the memory object
  uint64_t address_ = 0;
  uint32_t type_ = 0;
  uint64_t driverAlignment_ = 1; ///< of buffers in memory objects
  std::byte *host_ = nullptr;
  std::byte *pages_ = nullptr; ///< pages imported into the device; host_ maps them too
  bool isCached_ = false;
  bool isImported_ = false;
  bool isMisplaced_ = false;
  ReservedAddresses reserved_; ///< the device's addresses, if the host cannot access the memory
};

} // namespace ursa::vulkan
