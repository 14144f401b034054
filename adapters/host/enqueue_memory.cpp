#include "adapters/common/buffer_rect.h"
#include "adapters/host/adapter.h"
#include "adapters/host/commands.h"
#include "adapters/host/enqueue.h"
#include "adapters/host/memory.h"

#include <cstring>

namespace ursa::host {
namespace {

using adapter::Ref;

// Keeps buffers alive until the command is done.
class WithBuffers final : public Work {
public:
  WithBuffers(std::unique_ptr<Work> inner, ur_mem_handle_t first, ur_mem_handle_t second)
      : inner_(std::move(inner)), first_(first), second_(second) {
    units = inner_->units;
    unitsPerChunk = inner_->unitsPerChunk;
  }
  void run(uint64_t begin, uint64_t end, GroupMemory &memory) override {
    inner_->run(begin, end, memory);
  }

private:
  const std::unique_ptr<Work> inner_;
  const Ref<ur_mem_handle_t_> first_;
  const Ref<ur_mem_handle_t_> second_;
};

WorkResult keeping(std::unique_ptr<Work> work, ur_mem_handle_t first,
                   ur_mem_handle_t second = nullptr) {
  return std::unique_ptr<Work>(std::make_unique<WithBuffers>(std::move(work), first, second));
}

Result<void> checkIsBuffer(ur_mem_handle_t buffer) {
  URSA_CHECK(adapter::checkHandle(buffer, "of the buffer"));
  if (buffer->image)
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT, "An image was given for a buffer.");
  return {};
}

Result<void> checkBuffer(ur_mem_handle_t buffer, ur_context_handle_t context) {
  URSA_CHECK(checkIsBuffer(buffer));
  if (buffer->context != context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The buffer is of another context than the queue or command buffer.");
  return {};
}

Result<void> checkRange(const ur_mem_handle_t_ &buffer, size_t offset, size_t size) {
  if (size == 0 || offset > buffer.size || size > buffer.size - offset)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} bytes at {} do not lie in the buffer of {} bytes.", size, offset,
                     buffer.size);
  return {};
}

std::unique_ptr<Work> makeBoxCopy(const Box &destination, const Box &source,
                                  const ur_rect_region_t &region) {
  return makeWork([=] {
    for (uint64_t z = 0; z < region.depth; ++z)
      for (uint64_t y = 0; y < region.height; ++y)
        std::memmove(destination.row(y, z), source.row(y, z), region.width);
  });
}

Result<void> takeBufferBox(ur_context_handle_t context, ur_mem_handle_t buffer, Box &box,
                           const ur_rect_region_t &region) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkRegion(region));
  box.data = buffer->data;
  URSA_CHECK(adapter::completePitches(box.rowPitch, box.slicePitch, region));
  return adapter::checkRect(box.origin, box.rowPitch, box.slicePitch, region, buffer->size);
}

Result<void> takeHostBox(Box &box, const ur_rect_region_t &region) {
  URSA_CHECK(adapter::checkPointer(box.data, "of the host memory"));
  return adapter::completePitches(box.rowPitch, box.slicePitch, region);
}

template <ur_command_t Type, class Pointer>
ur_result_t transfer(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blocking,
                     size_t offset, size_t size, Pointer *pHost, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(Type, hQueue, numEventsInWaitList, phEventWaitList, phEvent, blocking),
      [&](ur_context_handle_t context) {
        if constexpr (Type == UR_COMMAND_MEM_BUFFER_READ)
          return bufferRead(context, hBuffer, offset, size, pHost);
        else
          return bufferWrite(context, hBuffer, offset, size, pHost);
      });
}

template <ur_command_t Type>
ur_result_t transferRect(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blocking,
                         ur_rect_offset_t bufferOrigin, ur_rect_offset_t hostOrigin,
                         ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                         size_t hostRowPitch, size_t hostSlicePitch, void *pHost,
                         uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                         ur_event_handle_t *phEvent) {
  const Box buffer{nullptr, bufferOrigin, bufferRowPitch, bufferSlicePitch};
  const Box host{static_cast<std::byte *>(pHost), hostOrigin, hostRowPitch, hostSlicePitch};
  constexpr auto kMake = Type == UR_COMMAND_MEM_BUFFER_READ_RECT ? bufferReadRect : bufferWriteRect;
  return enqueueMade(
      commandOf(Type, hQueue, numEventsInWaitList, phEventWaitList, phEvent, blocking),
      [&](ur_context_handle_t context) { return kMake(context, hBuffer, buffer, host, region); });
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
  const Box from{nullptr, srcOrigin, srcRowPitch, srcSlicePitch};
  const Box to{nullptr, dstOrigin, dstRowPitch, dstSlicePitch};
  return enqueueMade(commandOf(UR_COMMAND_MEM_BUFFER_COPY_RECT, hQueue, numEventsInWaitList,
                               phEventWaitList, phEvent),
                     [&](ur_context_handle_t context) {
                       return bufferCopyRect(context, hBufferSrc, hBufferDst, from, to, region);
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

// Buffers are memory of the host: a mapping is their address, and nothing has to be moved.
ur_result_t map(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blockingMap,
                ur_map_flags_t mapFlags, size_t offset, size_t size, uint32_t numEventsInWaitList,
                const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent,
                void **ppRetMap) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters =
        commandOf(UR_COMMAND_MEM_BUFFER_MAP, hQueue, numEventsInWaitList, phEventWaitList, phEvent,
                  blockingMap);
    URSA_CHECK(checkEnqueue(parameters));
    URSA_CHECK(checkBuffer(hBuffer, hQueue->context));
    URSA_POINTER(ppRetMap);
    if (mapFlags & UR_MAP_FLAGS_MASK)
      return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The map flags {:#x} are not defined.",
                       mapFlags);
    URSA_CHECK(checkRange(*hBuffer, offset, size));
    void *const mapped = hBuffer->data + offset;
    URSA_CHECK(enqueue(parameters, nullptr));
    *ppRetMap = mapped;
    return {};
  });
}

