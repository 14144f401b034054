// The functions of queues and command buffers that read, write, copy and fill memory, for adapters
// that create the work of a command first and then enqueue or record it. memory_work.h has a type
// that does so. An adapter that passes queue commands directly to its driver, such as OpenCL's, has
// a type of its own with only the members that command buffers append.
#pragma once

#include "adapters/common/buffer_rect.h"
#include "adapters/common/command_buffer.h"
#include "adapters/common/concepts.h"
#include "adapters/common/enqueue.h"
#include "adapters/common/memory_checks.h"

namespace ursa::adapter {

/// The commands that command buffers append. Each function takes the context first, checks its
/// parameters, and returns a Result of a pointer to the work, which is null if there is nothing to
/// do. Sizes, offsets, pitches and widths are bytes.
template <class Work>
concept MemoryAppendWork = requires(ur_context_handle_t context, ur_mem_handle_t buffer,
                                    size_t bytes, void *memory, const void *source, PitchedBox box,
                                    const ur_rect_region_t &region,
                                    ur_usm_migration_flags_t migration,
                                    ur_usm_advice_flags_t advice) {
  *Work::bufferRead(context, buffer, /*offset=*/bytes, /*size=*/bytes, memory);
  *Work::bufferWrite(context, buffer, /*offset=*/bytes, /*size=*/bytes, source);
  *Work::bufferCopy(context, /*source=*/buffer, /*destination=*/buffer,
                    /*sourceOffset=*/bytes, /*destinationOffset=*/bytes, /*size=*/bytes);
  *Work::bufferFill(context, buffer, /*pattern=*/source, /*patternSize=*/bytes,
                    /*offset=*/bytes, /*size=*/bytes);
  *Work::bufferReadRect(context, buffer, /*from=*/box, memory, /*to=*/box, region);
  *Work::bufferWriteRect(context, buffer, /*to=*/box, source, /*from=*/box, region);
  *Work::bufferCopyRect(context, /*source=*/buffer, /*from=*/box, /*destination=*/buffer,
                        /*to=*/box, region);
  *Work::usmCopy(context, memory, source, /*size=*/bytes);
  *Work::usmFill(context, memory, /*pattern=*/source, /*patternSize=*/bytes, /*size=*/bytes);
  *Work::usmPrefetch(context, source, /*size=*/bytes, migration);
  *Work::usmAdvise(context, source, /*size=*/bytes, advice);
};

/// All commands. Work is what its functions return. enqueue implements a whole enqueue function,
/// and calls its second argument with the queue's context for the work.
template <class Work>
concept MemoryEnqueueWork = MemoryAppendWork<Work> &&
    requires(ur_context_handle_t context, size_t bytes, void *memory, const void *source,
             const EnqueueParameters &parameters,
             typename Work::Work (*create)(ur_context_handle_t)) {
  *Work::usmCopy2D(context, memory, /*destinationPitch=*/bytes, source, /*sourcePitch=*/bytes,
                   /*width=*/bytes, /*height=*/bytes);
  *Work::usmFill2D(context, memory, /*pitch=*/bytes, /*pattern=*/source,
                   /*patternSize=*/bytes, /*width=*/bytes, /*height=*/bytes);
  { Work::enqueue(parameters, create) } -> std::same_as<ur_result_t>;
};

/// The enqueue functions.
template <MemoryEnqueueWork Work> struct MemoryEnqueues {
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
template <MemoryAppendWork Work> struct MemoryAppends {
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

/// map and unmap enqueue the commands. map returns the mapped memory, which unmap gets.
template <class Traits>
concept BufferMapTraits = HasHandleTypes<Traits> &&
    requires(typename Traits::Context *context, const EnqueueParameters &parameters,
             typename Traits::Memory &buffer, ur_map_flags_t flags, size_t bytes, void *mapped) {
  { Traits::checkBuffer(context, &buffer) } -> ResultOfNothing;
  { Traits::map(parameters, buffer, flags, bytes, bytes) } -> ResultOf<void *>;
  { Traits::unmap(parameters, buffer, mapped) } -> ResultOfNothing;
};

/// Implements pfnMemBufferMap and pfnMemUnmap.
template <BufferMapTraits Adapter> struct BufferMaps {
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

template <BufferMapTraits Adapter> void fillBufferMaps(ur_dditable_t &table) {
  table.Enqueue.pfnMemBufferMap = BufferMaps<Adapter>::map;
  table.Enqueue.pfnMemUnmap = BufferMaps<Adapter>::unmap;
}

/// Fills in the enqueue functions except those of BufferMaps.
template <MemoryEnqueueWork Work> void fillMemoryEnqueues(ur_dditable_t &table) {
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
template <CommandBufferTraits Adapter, MemoryAppendWork Work>
void fillMemoryAppends(ur_dditable_t &table) {
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
