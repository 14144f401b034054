#include "adapters/common/memory_checks.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/memory.h"
#include "adapters/vulkan/queue.h"
#include "adapters/vulkan/tables.h"
#include "adapters/vulkan/work.h"

namespace ursa::vulkan {

using Keeps = std::vector<std::shared_ptr<const void>>;

std::shared_ptr<const void> retainBuffer(ur_mem_handle_t buffer) {
  using Held = adapter::Ref<ur_mem_handle_t_>;
  return std::make_shared<const Held>(buffer);
}

namespace {

Result<void> checkBuffer(ur_mem_handle_t buffer, ur_context_handle_t context) {
  URSA_CHECK(adapter::checkHandle(buffer, "of the buffer"));
  // All contexts of a device share its memory.
  if (buffer->context->device != context->device)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The buffer belongs to another device than the queue or command buffer.");
  return {};
}

Result<void> checkBuffers(ur_mem_handle_t source, ur_mem_handle_t destination,
                          ur_context_handle_t context) {
  URSA_CHECK(checkBuffer(source, context));
  URSA_CHECK(checkBuffer(destination, context));
  if (source->context != context && destination->context != context)
    return makeError(
        UR_RESULT_ERROR_INVALID_CONTEXT,
        "Neither of the buffers belongs to the context of the queue or command buffer.");
  return {};
}

Extent extentOf(const ur_rect_region_t &region) {
  return {region.width, region.height, region.depth};
}

Result<Rows> bufferRows(ur_context_handle_t context, ur_mem_handle_t buffer,
                        const adapter::PitchedBox &place, const ur_rect_region_t &region) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_TRY(const auto box, adapter::completeBufferBox(place, region, buffer->size));
  return Rows{buffer->place(box.start()), box.rowPitch, box.slicePitch};
}

Result<Rows> hostRows(const void *host, const adapter::PitchedBox &place,
                      const ur_rect_region_t &region) {
  URSA_CHECK(adapter::checkPointer(host, "of the host memory"));
  URSA_TRY(const auto box, adapter::completeBox(place, region));
  return Rows{Place::ofHost(const_cast<void *>(host)) + box.start(), box.rowPitch, box.slicePitch};
}

// Maps memory that the host cannot access: what the application writes to the staging memory is
// copied when it is unmapped.
WorkResult mapStaged(ur_mem_handle_t buffer, ur_map_flags_t flags, size_t offset, size_t size,
                     std::byte *&mapped) {
  ur_device_handle_t_ &device = *buffer->context->device;
  const bool isOverwritten = flags & UR_MAP_FLAG_WRITE_INVALIDATE_REGION;
  Place staging;
  if (buffer->hostMemory) {
    staging = Place::ofHost(buffer->hostMemory + offset);
  } else {
    URSA_TRY(auto suballocation,
             Suballocation::make(device, size, MemoryUse::Host, kBufferAlignment));
    staging = Place::of(std::move(suballocation), 0);
  }
  WorkPointer work;
  if (!isOverwritten) {
    URSA_TRY(work, makeCopy(device, staging, buffer->place(offset), size, {retainBuffer(buffer)}));
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
    URSA_CHECK(adapter::checkMapFlags(mapFlags));
    URSA_CHECK(adapter::checkPart(hBuffer->size, offset, size));
    std::byte *mapped = hBuffer->place(offset).host;
    if (mapped) {
      URSA_CHECK(enqueue(command, nullptr));
      *ppRetMap = mapped;
      return {};
    }
    URSA_TRY(WorkPointer work, mapStaged(hBuffer, mapFlags, offset, size, mapped));
    if (auto enqueued = enqueue(command, std::move(work)); !enqueued) {
      const std::lock_guard guard(hBuffer->mutex);
      hBuffer->mappings.erase(hBuffer->mappings.find(mapped)); // any of those that begin there
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
    work->keeps.push_back(mapping.staging.suballocation);
    return WorkPointer(std::move(work));
  }
  return makeCopy(*buffer->context->device, buffer->place(mapping.at), mapping.staging,
                  mapping.bytes, {retainBuffer(buffer)});
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

WorkResult MemoryWork::bufferRead(ur_context_handle_t context, ur_mem_handle_t buffer,
                                  size_t offset, size_t size, void *destination) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkPointer(destination, "of the destination"));
  URSA_CHECK(adapter::checkPart(buffer->size, offset, size));
  return makeCopy(*context->device, Place::ofHost(destination), buffer->place(offset), size,
                  {retainBuffer(buffer)});
}

WorkResult MemoryWork::bufferWrite(ur_context_handle_t context, ur_mem_handle_t buffer,
                                   size_t offset, size_t size, const void *source) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkPointer(source, "of the source"));
  URSA_CHECK(adapter::checkPart(buffer->size, offset, size));
  return makeCopy(*context->device, buffer->place(offset),
                  Place::ofHost(const_cast<void *>(source)), size, {retainBuffer(buffer)});
}

