// The work of memory commands, as queues and command buffers enqueue it. Each function checks its
// parameters (see common/memory_commands.h).
#pragma once

#include "adapters/common/memory_commands.h"
#include "adapters/vulkan/enqueue.h"

namespace ursa::vulkan {

/// Retains a buffer.
std::shared_ptr<const void> retainBuffer(ur_mem_handle_t buffer);

/// Commands on buffers, which the work retains, and on USM, which the application must keep alive.
/// Hints have no work: the result is null.
struct MemoryWork {
  using PitchedBox = adapter::PitchedBox;

  static WorkResult bufferRead(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                               size_t size, void *destination);
  static WorkResult bufferWrite(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                                size_t size, const void *source);
  static WorkResult bufferCopy(ur_context_handle_t context, ur_mem_handle_t source,
                               ur_mem_handle_t destination, size_t sourceOffset,
                               size_t destinationOffset, size_t size);
  static WorkResult bufferFill(ur_context_handle_t context, ur_mem_handle_t buffer,
                               const void *pattern, size_t patternSize, size_t offset, size_t size);
  static WorkResult bufferReadRect(ur_context_handle_t context, ur_mem_handle_t buffer,
                                   PitchedBox from, void *destination, PitchedBox to,
                                   const ur_rect_region_t &region);
  static WorkResult bufferWriteRect(ur_context_handle_t context, ur_mem_handle_t buffer,
                                    PitchedBox to, const void *source, PitchedBox from,
                                    const ur_rect_region_t &region);
  static WorkResult bufferCopyRect(ur_context_handle_t context, ur_mem_handle_t source,
                                   PitchedBox from, ur_mem_handle_t destination, PitchedBox to,
                                   const ur_rect_region_t &region);
  static WorkResult usmCopy(ur_context_handle_t context, void *destination, const void *source,
                            size_t size);
  static WorkResult usmFill(ur_context_handle_t context, void *memory, const void *pattern,
                            size_t patternSize, size_t size);
  static WorkResult usmCopy2D(ur_context_handle_t context, void *destination,
                              size_t destinationPitch, const void *source, size_t sourcePitch,
                              size_t width, size_t height);
  static WorkResult usmFill2D(ur_context_handle_t context, void *memory, size_t pitch,
                              const void *pattern, size_t patternSize, size_t width, size_t height);
  static WorkResult usmPrefetch(ur_context_handle_t context, const void *memory, size_t size,
                                ur_usm_migration_flags_t flags);
  static WorkResult usmAdvise(ur_context_handle_t context, const void *memory, size_t size,
                              ur_usm_advice_flags_t advice);

  template <class Make>
  static ur_result_t enqueue(const adapter::EnqueuedCommand &command, Make &&make) {
    return enqueueMade(commandOf(command.type, command.queue, command.waitCount, command.waitList,
                                 command.event, command.isBlocking),
                       std::forward<Make>(make));
  }
};

} // namespace ursa::vulkan
