// The functions of queues and command buffers that read, write, copy and fill memory, for adapters
// that create the work of a command first and then enqueue or record it. Such an adapter has a type
// MemoryWork with static members. Each takes the context first, checks its parameters, and returns
// a Result of a pointer to the work, which is null if there is nothing to do. Sizes, offsets,
// pitches and widths are bytes:
//
//   bufferRead(context, buffer, offset, size, destination)
//   bufferWrite(context, buffer, offset, size, source)
//   bufferCopy(context, source, destination, sourceOffset, destinationOffset, size)
//   bufferFill(context, buffer, pattern, patternSize, offset, size)
//   bufferReadRect(context, buffer, from, destination, to, region): from and to are PitchedBoxes
//   bufferWriteRect(context, buffer, to, source, from, region)
//   bufferCopyRect(context, source, from, destination, to, region)
//   usmCopy(context, destination, source, size)
//   usmFill(context, memory, pattern, patternSize, size)
//   usmCopy2D(context, destination, destinationPitch, source, sourcePitch, width, height)
//   usmFill2D(context, memory, pitch, pattern, patternSize, width, height)
//   usmPrefetch(context, memory, size, flags)
//   usmAdvise(context, memory, size, advice)
//
// and MemoryWork::enqueue(parameters, create) -> ur_result_t, which implements a whole enqueue
// function and calls create with the queue's context. memory_work.h has such a type. An adapter
// that passes queue commands directly to its driver, such as OpenCL's, has a MemoryWork of its own
// with only the members that command buffers append.
#pragma once

#include "adapters/common/buffer_rect.h"
#include "adapters/common/command_buffer.h"
#include "adapters/common/enqueue.h"
#include "adapters/common/memory_checks.h"

