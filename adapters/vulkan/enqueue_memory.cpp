#include "adapters/common/buffer_rect.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/memory.h"
#include "adapters/vulkan/queue.h"
#include "adapters/vulkan/tables.h"
#include "adapters/vulkan/work.h"

namespace ursa::vulkan {

using Keeps = std::vector<std::shared_ptr<const void>>;

std::shared_ptr<const void> keepBuffer(ur_mem_handle_t buffer) {
  using Held = adapter::Ref<ur_mem_handle_t_>;
  return std::make_shared<const Held>(buffer);
}

namespace {

Result<void> checkBuffer(ur_mem_handle_t buffer, ur_context_handle_t context) {
  URSA_CHECK(adapter::checkHandle(buffer, "of the buffer"));
  // Contexts of a device share its memory.
  if (buffer->context->device != context->device)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The buffer is of another device than the queue or command buffer.");
  return {};
}

Result<void> checkBuffers(ur_mem_handle_t source, ur_mem_handle_t destination,
                          ur_context_handle_t context) {
  URSA_CHECK(checkBuffer(source, context));
  URSA_CHECK(checkBuffer(destination, context));
  if (source->context != context && destination->context != context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "Neither of the buffers is of the context of the queue or command buffer.");
  return {};
}

Result<void> checkRange(const ur_mem_handle_t_ &buffer, size_t offset, size_t size) {
  if (size == 0 || offset > buffer.size || size > buffer.size - offset)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} bytes at {} do not lie in the buffer of {} bytes.", size, offset,
                     buffer.size);
  return {};
}

uint64_t startOf(const RectBox &box) {
  return box.origin.z * box.slicePitch + box.origin.y * box.rowPitch + box.origin.x;
}

Extent extentOf(const ur_rect_region_t &region) {
  return {region.width, region.height, region.depth};
}

Result<Rows> bufferRows(ur_context_handle_t context, ur_mem_handle_t buffer, RectBox box,
                        const ur_rect_region_t &region) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkRegion(region));
  URSA_CHECK(adapter::completePitches(box.rowPitch, box.slicePitch, region));
  URSA_CHECK(adapter::checkRect(box.origin, box.rowPitch, box.slicePitch, region, buffer->size));
  return Rows{buffer->place(startOf(box)), box.rowPitch, box.slicePitch};
}

Result<Rows> hostRows(const void *host, RectBox box, const ur_rect_region_t &region) {
  URSA_CHECK(adapter::checkPointer(host, "of the host memory"));
  URSA_CHECK(adapter::completePitches(box.rowPitch, box.slicePitch, region));
  return Rows{Place::ofHost(const_cast<void *>(host)) + startOf(box), box.rowPitch, box.slicePitch};
}

template <ur_command_t Type, auto Make, class Pointer>
ur_result_t transfer(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blocking,
                     size_t offset, size_t size, Pointer *pHost, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(Type, hQueue, numEventsInWaitList, phEventWaitList, phEvent, blocking),
      [&](ur_context_handle_t context) { return Make(context, hBuffer, offset, size, pHost); });
}

template <ur_command_t Type, auto Make, class Pointer>
ur_result_t transferRect(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blocking,
                         ur_rect_offset_t bufferOrigin, ur_rect_offset_t hostOrigin,
                         ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                         size_t hostRowPitch, size_t hostSlicePitch, Pointer *pHost,
                         uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                         ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(Type, hQueue, numEventsInWaitList, phEventWaitList, phEvent, blocking),
      [&](ur_context_handle_t context) {
        return Make(context, hBuffer, bufferOrigin, hostOrigin, region, bufferRowPitch,
                    bufferSlicePitch, hostRowPitch, hostSlicePitch, pHost);
      });
}

ur_result_t copy(ur_queue_handle_t hQueue, ur_mem_handle_t hBufferSrc, ur_mem_handle_t hBufferDst,
                 size_t srcOffset, size_t dstOffset, size_t size, uint32_t numEventsInWaitList,
                 const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(UR_COMMAND_MEM_BUFFER_COPY, hQueue, numEventsInWaitList, phEventWaitList, phEvent),
      [&](ur_context_handle_t context) {
        return bufferCopy(context, hBufferSrc, hBufferDst, srcOffset, dstOffset, size);
      });
}

ur_result_t copyRect(ur_queue_handle_t hQueue, ur_mem_handle_t hBufferSrc,
                     ur_mem_handle_t hBufferDst, ur_rect_offset_t srcOrigin,
                     ur_rect_offset_t dstOrigin, ur_rect_region_t region, size_t srcRowPitch,
                     size_t srcSlicePitch, size_t dstRowPitch, size_t dstSlicePitch,
                     uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                     ur_event_handle_t *phEvent) {
  return enqueueMade(commandOf(UR_COMMAND_MEM_BUFFER_COPY_RECT, hQueue, numEventsInWaitList,
                               phEventWaitList, phEvent),
                     [&](ur_context_handle_t context) {
                       return bufferCopyRect(context, hBufferSrc, hBufferDst, srcOrigin, dstOrigin,
                                             region, srcRowPitch, srcSlicePitch, dstRowPitch,
                                             dstSlicePitch);
                     });
}

