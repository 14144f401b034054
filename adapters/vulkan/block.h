// Memory of a device for one purpose: a piece of a chunk, or all of one when it is large or was
// imported. What an allocation, a buffer or an upload has.
#pragma once

#include "adapters/vulkan/chunk.h"

#include <array>
#include <vector>

namespace ursa::vulkan {

class Block;

/// The chunks of a device that blocks are cut from: drivers allow few memory objects, and each
/// costs time. Chunks are larger the more there are; one without a block is kept for the next.
/// Thread safe; blocks until memory is there.
class Allocator {
public:
  explicit Allocator(ur_device_handle_t_ &device) : device_(device) {}

private:
  friend class Block;
  struct Part {
    std::shared_ptr<Chunk> chunk;
    uint64_t first = 0; ///< in the chunk
    bool isAll = false; ///< nothing else is in the chunk
  };
  struct Shared {
    std::shared_ptr<Chunk> chunk;
    FreeRanges free; ///< by Chunk::base()
  };

  Result<Part> allocate(uint64_t size, uint64_t alignment, BlockUse use);
  void release(const Part &part, uint64_t size, BlockUse use);
  Result<Part> allocateWhole(uint64_t size, uint64_t alignment, BlockUse use);
  std::optional<Part> takeFromChunks(uint64_t size, uint64_t alignment, BlockUse use);
  /// Frees chunks without a block. @return whether there were any
  bool trim();
  Result<std::shared_ptr<Chunk>> makeChunk(uint64_t size, BlockUse use);
  void noteChunk(const Chunk &chunk, bool isNew);

  ur_device_handle_t_ &device_;
  std::mutex mutex_;                          ///< guards the rest
  std::array<std::vector<Shared>, 3> chunks_; ///< by use
  uint64_t objects_ = 0;                      ///< memory objects of the driver
  uint64_t bytes_ = 0;                        ///< of these
};

class Block {
public:
  /// @param size not 0
  /// @param alignment of the addresses, a power of two
  /// Errors: UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY, UR_RESULT_ERROR_OUT_OF_HOST_MEMORY.
  static Result<std::shared_ptr<Block>> make(ur_device_handle_t_ &device, uint64_t size,
                                             BlockUse use, uint64_t alignment = 1);
  /// Memory of the host that the device sees from now on, together with the rest of its pages; it
  /// must last as long as the block.
  /// Errors: UR_RESULT_ERROR_UNSUPPORTED_FEATURE when the device cannot see such memory.
  static Result<std::shared_ptr<Block>> import(ur_device_handle_t_ &device, void *memory,
                                               uint64_t size);
  /// Memory of the host, and as much of the device that kernels are given in its place: launches
  /// copy it there and back (launch.cpp).
  static Result<std::shared_ptr<Block>> makeMigrating(ur_device_handle_t_ &device, uint64_t size,
                                                      uint64_t alignment);
  ~Block();
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;

  VkBuffer buffer() const { return part_.chunk->buffer(); }
  VkDeviceMemory memory() const { return part_.chunk->memory(); }
  uint64_t size() const { return size_; }
  /// Where the first byte lies in the buffer.
  uint64_t offset() const { return part_.first; }
  uint64_t address() const { return part_.chunk->address() + part_.first; }
  /// Null when the host does not see the memory.
  std::byte *host() const {
    return part_.chunk->host() ? part_.chunk->host() + part_.first : nullptr;
  }
  /// Whether reading on the host is as fast as from its own memory.
  bool isCached() const { return part_.chunk->isCached(); }
  /// Of memory that migrates, that of the device; else null.
  const std::shared_ptr<Block> &deviceCopy() const { return deviceCopy_; }
  /// A buffer that holds the block and nothing else; it lives as long as the block.
  Result<VkBuffer> ownBuffer();

private:
  Block(ur_device_handle_t_ &device, uint64_t size, BlockUse use)
      : device_(device), size_(size), use_(use) {}

  ur_device_handle_t_ &device_;
  const uint64_t size_;
  const BlockUse use_;
  bool isImported_ = false;
  Allocator::Part part_;
  std::shared_ptr<Block> deviceCopy_;
  std::mutex mutex_; ///< guards the one below
  VkBuffer own_ = VK_NULL_HANDLE;
};

} // namespace ursa::vulkan
