// Memory objects. Buffers are device memory, or managed memory if the context has several devices.
// With UR_MEM_FLAG_USE_HOST_POINTER mappings copy to the application's memory and back. Images are
// in mem_image.h.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/cuda/memory/transfer.h"

#include <map>
#include <memory>
#include <mutex>

namespace ursa::cuda {

/// Memory of a buffer and its parts.
struct BufferMemory {
  enum class Kind : uint8_t {
    Device,
    Small, ///< of the device: a block of the context's SmallMemory
    Managed,
    Host,
    Foreign
  };

  NativeContext &native;
  const CUdeviceptr address;
  const uint64_t size; ///< bytes
  const Kind kind;

  ~BufferMemory();
};

/// Copies the bytes of a new buffer's memory, which no command uses yet, from host memory.
Result<void> copyToNew(const BufferMemory &memory, const void *from);

struct MemImage;

struct Memory : adapter::HandleBase {
  Memory(ur_context_handle_t hContext, ur_mem_handle_t parentBuffer,
         std::shared_ptr<const BufferMemory> bufferMemory, uint64_t first, uint64_t bytes,
         ur_mem_flags_t memoryFlags, std::byte *applications = nullptr,
         std::shared_ptr<const MemImage> itsImage = nullptr);
  ~Memory();

  const ur_context_handle_t context;           ///< retained
  const ur_mem_handle_t parent;                ///< of a sub-buffer, retained; otherwise null
  const std::shared_ptr<const MemImage> image; ///< null for a buffer
  /// Of an image, what image arguments of kernels point to.
  const std::shared_ptr<const BufferMemory> memory;
  const uint64_t offset; ///< in the memory
  const uint64_t size;
  const ur_mem_flags_t flags;
  std::byte *const hostMemory; ///< the application's, for mappings; null if any address is fine

  Location location(uint64_t at) const { return {memory->address + offset + at}; }
  /// Returns whether the host accesses the memory itself.
  bool isForHost() const {
    return memory->kind == BufferMemory::Kind::Host || memory->kind == BufferMemory::Kind::Managed;
  }

  /// A mapping of memory that the host does not access.
  struct Mapping {
    PinnedPointer block; ///< null if the application's memory is used
    uint64_t at = 0;
    uint64_t bytes = 0;
    bool isWritten = false;
  };
  std::mutex mutex; ///< guards mappings
  std::multimap<std::byte *, Mapping> mappings;
};

} // namespace ursa::cuda

struct ur_mem_handle_t_ : ursa::cuda::Memory {
  using Memory::Memory;
};