ur_result_t fill(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, const void *pPattern,
                 size_t patternSize, size_t offset, size_t size, uint32_t numEventsInWaitList,
                 const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(UR_COMMAND_MEM_BUFFER_FILL, hQueue, numEventsInWaitList, phEventWaitList, phEvent),
      [&](ur_context_handle_t context) {
        return bufferFill(context, hBuffer, pPattern, patternSize, offset, size);
      });
}

// What the application writes through the mapping of memory that the host does not see is copied
// when it is unmapped.
WorkResult mapStaged(ur_mem_handle_t buffer, ur_map_flags_t flags, size_t offset, size_t size,
                     std::byte *&mapped) {
  ur_device_handle_t_ &device = *buffer->context->device;
  const bool isOverwritten = flags & UR_MAP_FLAG_WRITE_INVALIDATE_REGION;
  Place staging;
  if (buffer->hostMemory) {
    staging = Place::ofHost(buffer->hostMemory + offset);
  } else {
    URSA_TRY(auto block, Block::make(device, size, BlockUse::Host, kBufferAlignment));
    staging = Place::of(std::move(block), 0);
  }
  WorkPointer work;
  if (!isOverwritten) {
    URSA_TRY(work, makeCopy(device, staging, buffer->place(offset), size, {keepBuffer(buffer)}));
  }
  mapped = staging.host;
  const std::lock_guard guard(buffer->mutex);
  buffer->mappings.emplace(mapped,
                           ur_mem_handle_t_::Mapping{std::move(staging), offset, size,
                                                     isOverwritten || (flags & UR_MAP_FLAG_WRITE)});
  return work;
}

ur_result_t map(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blockingMap,
                ur_map_flags_t mapFlags, size_t offset, size_t size, uint32_t numEventsInWaitList,
                const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent,
                void **ppRetMap) {
  return atBoundary([&]() -> Result<void> {
    const Command command = commandOf(UR_COMMAND_MEM_BUFFER_MAP, hQueue, numEventsInWaitList,
                                      phEventWaitList, phEvent, blockingMap);
    URSA_CHECK(checkCommand(command));
    URSA_CHECK(checkBuffer(hBuffer, hQueue->context));
    URSA_POINTER(ppRetMap);
    if (mapFlags & UR_MAP_FLAGS_MASK)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The map flags {:#x} are not defined.",
                       mapFlags);
    URSA_CHECK(checkRange(*hBuffer, offset, size));
    std::byte *mapped = hBuffer->place(offset).host;
    if (mapped) {
      URSA_CHECK(enqueue(command, nullptr));
      *ppRetMap = mapped;
      return {};
    }
    URSA_TRY(WorkPointer work, mapStaged(hBuffer, mapFlags, offset, size, mapped));
    if (auto enqueued = enqueue(command, std::move(work)); !enqueued) {
      const std::lock_guard guard(hBuffer->mutex);
      hBuffer->mappings.erase(hBuffer->mappings.find(mapped)); // one of those that begin there
      return enqueued;
    }
    *ppRetMap = mapped;
    return {};
  });
}

Result<WorkPointer> unmapStaged(ur_mem_handle_t buffer, void *pointer) {
  std::unique_lock guard(buffer->mutex);
  const auto found = buffer->mappings.find(static_cast<std::byte *>(pointer));
  if (found == buffer->mappings.end())
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{} is not a mapping of the buffer.", pointer);
  const auto mapping = found->second;
  buffer->mappings.erase(found);
  guard.unlock();
  if (!mapping.isWritten) {
    auto work = std::make_shared<Work>();
    work->keeps.push_back(mapping.staging.block);
    return WorkPointer(std::move(work));
  }
  return makeCopy(*buffer->context->device, buffer->place(mapping.at), mapping.staging,
                  mapping.bytes, {keepBuffer(buffer)});
}

ur_result_t unmap(ur_queue_handle_t hQueue, ur_mem_handle_t hMem, void *pMappedPtr,
                  uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                  ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const Command command =
        commandOf(UR_COMMAND_MEM_UNMAP, hQueue, numEventsInWaitList, phEventWaitList, phEvent);
    URSA_CHECK(checkCommand(command));
    URSA_CHECK(checkBuffer(hMem, hQueue->context));
    URSA_POINTER(pMappedPtr);
    if (std::byte *const first = hMem->place(0).host) {
      const auto *mapped = static_cast<std::byte *>(pMappedPtr);
      if (mapped < first || mapped >= first + hMem->size)
        return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{} is not a mapping of the buffer.",
                         pMappedPtr);
      return enqueue(command, nullptr);
    }
    URSA_TRY(WorkPointer work, unmapStaged(hMem, pMappedPtr));
    return enqueue(command, std::move(work));
  });
}

} // namespace

