#include "adapters/host/adapter.h"
#include "adapters/host/enqueue.h"
#include "adapters/host/memory.h"
#include "adapters/host/queue.h"
#include "core/support/last_error.h"

#include <cstring>

namespace ursa::host {
namespace {

using adapter::Ref;

// Keeps buffers alive until the command is done.
class WithBuffers final : public Work {
public:
  WithBuffers(std::unique_ptr<Work> inner, ur_mem_handle_t first, ur_mem_handle_t second = nullptr)
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

Result<void> checkBuffer(ur_mem_handle_t buffer, const ur_queue_handle_t queue) {
  URSA_CHECK(adapter::checkHandle(buffer, "of the buffer"));
  if (buffer->context != queue->context)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The buffer and the queue are of different contexts.");
  return {};
}

Result<void> checkRange(const ur_mem_handle_t_ &buffer, size_t offset, size_t size) {
  if (size == 0 || offset > buffer.size || size > buffer.size - offset)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} bytes at {} do not lie in the buffer of {} bytes.", size, offset,
                     buffer.size);
  return {};
}

// One side of a copy of a box: memory, where the box begins in it, and how far rows and slices are
// apart.
struct Box {
  std::byte *data;
  ur_rect_offset_t origin;
  size_t rowPitch;
  size_t slicePitch;

  std::byte *row(uint64_t y, uint64_t z) const {
    return data + (origin.z + z) * slicePitch + (origin.y + y) * rowPitch + origin.x;
  }
};

// Fills in pitches of 0 and checks them.
Result<void> completeBox(Box &box, const ur_rect_region_t &region) {
  if (box.rowPitch == 0)
    box.rowPitch = region.width;
  if (box.slicePitch == 0)
    box.slicePitch = region.height * box.rowPitch;
  if (box.rowPitch < region.width || box.slicePitch < region.height * box.rowPitch ||
      box.slicePitch % box.rowPitch != 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "Row pitch {} and slice pitch {} do not fit a region of {} x {} x {}.",
                     box.rowPitch, box.slicePitch, region.width, region.height, region.depth);
  return {};
}

Result<void> checkBox(const Box &box, const ur_rect_region_t &region, size_t bufferSize) {
  uint64_t slices = 0;
  uint64_t rows = 0;
  uint64_t end = 0;
  const bool overflows = __builtin_add_overflow(box.origin.z, region.depth - 1, &slices) ||
                         __builtin_mul_overflow(slices, box.slicePitch, &slices) ||
                         __builtin_add_overflow(box.origin.y, region.height - 1, &rows) ||
                         __builtin_mul_overflow(rows, box.rowPitch, &rows) ||
                         __builtin_add_overflow(slices, rows, &end) ||
                         __builtin_add_overflow(end, box.origin.x, &end) ||
                         __builtin_add_overflow(end, region.width, &end);
  if (overflows || end > bufferSize)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "A region of {} x {} x {} at {}, {}, {} does not lie in the buffer of {} "
                     "bytes.",
                     region.width, region.height, region.depth, box.origin.x, box.origin.y,
                     box.origin.z, bufferSize);
  return {};
}

Result<void> checkRegion(const ur_rect_region_t &region) {
  if (region.width == 0 || region.height == 0 || region.depth == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "A region of {} x {} x {} is empty.",
                     region.width, region.height, region.depth);
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

// Shared by read and write: copies between a buffer and memory of the application.
template <ur_command_t Type, class Pointer>
ur_result_t transfer(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blocking,
                     size_t offset, size_t size, Pointer *pHost, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{.queue = hQueue,
                                       .type = Type,
                                       .waitCount = numEventsInWaitList,
                                       .waitList = phEventWaitList,
                                       .phEvent = phEvent,
                                       .blocking = blocking};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_CHECK(checkBuffer(hBuffer, hQueue));
    URSA_POINTER(pHost);
    URSA_CHECK(checkRange(*hBuffer, offset, size));
    std::byte *data = hBuffer->data + offset;
    std::unique_ptr<Work> copy;
    if constexpr (Type == UR_COMMAND_MEM_BUFFER_READ)
      copy = makeCopy(pHost, data, size);
    else
      copy = makeCopy(data, pHost, size);
    return enqueue(parameters, std::make_unique<WithBuffers>(std::move(copy), hBuffer));
  });
}

template <ur_command_t Type>
ur_result_t transferRect(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blocking,
                         ur_rect_offset_t bufferOrigin, ur_rect_offset_t hostOrigin,
                         ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                         size_t hostRowPitch, size_t hostSlicePitch, void *pHost,
                         uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                         ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{.queue = hQueue,
                                       .type = Type,
                                       .waitCount = numEventsInWaitList,
                                       .waitList = phEventWaitList,
                                       .phEvent = phEvent,
                                       .blocking = blocking};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_CHECK(checkBuffer(hBuffer, hQueue));
    URSA_POINTER(pHost);
    URSA_CHECK(checkRegion(region));
    Box buffer{hBuffer->data, bufferOrigin, bufferRowPitch, bufferSlicePitch};
    Box host{static_cast<std::byte *>(pHost), hostOrigin, hostRowPitch, hostSlicePitch};
    URSA_CHECK(completeBox(buffer, region));
    URSA_CHECK(completeBox(host, region));
    URSA_CHECK(checkBox(buffer, region, hBuffer->size));
    auto copy = Type == UR_COMMAND_MEM_BUFFER_READ_RECT ? makeBoxCopy(host, buffer, region)
                                                        : makeBoxCopy(buffer, host, region);
    return enqueue(parameters, std::make_unique<WithBuffers>(std::move(copy), hBuffer));
  });
}