WorkResult MemoryWork::bufferCopy(ur_context_handle_t context, ur_mem_handle_t source,
                                  ur_mem_handle_t destination, size_t sourceOffset,
                                  size_t destinationOffset, size_t size) {
  URSA_CHECK(checkBuffers(source, destination, context));
  URSA_CHECK(adapter::checkPart(source->size, sourceOffset, size));
  URSA_CHECK(adapter::checkPart(destination->size, destinationOffset, size));
  return makeCopy(*context->device, destination->place(destinationOffset),
                  source->place(sourceOffset), size,
                  {retainBuffer(source), retainBuffer(destination)});
}

WorkResult MemoryWork::bufferFill(ur_context_handle_t context, ur_mem_handle_t buffer,
                                  const void *pattern, size_t patternSize, size_t offset,
                                  size_t size) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkPointer(pattern, "of the pattern"));
  URSA_CHECK(adapter::checkPart(buffer->size, offset, size));
  if (patternSize == 0 || size % patternSize != 0 || offset % patternSize != 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} bytes at {} are not a whole number of patterns of {} bytes.", size, offset,
                     patternSize);
  return makeFill(*context->device, {buffer->place(offset), size, size}, {size, 1, 1}, pattern,
                  patternSize, {retainBuffer(buffer)});
}

WorkResult MemoryWork::bufferReadRect(ur_context_handle_t context, ur_mem_handle_t buffer,
                                      PitchedBox from, void *destination, PitchedBox to,
                                      const ur_rect_region_t &region) {
  URSA_TRY(const Rows source, bufferRows(context, buffer, from, region));
  URSA_TRY(const Rows target, hostRows(destination, to, region));
  return makeCopy(*context->device, target, source, extentOf(region), {retainBuffer(buffer)});
}

WorkResult MemoryWork::bufferWriteRect(ur_context_handle_t context, ur_mem_handle_t buffer,
                                       PitchedBox to, const void *source, PitchedBox from,
                                       const ur_rect_region_t &region) {
  URSA_TRY(const Rows target, bufferRows(context, buffer, to, region));
  URSA_TRY(const Rows origin, hostRows(source, from, region));
  return makeCopy(*context->device, target, origin, extentOf(region), {retainBuffer(buffer)});
}

WorkResult MemoryWork::bufferCopyRect(ur_context_handle_t context, ur_mem_handle_t source,
                                      PitchedBox from, ur_mem_handle_t destination, PitchedBox to,
                                      const ur_rect_region_t &region) {
  URSA_CHECK(checkBuffers(source, destination, context));
  URSA_TRY(const Rows origin, bufferRows(context, source, from, region));
  URSA_TRY(const Rows target, bufferRows(context, destination, to, region));
  return makeCopy(*context->device, target, origin, extentOf(region),
                  {retainBuffer(source), retainBuffer(destination)});
}

void fillMemoryCommands(ur_dditable_t &table) {
  adapter::fillMemoryEnqueues<MemoryWork>(table);
  table.Enqueue.pfnMemBufferMap = map;
  table.Enqueue.pfnMemUnmap = unmap;
}

} // namespace ursa::vulkan
