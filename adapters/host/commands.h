// What commands do, apart from queues: each function checks its parameters and makes the work,
// which is run once by a queue or again and again by a command buffer.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/host/work.h"

namespace ursa::host {

using WorkResult = Result<std::unique_ptr<Work>>;

/// One side of a copy of a box: memory, where the box begins in it, and how far rows and slices are
/// apart; a pitch of 0 is that of the region.
struct Box {
  std::byte *data;
  ur_rect_offset_t origin;
  size_t rowPitch;
  size_t slicePitch;

  std::byte *row(uint64_t y, uint64_t z) const {
    return data + (origin.z + z) * slicePitch + (origin.y + y) * rowPitch + origin.x;
  }
};

/// @name Buffers. They are kept alive by the work and must be of the context.
/// @{
WorkResult bufferRead(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                      size_t size, void *destination);
WorkResult bufferWrite(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                       size_t size, const void *source);
WorkResult bufferCopy(ur_context_handle_t context, ur_mem_handle_t source,
                      ur_mem_handle_t destination, size_t sourceOffset, size_t destinationOffset,
                      size_t size);
WorkResult bufferFill(ur_context_handle_t context, ur_mem_handle_t buffer, const void *pattern,
                      size_t patternSize, size_t offset, size_t size);
/// The data of a buffer's box is the buffer's, whatever the box says.
WorkResult bufferReadRect(ur_context_handle_t context, ur_mem_handle_t buffer, Box from, Box to,
                          const ur_rect_region_t &region);
WorkResult bufferWriteRect(ur_context_handle_t context, ur_mem_handle_t buffer, Box to, Box from,
                           const ur_rect_region_t &region);
WorkResult bufferCopyRect(ur_context_handle_t context, ur_mem_handle_t source,
                          ur_mem_handle_t destination, Box from, Box to,
                          const ur_rect_region_t &region);
/// @}

/// @name Unified shared memory. Hints have no work: the result is null.
/// @{
WorkResult usmCopy(void *destination, const void *source, size_t size);
WorkResult usmFill(void *memory, const void *pattern, size_t patternSize, size_t size);
WorkResult usmPrefetch(const void *memory, size_t size, ur_usm_migration_flags_t flags);
WorkResult usmAdvise(const void *memory, size_t size, ur_usm_advice_flags_t advice);
/// @}

} // namespace ursa::host
