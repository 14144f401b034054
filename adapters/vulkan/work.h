// The work of commands on memory, as queues and command buffers enqueue it. Each function checks
// its parameters.
#pragma once

#include "adapters/vulkan/enqueue.h"

namespace ursa::vulkan {

/// A box of rows in memory; pitches of 0 are those of the region.
struct RectBox {
  ur_rect_offset_t origin;
  size_t rowPitch;
  size_t slicePitch;
};

/// Keeps a buffer alive.
std::shared_ptr<const void> keepBuffer(ur_mem_handle_t buffer);

WorkResult bufferRead(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                      size_t size, void *destination);
WorkResult bufferWrite(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                       size_t size, const void *source);
WorkResult bufferCopy(ur_context_handle_t context, ur_mem_handle_t source,
                      ur_mem_handle_t destination, size_t sourceOffset, size_t destinationOffset,
                      size_t size);
WorkResult bufferFill(ur_context_handle_t context, ur_mem_handle_t buffer, const void *pattern,
                      size_t patternSize, size_t offset, size_t size);
WorkResult bufferReadRect(ur_context_handle_t context, ur_mem_handle_t buffer,
                          ur_rect_offset_t bufferOrigin, ur_rect_offset_t hostOrigin,
                          ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                          size_t hostRowPitch, size_t hostSlicePitch, void *host);
WorkResult bufferWriteRect(ur_context_handle_t context, ur_mem_handle_t buffer,
                           ur_rect_offset_t bufferOrigin, ur_rect_offset_t hostOrigin,
                           ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                           size_t hostRowPitch, size_t hostSlicePitch, const void *host);
WorkResult bufferCopyRect(ur_context_handle_t context, ur_mem_handle_t source,
                          ur_mem_handle_t destination, ur_rect_offset_t sourceOrigin,
                          ur_rect_offset_t destinationOrigin, ur_rect_region_t region,
                          size_t sourceRowPitch, size_t sourceSlicePitch,
                          size_t destinationRowPitch, size_t destinationSlicePitch);

WorkResult usmCopy(ur_context_handle_t context, void *destination, const void *source, size_t size);
WorkResult usmFill(ur_context_handle_t context, void *memory, const void *pattern,
                   size_t patternSize, size_t size);
/// Memory is where it is: no work.
WorkResult usmPrefetch(ur_context_handle_t context, const void *memory, size_t size,
                       ur_usm_migration_flags_t flags);
WorkResult usmAdvise(ur_context_handle_t context, const void *memory, size_t size,
                     ur_usm_advice_flags_t advice);

} // namespace ursa::vulkan