ur_result_t unmap(ur_queue_handle_t hQueue, ur_mem_handle_t hMem, void *pMappedPtr,
                  uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                  ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters =
        commandOf(UR_COMMAND_MEM_UNMAP, hQueue, numEventsInWaitList, phEventWaitList, phEvent);
    URSA_CHECK(checkEnqueue(parameters));
    URSA_CHECK(checkBuffer(hMem, hQueue->context));
    URSA_POINTER(pMappedPtr);
    const auto *mapped = static_cast<std::byte *>(pMappedPtr);
    if (mapped < hMem->data || mapped >= hMem->data + hMem->size)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{} is not a mapping of the buffer.",
                       pMappedPtr);
    return enqueue(parameters, nullptr);
  });
}

} // namespace

WorkResult bufferRead(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                      size_t size, void *destination) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkPointer(destination, "of the destination"));
  URSA_CHECK(checkRange(*buffer, offset, size));
  return keeping(makeCopy(destination, buffer->data + offset, size), buffer);
}

WorkResult bufferWrite(ur_context_handle_t context, ur_mem_handle_t buffer, size_t offset,
                       size_t size, const void *source) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkPointer(source, "of the source"));
  URSA_CHECK(checkRange(*buffer, offset, size));
  return keeping(makeCopy(buffer->data + offset, source, size), buffer);
}

WorkResult bufferCopy(ur_context_handle_t context, ur_mem_handle_t source,
                      ur_mem_handle_t destination, size_t sourceOffset, size_t destinationOffset,
                      size_t size) {
  URSA_CHECK(checkIsBuffer(source));
  URSA_CHECK(checkIsBuffer(destination));
  URSA_CHECK(checkBuffer(source->context == context ? source : destination, context));
  URSA_CHECK(checkRange(*source, sourceOffset, size));
  URSA_CHECK(checkRange(*destination, destinationOffset, size));
  return keeping(makeCopy(destination->data + destinationOffset, source->data + sourceOffset, size),
                 source, destination);
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
  return keeping(makeFill(buffer->data + offset, pattern, patternSize, size), buffer);
}

WorkResult bufferReadRect(ur_context_handle_t context, ur_mem_handle_t buffer, Box from, Box to,
                          const ur_rect_region_t &region) {
  URSA_CHECK(takeBufferBox(context, buffer, from, region));
  URSA_CHECK(takeHostBox(to, region));
  return keeping(makeBoxCopy(to, from, region), buffer);
}

WorkResult bufferWriteRect(ur_context_handle_t context, ur_mem_handle_t buffer, Box to, Box from,
                           const ur_rect_region_t &region) {
  URSA_CHECK(takeBufferBox(context, buffer, to, region));
  URSA_CHECK(takeHostBox(from, region));
  return keeping(makeBoxCopy(to, from, region), buffer);
}

WorkResult bufferCopyRect(ur_context_handle_t context, ur_mem_handle_t source,
                          ur_mem_handle_t destination, Box from, Box to,
                          const ur_rect_region_t &region) {
  URSA_CHECK(takeBufferBox(context, source, from, region));
  URSA_CHECK(takeBufferBox(context, destination, to, region));
  return keeping(makeBoxCopy(to, from, region), source, destination);
}

void fillBufferCommands(ur_dditable_t &table) {
  table.Enqueue.pfnMemBufferRead = transfer<UR_COMMAND_MEM_BUFFER_READ, void>;
  table.Enqueue.pfnMemBufferWrite = transfer<UR_COMMAND_MEM_BUFFER_WRITE, const void>;
  table.Enqueue.pfnMemBufferReadRect = transferRect<UR_COMMAND_MEM_BUFFER_READ_RECT>;
  table.Enqueue.pfnMemBufferWriteRect = transferRect<UR_COMMAND_MEM_BUFFER_WRITE_RECT>;
  table.Enqueue.pfnMemBufferCopy = copy;
  table.Enqueue.pfnMemBufferCopyRect = copyRect;
  table.Enqueue.pfnMemBufferFill = fill;
  table.Enqueue.pfnMemBufferMap = map;
  table.Enqueue.pfnMemUnmap = unmap;
}

} // namespace ursa::host
