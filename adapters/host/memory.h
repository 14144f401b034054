// Buffers: memory of the host, the application's own where it asked for that.
#pragma once

#include "adapters/common/handle.h"

struct ur_mem_handle_t_ : ursa::adapter::HandleBase {
  ur_mem_handle_t_(ur_context_handle_t hContext, ur_mem_handle_t parentBuffer, std::byte *memory,
                   size_t bytes, bool ownsMemory);
  ~ur_mem_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const ur_mem_handle_t parent;      ///< of a part; a reference is held; else null
  std::byte *const data;
  const size_t size;
  const bool ownsData;
};

namespace ursa::host {

void fillMemoryTable(ur_dditable_t &table);

} // namespace ursa::host
