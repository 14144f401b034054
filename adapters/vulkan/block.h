// Memory of a device: a Vulkan buffer with memory of its own, an address for kernels and, where the
// host can see it, one for the host.
#pragma once

#include "adapters/vulkan/vk.h"

#include <cstddef>
#include <memory>

struct ur_device_handle_t_;

namespace ursa::vulkan {

enum class BlockUse : uint8_t {
  Device, ///< fast for kernels; seen by the host only where that costs nothing
  Host,   ///< the host's own memory
  Shared  ///< seen by both, near the device where it can be
};

class Block {
public:
  /// @param size not 0
  /// @param alignment of the addresses, a power of two
  /// Errors: UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY, UR_RESULT_ERROR_OUT_OF_HOST_MEMORY.
  static Result<std::shared_ptr<Block>> make(ur_device_handle_t_ &device, uint64_t size,
                                             BlockUse use, uint64_t alignment = 1);
  ~Block();
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;

  VkBuffer buffer() const { return buffer_; }
  VkDeviceMemory memory() const { return memory_; }
  uint64_t size() const { return size_; }
  /// Where the first byte lies in the buffer, which begins before it when the driver aligns less
  /// than was wanted.
  uint64_t offset() const { return offset_; }
  uint64_t address() const { return address_ + offset_; }
  /// Null when the host does not see the memory.
  std::byte *host() const { return host_ ? host_ + offset_ : nullptr; }
  /// Whether reading on the host is as fast as from its own memory.
  bool isCached() const { return isCached_; }

private:
  explicit Block(ur_device_handle_t_ &device) : device_(device) {}
  Result<void> allocate(uint64_t bytes, BlockUse use);

  ur_device_handle_t_ &device_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  uint64_t size_ = 0;
  uint64_t offset_ = 0;
  uint64_t address_ = 0;
  std::byte *host_ = nullptr;
  bool isCached_ = false;
};

} // namespace ursa::vulkan
