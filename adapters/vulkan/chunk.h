// A memory object of the driver: one buffer over all of it, an address for kernels and, where the
// host sees it, one for the host.
#pragma once

#include "adapters/vulkan/free_ranges.h"
#include "adapters/vulkan/placed_mapping.h"

#include <memory>
#include <mutex>
#include <span>

struct ur_device_handle_t_;

namespace ursa::vulkan {

constexpr uint64_t roundedUp(uint64_t size, uint64_t step) {
  return (size + step - 1) / step * step;
}

enum class BlockUse : uint8_t {
  Device, ///< fast for kernels; seen by the host only where that costs nothing
  Host,   ///< the host's own memory
  Shared  ///< seen by both, near the device where it can be
};

class Chunk {
public:
  /// Errors: UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY, UR_RESULT_ERROR_OUT_OF_HOST_MEMORY.
  static Result<std::shared_ptr<Chunk>> make(ur_device_handle_t_ &device, uint64_t size,
                                             BlockUse use);
  /// Pages of the host that the device sees from now on; they must last as long as the chunk.
  /// @param begin, size multiples of the device's importAlignment
  /// Errors: UR_RESULT_ERROR_UNSUPPORTED_FEATURE when the device cannot see such memory.
  static Result<std::shared_ptr<Chunk>> import(ur_device_handle_t_ &device, std::byte *begin,
                                               uint64_t size);
  ~Chunk();
  Chunk(const Chunk &) = delete;
  Chunk &operator=(const Chunk &) = delete;

  VkBuffer buffer() const { return buffer_; }
  VkDeviceMemory memory() const { return memory_; }
  uint64_t size() const { return size_; }
  uint64_t address() const { return address_; }
  /// Null when the host does not see the memory.
  std::byte *host() const { return host_; }
  /// Where alignment counts: the addresses that applications are given.
  uint64_t base() const { return host_ ? reinterpret_cast<uint64_t>(host_) : address_; }
  /// Whether reading on the host is as fast as from its own memory.
  bool isCached() const { return isCached_; }
  /// Whether the host sees the memory at other addresses than the device.
  bool translates() const { return host_ && reinterpret_cast<uint64_t>(host_) != address_; }
  /// Whether another chunk might be better, since the process uses this one's addresses.
  bool isMisplaced() const { return isMisplaced_; }
  /// A buffer over a part, which the caller destroys.
  Result<VkBuffer> makeBuffer(uint64_t offset, uint64_t size) const;

private:
  explicit Chunk(ur_device_handle_t_ &device) : device_(device) {}
  Result<void> createWholeBuffer();
  Result<void> allocate(BlockUse use);
  Result<void> allocateFromType(uint32_t type, const void *next);
  Result<void> allocateImported(std::byte *begin);
  Result<void> bind();
  Result<void> map(BlockUse use);
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
  std::byte *pages_ = nullptr; ///< own pages that the device was shown, apart from host_
  bool isCached_ = false;
  bool isImported_ = false;
  bool isMisplaced_ = false;
  ReservedAddresses reserved_; ///< those of the device, where the host does not see the memory
};

} // namespace ursa::vulkan
