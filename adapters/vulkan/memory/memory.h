// Buffers: a suballocation. With UR_MEM_FLAG_USE_HOST_POINTER it is the application's memory if the
// device can import it; otherwise mappings copy to that memory and back.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/memory/transfer.h"

#include <map>
#include <mutex>

namespace ursa::vulkan {

struct Memory : adapter::HandleBase {
  Memory(ur_context_handle_t hContext, ur_mem_handle_t parentBuffer,
         std::shared_ptr<Suballocation> memory, uint64_t first, uint64_t bytes,
         ur_mem_flags_t memoryFlags, std::byte *applications = nullptr);
  ~Memory();

  const ur_context_handle_t context; ///< retained
  const ur_mem_handle_t parent;      ///< of a sub-buffer, retained; otherwise null
  const std::shared_ptr<Suballocation> suballocation;
  const uint64_t offset; ///< in the suballocation
  const uint64_t size;
  const ur_mem_flags_t flags;
  std::byte *const hostMemory; ///< the application's, for mappings; null if any address is fine

  uint64_t address() const { return suballocation->address() + offset; }
  Location location(uint64_t at) const { return Location::of(suballocation, offset + at); }

  /// A mapping of memory that the host cannot access: staging memory of the host.
  struct Mapping {
    Location staging;
    uint64_t at = 0;
    uint64_t bytes = 0;
    bool isWritten = false;
  };
  std::mutex mutex; ///< guards mappings
  std::multimap<std::byte *, Mapping> mappings;
};

} // namespace ursa::vulkan

struct ur_mem_handle_t_ : ursa::vulkan::Memory {
  using Memory::Memory;
};