namespace ursa::adapter {

/// The enqueue functions.
template <class Work> struct MemoryEnqueues {
  static ur_result_t read(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blockingRead,
                          size_t offset, size_t size, void *pDst, uint32_t numEventsInWaitList,
                          const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
    return Work::enqueue({hQueue, UR_COMMAND_MEM_BUFFER_READ, numEventsInWaitList, phEventWaitList,
                          phEvent, blockingRead},
                         [&](ur_context_handle_t context) {
                           return Work::bufferRead(context, hBuffer, offset, size, pDst);
                         });
  }

  static ur_result_t write(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blockingWrite,
                           size_t offset, size_t size, const void *pSrc,
                           uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                           ur_event_handle_t *phEvent) {
    return Work::enqueue({hQueue, UR_COMMAND_MEM_BUFFER_WRITE, numEventsInWaitList, phEventWaitList,
                          phEvent, blockingWrite},
                         [&](ur_context_handle_t context) {
                           return Work::bufferWrite(context, hBuffer, offset, size, pSrc);
                         });
  }

  static ur_result_t readRect(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blockingRead,
                              ur_rect_offset_t bufferOrigin, ur_rect_offset_t hostOrigin,
                              ur_rect_region_t region, size_t bufferRowPitch,
                              size_t bufferSlicePitch, size_t hostRowPitch, size_t hostSlicePitch,
                              void *pDst, uint32_t numEventsInWaitList,
                              const ur_event_handle_t *phEventWaitList,
                              ur_event_handle_t *phEvent) {
    return Work::enqueue({hQueue, UR_COMMAND_MEM_BUFFER_READ_RECT, numEventsInWaitList,
                          phEventWaitList, phEvent, blockingRead},
                         [&](ur_context_handle_t context) {
                           return Work::bufferReadRect(
                               context, hBuffer, {bufferOrigin, bufferRowPitch, bufferSlicePitch},
                               pDst, {hostOrigin, hostRowPitch, hostSlicePitch}, region);
                         });
  }

  static ur_result_t writeRect(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer,
                               bool blockingWrite, ur_rect_offset_t bufferOrigin,
                               ur_rect_offset_t hostOrigin, ur_rect_region_t region,
                               size_t bufferRowPitch, size_t bufferSlicePitch, size_t hostRowPitch,
                               size_t hostSlicePitch, void *pSrc, uint32_t numEventsInWaitList,
                               const ur_event_handle_t *phEventWaitList,
                               ur_event_handle_t *phEvent) {
    return Work::enqueue({hQueue, UR_COMMAND_MEM_BUFFER_WRITE_RECT, numEventsInWaitList,
                          phEventWaitList, phEvent, blockingWrite},
                         [&](ur_context_handle_t context) {
                           return Work::bufferWriteRect(
                               context, hBuffer, {bufferOrigin, bufferRowPitch, bufferSlicePitch},
                               pSrc, {hostOrigin, hostRowPitch, hostSlicePitch}, region);
                         });
  }

  static ur_result_t copy(ur_queue_handle_t hQueue, ur_mem_handle_t hBufferSrc,
                          ur_mem_handle_t hBufferDst, size_t srcOffset, size_t dstOffset,
                          size_t size, uint32_t numEventsInWaitList,
                          const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
    return Work::enqueue(
        {hQueue, UR_COMMAND_MEM_BUFFER_COPY, numEventsInWaitList, phEventWaitList, phEvent},
        [&](ur_context_handle_t context) {
          return Work::bufferCopy(context, hBufferSrc, hBufferDst, srcOffset, dstOffset, size);
        });
  }

  static ur_result_t copyRect(ur_queue_handle_t hQueue, ur_mem_handle_t hBufferSrc,
                              ur_mem_handle_t hBufferDst, ur_rect_offset_t srcOrigin,
                              ur_rect_offset_t dstOrigin, ur_rect_region_t region,
                              size_t srcRowPitch, size_t srcSlicePitch, size_t dstRowPitch,
                              size_t dstSlicePitch, uint32_t numEventsInWaitList,
                              const ur_event_handle_t *phEventWaitList,
                              ur_event_handle_t *phEvent) {
    return Work::enqueue(
        {hQueue, UR_COMMAND_MEM_BUFFER_COPY_RECT, numEventsInWaitList, phEventWaitList, phEvent},
        [&](ur_context_handle_t context) {
          return Work::bufferCopyRect(context, hBufferSrc, {srcOrigin, srcRowPitch, srcSlicePitch},
                                      hBufferDst, {dstOrigin, dstRowPitch, dstSlicePitch}, region);
        });
  }

  static ur_result_t fill(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, const void *pPattern,
                          size_t patternSize, size_t offset, size_t size,
                          uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                          ur_event_handle_t *phEvent) {
    return Work::enqueue(
        {hQueue, UR_COMMAND_MEM_BUFFER_FILL, numEventsInWaitList, phEventWaitList, phEvent},
        [&](ur_context_handle_t context) {
          return Work::bufferFill(context, hBuffer, pPattern, patternSize, offset, size);
        });
  }

  static ur_result_t usmCopy(ur_queue_handle_t hQueue, bool blocking, void *pDst, const void *pSrc,
                             size_t size, uint32_t numEventsInWaitList,
                             const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
    return Work::enqueue(
        {hQueue, UR_COMMAND_USM_MEMCPY, numEventsInWaitList, phEventWaitList, phEvent, blocking},
        [&](ur_context_handle_t context) { return Work::usmCopy(context, pDst, pSrc, size); });
  }

  static ur_result_t usmFill(ur_queue_handle_t hQueue, void *pMem, size_t patternSize,
                             const void *pPattern, size_t size, uint32_t numEventsInWaitList,
                             const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
    return Work::enqueue(
        {hQueue, UR_COMMAND_USM_FILL, numEventsInWaitList, phEventWaitList, phEvent},
        [&](ur_context_handle_t context) {
          return Work::usmFill(context, pMem, pPattern, patternSize, size);
        });
  }

  static ur_result_t usmCopy2D(ur_queue_handle_t hQueue, bool blocking, void *pDst, size_t dstPitch,
                               const void *pSrc, size_t srcPitch, size_t width, size_t height,
                               uint32_t numEventsInWaitList,
                               const ur_event_handle_t *phEventWaitList,
                               ur_event_handle_t *phEvent) {
    return Work::enqueue(
        {hQueue, UR_COMMAND_USM_MEMCPY_2D, numEventsInWaitList, phEventWaitList, phEvent, blocking},
        [&](ur_context_handle_t context) {
          return Work::usmCopy2D(context, pDst, dstPitch, pSrc, srcPitch, width, height);
        });
  }

  static ur_result_t usmFill2D(ur_queue_handle_t hQueue, void *pMem, size_t pitch,
                               size_t patternSize, const void *pPattern, size_t width,
                               size_t height, uint32_t numEventsInWaitList,
                               const ur_event_handle_t *phEventWaitList,
                               ur_event_handle_t *phEvent) {
    return Work::enqueue(
        {hQueue, UR_COMMAND_USM_FILL_2D, numEventsInWaitList, phEventWaitList, phEvent},
        [&](ur_context_handle_t context) {
          return Work::usmFill2D(context, pMem, pitch, pPattern, patternSize, width, height);
        });
  }

  static ur_result_t usmPrefetch(ur_queue_handle_t hQueue, const void *pMem, size_t size,
                                 ur_usm_migration_flags_t flags, uint32_t numEventsInWaitList,
                                 const ur_event_handle_t *phEventWaitList,
                                 ur_event_handle_t *phEvent) {
    return Work::enqueue(
        {hQueue, UR_COMMAND_USM_PREFETCH, numEventsInWaitList, phEventWaitList, phEvent},
        [&](ur_context_handle_t context) { return Work::usmPrefetch(context, pMem, size, flags); });
  }

  static ur_result_t usmAdvise(ur_queue_handle_t hQueue, const void *pMem, size_t size,
                               ur_usm_advice_flags_t advice, ur_event_handle_t *phEvent) {
    return Work::enqueue(
        {hQueue, UR_COMMAND_USM_ADVISE, 0, nullptr, phEvent},
        [&](ur_context_handle_t context) { return Work::usmAdvise(context, pMem, size, advice); });
  }
};

/// The append functions, with the parameters that each has of its own.
template <class Work> struct MemoryAppends {
  static auto copyRect(ur_context_handle_t context, ur_mem_handle_t hSrcMem,
                       ur_mem_handle_t hDstMem, ur_rect_offset_t srcOrigin,
                       ur_rect_offset_t dstOrigin, ur_rect_region_t region, size_t srcRowPitch,
                       size_t srcSlicePitch, size_t dstRowPitch, size_t dstSlicePitch) {
    return Work::bufferCopyRect(context, hSrcMem, {srcOrigin, srcRowPitch, srcSlicePitch}, hDstMem,
                                {dstOrigin, dstRowPitch, dstSlicePitch}, region);
  }

  static auto writeRect(ur_context_handle_t context, ur_mem_handle_t hBuffer,
                        ur_rect_offset_t bufferOffset, ur_rect_offset_t hostOffset,
                        ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                        size_t hostRowPitch, size_t hostSlicePitch, void *pSrc) {
    return Work::bufferWriteRect(context, hBuffer, {bufferOffset, bufferRowPitch, bufferSlicePitch},
                                 pSrc, {hostOffset, hostRowPitch, hostSlicePitch}, region);
  }

  static auto readRect(ur_context_handle_t context, ur_mem_handle_t hBuffer,
                       ur_rect_offset_t bufferOffset, ur_rect_offset_t hostOffset,
                       ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                       size_t hostRowPitch, size_t hostSlicePitch, void *pDst) {
    return Work::bufferReadRect(context, hBuffer, {bufferOffset, bufferRowPitch, bufferSlicePitch},
                                pDst, {hostOffset, hostRowPitch, hostSlicePitch}, region);
  }
};

/// Implements pfnMemBufferMap and pfnMemUnmap.
/// @tparam Adapter has the types of HandleTypes and
///   checkBuffer(context, buffer) -> Result<void>
///   map(parameters, buffer, flags, offset, size) -> Result<void *>, the mapped memory
///   unmap(parameters, buffer, mapped memory) -> Result<void>
template <class Adapter> struct BufferMaps {
  static ur_result_t map(ur_queue_handle_t hQueue, ur_mem_handle_t hBuffer, bool blockingMap,
                         ur_map_flags_t mapFlags, size_t offset, size_t size,
                         uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                         ur_event_handle_t *phEvent, void **ppRetMap) {
    return atBoundary([&]() -> Result<void> {
      const EnqueueParameters parameters{
          hQueue,     UR_COMMAND_MEM_BUFFER_MAP, numEventsInWaitList, phEventWaitList, phEvent,
          blockingMap};
      URSA_CHECK(checkEnqueue(parameters));
      const typename Adapter::Queue &queue = *hQueue;
      URSA_CHECK(Adapter::checkBuffer(queue.context, hBuffer));
      URSA_POINTER(ppRetMap);
      URSA_CHECK(checkMapFlags(mapFlags));
      typename Adapter::Memory &buffer = *hBuffer;
      URSA_CHECK(checkPart(buffer.size, offset, size));
      URSA_TRY(*ppRetMap, Adapter::map(parameters, buffer, mapFlags, offset, size));
      return {};
    });
  }

  static ur_result_t unmap(ur_queue_handle_t hQueue, ur_mem_handle_t hMem, void *pMappedPtr,
                           uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                           ur_event_handle_t *phEvent) {
    return atBoundary([&]() -> Result<void> {
      const EnqueueParameters parameters{hQueue, UR_COMMAND_MEM_UNMAP, numEventsInWaitList,
                                         phEventWaitList, phEvent};
      URSA_CHECK(checkEnqueue(parameters));
      const typename Adapter::Queue &queue = *hQueue;
      URSA_CHECK(Adapter::checkBuffer(queue.context, hMem));
      URSA_POINTER(pMappedPtr);
      return Adapter::unmap(parameters, *hMem, pMappedPtr);
    });
  }
};

/// Errors: UR_RESULT_ERROR_INVALID_VALUE unless the pointer lies in memory that is always mapped.
inline Result<void> checkMapping(const void *mapped, const std::byte *first, size_t size) {
  if (mapped < first || mapped >= first + size)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{} is not a mapping of the buffer.", mapped);
  return {};
}

template <class Adapter> void fillBufferMaps(ur_dditable_t &table) {
  table.Enqueue.pfnMemBufferMap = BufferMaps<Adapter>::map;
  table.Enqueue.pfnMemUnmap = BufferMaps<Adapter>::unmap;
}

/// Fills in the enqueue functions except those of BufferMaps.
template <class Work> void fillMemoryEnqueues(ur_dditable_t &table) {
  using Functions = MemoryEnqueues<Work>;
  auto &entries = table.Enqueue;
  entries.pfnMemBufferRead = Functions::read;
  entries.pfnMemBufferWrite = Functions::write;
  entries.pfnMemBufferReadRect = Functions::readRect;
  entries.pfnMemBufferWriteRect = Functions::writeRect;
  entries.pfnMemBufferCopy = Functions::copy;
  entries.pfnMemBufferCopyRect = Functions::copyRect;
  entries.pfnMemBufferFill = Functions::fill;
  entries.pfnUSMMemcpy = Functions::usmCopy;
  entries.pfnUSMFill = Functions::usmFill;
  entries.pfnUSMMemcpy2D = Functions::usmCopy2D;
  entries.pfnUSMFill2D = Functions::usmFill2D;
  entries.pfnUSMPrefetch = Functions::usmPrefetch;
  entries.pfnUSMAdvise = Functions::usmAdvise;
}

/// Fills in the append functions.
/// @tparam Adapter as in command_buffer.h
template <class Adapter, class Work> void fillMemoryAppends(ur_dditable_t &table) {
  using Own = MemoryAppends<Work>;
  auto &entries = table.CommandBufferExp;
  entries.pfnAppendUSMMemcpyExp =
      AppendCommand<Adapter, UR_COMMAND_USM_MEMCPY, &Work::usmCopy>::call;
  entries.pfnAppendUSMFillExp = AppendCommand<Adapter, UR_COMMAND_USM_FILL, &Work::usmFill>::call;
  entries.pfnAppendUSMPrefetchExp =
      AppendCommand<Adapter, UR_COMMAND_USM_PREFETCH, &Work::usmPrefetch>::call;
  entries.pfnAppendUSMAdviseExp =
      AppendCommand<Adapter, UR_COMMAND_USM_ADVISE, &Work::usmAdvise>::call;
  entries.pfnAppendMemBufferCopyExp =
      AppendCommand<Adapter, UR_COMMAND_MEM_BUFFER_COPY, &Work::bufferCopy>::call;
  entries.pfnAppendMemBufferWriteExp =
      AppendCommand<Adapter, UR_COMMAND_MEM_BUFFER_WRITE, &Work::bufferWrite>::call;
  entries.pfnAppendMemBufferReadExp =
      AppendCommand<Adapter, UR_COMMAND_MEM_BUFFER_READ, &Work::bufferRead>::call;
  entries.pfnAppendMemBufferCopyRectExp =
      AppendCommand<Adapter, UR_COMMAND_MEM_BUFFER_COPY_RECT, &Own::copyRect>::call;
  entries.pfnAppendMemBufferWriteRectExp =
      AppendCommand<Adapter, UR_COMMAND_MEM_BUFFER_WRITE_RECT, &Own::writeRect>::call;
  entries.pfnAppendMemBufferReadRectExp =
      AppendCommand<Adapter, UR_COMMAND_MEM_BUFFER_READ_RECT, &Own::readRect>::call;
  entries.pfnAppendMemBufferFillExp =
      AppendCommand<Adapter, UR_COMMAND_MEM_BUFFER_FILL, &Work::bufferFill>::call;
}

} // namespace ursa::adapter
