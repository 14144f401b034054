// Memory objects: host memory, or memory of the application (UR_MEM_FLAG_USE_HOST_POINTER). Buffers
// are created in memory.cpp, images in image.cpp.
#pragma once

#include "adapters/common/handle.h"
#include "compiler/targets/host/runtime/image.h"

#include <cstdlib>
#include <memory>
#include <optional>

namespace ursa::host {

/// State that only images have.
struct ImageState {
  compiler::host::Image pixels; ///< kernels receive its address
  size_t rowPitch;
  size_t slicePitch; ///< 0 without slices and layers
};

struct Memory : adapter::HandleBase {
  Memory(ur_context_handle_t hContext, ur_mem_handle_t parentBuffer, std::byte *memory,
         size_t bytes, bool ownsMemory, ur_mem_flags_t memoryFlags,
         const std::optional<ImageState> &imageState = std::nullopt);
  ~Memory();

  const ur_context_handle_t context; ///< a reference is held
  const ur_mem_handle_t parent;      ///< of a sub-buffer; a reference is held; null otherwise
  std::byte *const data;
  const size_t size;
  const bool ownsData;
  const ur_mem_flags_t flags;
  const std::optional<ImageState> image; ///< empty for a buffer
};

struct FreeMemory {
  void operator()(std::byte *memory) const { std::free(memory); }
};
/// Heap memory until a memory object takes ownership.
using OwnedMemory = std::unique_ptr<std::byte, FreeMemory>;

/// Fails with UR_RESULT_ERROR_MEM_OBJECT_ALLOCATION_FAILURE and names the purpose.
Result<OwnedMemory> allocateMemory(size_t size, const char *purpose);

void fillMemoryTable(ur_dditable_t &table);

} // namespace ursa::host

struct ur_mem_handle_t_ : ursa::host::Memory {
  using Memory::Memory;
};