WorkResult bufferRead(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                      size_t size, void *destination) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkPointer(destination, "of the destination"));
  URSA_CHECK(checkRange(*buffer, offset, size));
  return makeCopy(*context->device, Place::ofHost(destination), buffer->place(offset), size,
                  {keepBuffer(buffer)});
}

WorkResult bufferWrite(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                       size_t size, const void *source) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkPointer(source, "of the source"));
  URSA_CHECK(checkRange(*buffer, offset, size));
  return makeCopy(*context->device, buffer->place(offset),
                  Place::ofHost(const_cast<void *>(source)), size, {keepBuffer(buffer)});
}

WorkResult bufferCopy(ur_context_handle_t context, ur_mem_handle_t source,
                      ur_mem_handle_t destination, size_t sourceOffset, size_t destinationOffset,
                      size_t size) {
  URSA_CHECK(checkBuffers(source, destination, context));
  URSA_CHECK(checkRange(*source, sourceOffset, size));
  URSA_CHECK(checkRange(*destination, destinationOffset, size));
  return makeCopy(*context->device, destination->place(destinationOffset),
                  source->place(sourceOffset), size, {keepBuffer(source), keepBuffer(destination)});
}

WorkResult bufferFill(ur_context_handle_t context, ur_mem_handle_t buffer, const void *pattern,
                      size_t patternSize, size_t offset, size_t size) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkPointer(pattern, "of the pattern"));
  URSA_CHECK(checkRange(*buffer, offset, size));
  if (patternSize == 0 || size % patternSize != 0 || offset % patternSize != 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} bytes at {} are not filled by whole patterns of {} bytes.", size, offset,
                     patternSize);
  return makeFill(*context->device, {buffer->place(offset), size, size}, {size, 1, 1}, pattern,
                  patternSize, {keepBuffer(buffer)});
}

WorkResult bufferReadRect(ur_context_handle_t context, ur_mem_handle_t buffer,
                          ur_rect_offset_t bufferOrigin, ur_rect_offset_t hostOrigin,
                          ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                          size_t hostRowPitch, size_t hostSlicePitch, void *host) {
  URSA_TRY(const Rows from,
           bufferRows(context, buffer, {bufferOrigin, bufferRowPitch, bufferSlicePitch}, region));
  URSA_TRY(const Rows to, hostRows(host, {hostOrigin, hostRowPitch, hostSlicePitch}, region));
  return makeCopy(*context->device, to, from, extentOf(region), {keepBuffer(buffer)});
}

WorkResult bufferWriteRect(ur_context_handle_t context, ur_mem_handle_t buffer,
                           ur_rect_offset_t bufferOrigin, ur_rect_offset_t hostOrigin,
                           ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                           size_t hostRowPitch, size_t hostSlicePitch, const void *host) {
  URSA_TRY(const Rows to,
           bufferRows(context, buffer, {bufferOrigin, bufferRowPitch, bufferSlicePitch}, region));
  URSA_TRY(const Rows from, hostRows(host, {hostOrigin, hostRowPitch, hostSlicePitch}, region));
  return makeCopy(*context->device, to, from, extentOf(region), {keepBuffer(buffer)});
}

WorkResult bufferCopyRect(ur_context_handle_t context, ur_mem_handle_t source,
                          ur_mem_handle_t destination, ur_rect_offset_t sourceOrigin,
                          ur_rect_offset_t destinationOrigin, ur_rect_region_t region,
                          size_t sourceRowPitch, size_t sourceSlicePitch,
                          size_t destinationRowPitch, size_t destinationSlicePitch) {
  URSA_CHECK(checkBuffers(source, destination, context));
  URSA_TRY(const Rows from,
           bufferRows(context, source, {sourceOrigin, sourceRowPitch, sourceSlicePitch}, region));
  URSA_TRY(const Rows to,
           bufferRows(context, destination,
                      {destinationOrigin, destinationRowPitch, destinationSlicePitch}, region));
  return makeCopy(*context->device, to, from, extentOf(region),
                  {keepBuffer(source), keepBuffer(destination)});
}

void fillBufferCommands(ur_dditable_t &table) {
  table.Enqueue.pfnMemBufferRead = transfer<UR_COMMAND_MEM_BUFFER_READ, bufferRead, void>;
  table.Enqueue.pfnMemBufferWrite = transfer<UR_COMMAND_MEM_BUFFER_WRITE, bufferWrite, const void>;
  table.Enqueue.pfnMemBufferReadRect =
      transferRect<UR_COMMAND_MEM_BUFFER_READ_RECT, bufferReadRect, void>;
  table.Enqueue.pfnMemBufferWriteRect =
      transferRect<UR_COMMAND_MEM_BUFFER_WRITE_RECT, bufferWriteRect, void>;
  table.Enqueue.pfnMemBufferCopy = copy;
  table.Enqueue.pfnMemBufferCopyRect = copyRect;
  table.Enqueue.pfnMemBufferFill = fill;
  table.Enqueue.pfnMemBufferMap = map;
  table.Enqueue.pfnMemUnmap = unmap;
}

} // namespace ursa::vulkan
