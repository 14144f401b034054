#include "adapters/common/memory_checks.h"
#include "adapters/host/adapter.h"
#include "adapters/host/commands.h"
#include "adapters/host/enqueue.h"
#include "adapters/host/memory.h"

#include <cstring>

namespace ursa::host {
namespace {

using adapter::Ref;

// Work that retains buffers until the command completes.
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
    return makeError(UR_RESULT_ERROR_INVALID_MEM_OBJECT,
                     "The memory object is an image; a buffer is required.");
  return {};
}

Result<void> checkBuffer(ur_mem_handle_t buffer, ur_context_handle_t context) {
  URSA_CHECK(checkIsBuffer(buffer));
  if (buffer->context != context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The buffer belongs to another context than the queue or command buffer.");
  return {};
}

std::unique_ptr<Work> makeBoxCopy(const Box &destination, const Box &source,
                                  const ur_rect_region_t &region) {
  return createWork([=] {
    for (uint64_t z = 0; z < region.depth; ++z)
      for (uint64_t y = 0; y < region.height; ++y)
        std::memmove(destination.row(y, z), source.row(y, z), region.width);
  });
}

Result<Box> bufferBox(ur_context_handle_t context, ur_mem_handle_t buffer,
                      const adapter::PitchedBox &place, const ur_rect_region_t &region) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_TRY(const auto complete, adapter::completeBufferBox(place, region, buffer->size));
  return Box{buffer->data, complete};
}

Result<Box> hostBox(const void *memory, const adapter::PitchedBox &place,
                    const ur_rect_region_t &region) {
  URSA_CHECK(adapter::checkPointer(memory, "of the host memory"));
  URSA_TRY(const auto complete, adapter::completeBox(place, region));
  return Box{static_cast<std::byte *>(const_cast<void *>(memory)), complete};
}

// Buffers are host memory: mapping returns their address without a copy.
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
    URSA_CHECK(adapter::checkMapFlags(mapFlags));
    URSA_CHECK(adapter::checkPart(hBuffer->size, offset, size));
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

WorkResult MemoryWork::bufferRead(ur_context_handle_t context, ur_mem_handle_t buffer,
                                  size_t offset, size_t size, void *destination) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkPointer(destination, "of the destination"));
  URSA_CHECK(adapter::checkPart(buffer->size, offset, size));
  return keeping(makeCopy(destination, buffer->data + offset, size), buffer);
}

WorkResult MemoryWork::bufferWrite(ur_context_handle_t context, ur_mem_handle_t buffer,
                                   size_t offset, size_t size, const void *source) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkPointer(source, "of the source"));
  URSA_CHECK(adapter::checkPart(buffer->size, offset, size));
  return keeping(makeCopy(buffer->data + offset, source, size), buffer);
}

WorkResult MemoryWork::bufferCopy(ur_context_handle_t context, ur_mem_handle_t source,
                                  ur_mem_handle_t destination, size_t sourceOffset,
                                  size_t destinationOffset, size_t size) {
  URSA_CHECK(checkIsBuffer(source));
  URSA_CHECK(checkIsBuffer(destination));
  URSA_CHECK(checkBuffer(source->context == context ? source : destination, context));
  URSA_CHECK(adapter::checkPart(source->size, sourceOffset, size));
  URSA_CHECK(adapter::checkPart(destination->size, destinationOffset, size));
  return keeping(makeCopy(destination->data + destinationOffset, source->data + sourceOffset, size),
                 source, destination);
}

WorkResult MemoryWork::bufferFill(ur_context_handle_t context, ur_mem_handle_t buffer,
                                  const void *pattern, size_t patternSize, size_t offset,
                                  size_t size) {
  URSA_CHECK(checkBuffer(buffer, context));
  URSA_CHECK(adapter::checkPointer(pattern, "of the pattern"));
  URSA_CHECK(adapter::checkPart(buffer->size, offset, size));
  if (patternSize == 0 || size % patternSize != 0 || offset % patternSize != 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} bytes at {} are not filled by whole patterns of {} bytes.", size, offset,
                     patternSize);
  return keeping(makeFill(buffer->data + offset, pattern, patternSize, size), buffer);
}

WorkResult MemoryWork::bufferReadRect(ur_context_handle_t context, ur_mem_handle_t buffer,
                                      PitchedBox from, void *destination, PitchedBox to,
                                      const ur_rect_region_t &region) {
  URSA_TRY(const Box source, bufferBox(context, buffer, from, region));
  URSA_TRY(const Box target, hostBox(destination, to, region));
  return keeping(makeBoxCopy(target, source, region), buffer);
}

WorkResult MemoryWork::bufferWriteRect(ur_context_handle_t context, ur_mem_handle_t buffer,
                                       PitchedBox to, const void *source, PitchedBox from,
                                       const ur_rect_region_t &region) {
  URSA_TRY(const Box target, bufferBox(context, buffer, to, region));
  URSA_TRY(const Box origin, hostBox(source, from, region));
  return keeping(makeBoxCopy(target, origin, region), buffer);
}

WorkResult MemoryWork::bufferCopyRect(ur_context_handle_t context, ur_mem_handle_t source,
                                      PitchedBox from, ur_mem_handle_t destination, PitchedBox to,
                                      const ur_rect_region_t &region) {
  URSA_TRY(const Box origin, bufferBox(context, source, from, region));
  URSA_TRY(const Box target, bufferBox(context, destination, to, region));
  return keeping(makeBoxCopy(target, origin, region), source, destination);
}

void fillMemoryCommands(ur_dditable_t &table) {
  adapter::fillMemoryEnqueues<MemoryWork>(table);
  table.Enqueue.pfnMemBufferMap = map;
  table.Enqueue.pfnMemUnmap = unmap;
}

} // namespace ursa::host