ur_result_t copy(ur_queue_handle_t hQueue, ur_mem_handle_t hBufferSrc, ur_mem_handle_t hBufferDst,
                 size_t srcOffset, size_t dstOffset, size_t size, uint32_t numEventsInWaitList,
                 const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{.queue = hQueue,
                                       .type = UR_COMMAND_MEM_BUFFER_COPY,
                                       .waitCount = numEventsInWaitList,
                                       .waitList = phEventWaitList,
                                       .phEvent = phEvent};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_CHECK(checkBuffer(hBufferSrc, hQueue));
    URSA_CHECK(checkBuffer(hBufferDst, hQueue));
    URSA_CHECK(checkRange(*hBufferSrc, srcOffset, size));
    URSA_CHECK(checkRange(*hBufferDst, dstOffset, size));
    return enqueue(parameters,
                   std::make_unique<WithBuffers>(
                       makeCopy(hBufferDst->data + dstOffset, hBufferSrc->data + srcOffset, size),
                       hBufferSrc, hBufferDst));
  });
}

ur_result_t copyRect(ur_queue_handle_t hQueue, ur_mem_handle_t hBufferSrc,
                     ur_mem_handle_t hBufferDst, ur_rect_offset_t srcOrigin,
                     ur_rect_offset_t dstOrigin, ur_rect_region_t region, size_t srcRowPitch,
                     size_t srcSlicePitch, size_t dstRowPitch, size_t dstSlicePitch,
                     uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                     ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{.queue = hQueue,
                                       .type = UR_COMMAND_MEM_BUFFER_COPY_RECT,
                                       .waitCount = numEventsInWaitList,
                                       .waitList = phEventWaitList,
                                       .phEvent = phEvent};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_CHECK(checkBuffer(hBufferSrc, hQueue));
    URSA_CHECK(checkBuffer(hBufferDst, hQueue));
    URSA_CHECK(checkRegion(region));
    Box source{hBufferSrc->data, srcOrigin, srcRowPitch, srcSlicePitch};
    Box destination{hBufferDst->data, dstOrigin, dstRowPitch, dstSlicePitch};
    URSA_CHECK(completeBox(source, region));
    URSA_CHECK(completeBox(destination, region));
    URSA_CHECK(checkBox(source, region, hBufferSrc->size));
    URSA_CHECK(checkBox(destination, region, hBufferDst->size));
    return enqueue(parameters,
                   std::make_unique<WithBuffers>(makeBoxCopy(destination, source, region),
                                                 hBufferSrc, hBufferDst));
  });
}

ur_result_t fill(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, const void *pPattern,
                 size_t patternSize, size_t offset, size_t size, uint32_t numEventsInWaitList,
                 const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{.queue = hQueue,
                                       .type = UR_COMMAND_MEM_BUFFER_FILL,
                                       .waitCount = numEventsInWaitList,
                                       .waitList = phEventWaitList,
                                       .phEvent = phEvent};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_CHECK(checkBuffer(hBuffer, hQueue));
    URSA_POINTER(pPattern);
    URSA_CHECK(checkRange(*hBuffer, offset, size));
    if (patternSize == 0 || size % patternSize != 0 || offset % patternSize != 0)
      return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                       "{} bytes at {} are not filled by whole patterns of {} bytes.", size, offset,
                       patternSize);
    return enqueue(parameters,
                   std::make_unique<WithBuffers>(
                       makeFill(hBuffer->data + offset, pPattern, patternSize, size), hBuffer));
  });
}

// Buffers are memory of the host: a mapping is their address, and nothing has to be moved.
ur_result_t map(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blockingMap,
                ur_map_flags_t mapFlags, size_t offset, size_t size, uint32_t numEventsInWaitList,
                const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent,
                void **ppRetMap) {
  return atBoundary([&]() -> Result<void> {
    const EnqueueParameters parameters{.queue = hQueue,
                                       .type = UR_COMMAND_MEM_BUFFER_MAP,
                                       .waitCount = numEventsInWaitList,
                                       .waitList = phEventWaitList,
                                       .phEvent = phEvent,
                                       .blocking = blockingMap};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_CHECK(checkBuffer(hBuffer, hQueue));
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
    const EnqueueParameters parameters{.queue = hQueue,
                                       .type = UR_COMMAND_MEM_UNMAP,
                                       .waitCount = numEventsInWaitList,
                                       .waitList = phEventWaitList,
                                       .phEvent = phEvent};
    URSA_CHECK(checkEnqueue(parameters));
    URSA_CHECK(checkBuffer(hMem, hQueue));
    URSA_POINTER(pMappedPtr);
    const auto *mapped = static_cast<std::byte *>(pMappedPtr);
    if (mapped < hMem->data || mapped >= hMem->data + hMem->size)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{} is not a mapping of the buffer.",
                       pMappedPtr);
    return enqueue(parameters, nullptr);
  });
}

} // namespace

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
