// USM commands.
#include "adapters/common/memory_checks.h"
#include "adapters/opencl/driver/tables.h"
#include "adapters/opencl/memory/fill_pattern.h"
#include "adapters/opencl/memory/usm.h"
#include "adapters/opencl/queue/command.h"

namespace ursa::opencl {
namespace {

Result<const ur_device_handle_t_ *> deviceOf(ur_queue_handle_t queue) {
  URSA_CHECK(adapter::checkHandle(queue, "hQueue"));
  if (queue->device->usm == UsmSupport::None)
    return Error{UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                 "The queue's device has no unified shared memory."};
  return queue->device;
}

ur_result_t copy(ur_queue_handle_t hQueue, bool blocking, void *pDst, const void *pSrc, size_t size,
                 uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                 ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const ur_device_handle_t_ *device, deviceOf(hQueue));
    URSA_CHECK(adapter::checkUsmCopy(pDst, pSrc, size));
    return enqueue(
        {hQueue, UR_COMMAND_USM_MEMCPY, numEventsInWaitList, phEventWaitList, phEvent, blocking},
        "clEnqueueSVMMemcpy", [&](cl_command_queue queue, auto... events) {
          return copyUsm(*device, queue, blocking, pDst, pSrc, size, events...);
        });
  });
}

ur_result_t fill(ur_queue_handle_t hQueue, void *pMem, size_t patternSize, const void *pPattern,
                 size_t size, uint32_t numEventsInWaitList,
                 const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const ur_device_handle_t_ *device, deviceOf(hQueue));
    URSA_CHECK(adapter::checkUsmFill(pMem, pPattern, patternSize, size));
    return enqueue({hQueue, UR_COMMAND_USM_FILL, numEventsInWaitList, phEventWaitList, phEvent},
                   "clEnqueueSVMMemFill", [&](cl_command_queue queue, auto... events) {
                     return fillUsmRow(*device, queue, pMem, pPattern, patternSize, size,
                                       events...);
                   });
  });
}

ur_result_t fill2D(ur_queue_handle_t hQueue, void *pMem, size_t pitch, size_t patternSize,
                   const void *pPattern, size_t width, size_t height, uint32_t numEventsInWaitList,
                   const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const ur_device_handle_t_ *device, deviceOf(hQueue));
    URSA_CHECK(adapter::checkUsmFill2D(pMem, pitch, pPattern, patternSize, width, height));
    // A pattern may cross the end of a row, so the rows are copied from one contiguous fill.
    std::vector<std::byte> rows;
    const bool reachesOver = width % patternSize != 0;
    if (reachesOver)
      for (size_t at = 0; at < width * height; at += patternSize)
        rows.insert(rows.end(), static_cast<const std::byte *>(pPattern),
                    static_cast<const std::byte *>(pPattern) + patternSize);
    return enqueue(
        {hQueue, UR_COMMAND_USM_FILL_2D, numEventsInWaitList, phEventWaitList, phEvent},
        "clEnqueueSVMMemFill",
        [&](cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
          return enqueueRows(queue, height, count, waits, event,
                             [&](cl_command_queue rowQueue, size_t row, auto... events) {
                               auto *memory = static_cast<std::byte *>(pMem) + row * pitch;
                               return reachesOver ? fillUsmRow(*device, rowQueue, memory,
                                                               rows.data() + row * width, width,
                                                               width, events...)
                                                  : fillUsmRow(*device, rowQueue, memory, pPattern,
                                                               patternSize, width, events...);
                             });
        });
  });
}

ur_result_t copy2D(ur_queue_handle_t hQueue, bool blocking, void *pDst, size_t dstPitch,
                   const void *pSrc, size_t srcPitch, size_t width, size_t height,
                   uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                   ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_TRY(const ur_device_handle_t_ *device, deviceOf(hQueue));
    URSA_CHECK(adapter::checkUsmCopy2D(pDst, dstPitch, pSrc, srcPitch, width, height));
    return enqueue(
        {hQueue, UR_COMMAND_USM_MEMCPY_2D, numEventsInWaitList, phEventWaitList, phEvent, blocking},
        "clEnqueueSVMMemcpy",
        [&](cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
          return enqueueRows(queue, height, count, waits, event,
                             [&](cl_command_queue rowQueue, size_t row, auto... events) {
                               return copyUsm(*device, rowQueue, blocking,
                                              static_cast<std::byte *>(pDst) + row * dstPitch,
                                              static_cast<const std::byte *>(pSrc) + row * srcPitch,
                                              width, events...);
                             });
        });
  });
}

// Ignores the hint, since the driver has no such command, but keeps the order of the queue.
Result<void> enqueueHint(const EnqueueParameters &command) {
  return enqueue(command, "clEnqueueMarkerWithWaitList",
                 [](cl_command_queue queue, auto... events) {
                   return clEnqueueMarkerWithWaitList(queue, events...);
                 });
}

ur_result_t prefetch(ur_queue_handle_t hQueue, const void *pMem, size_t size,
                     ur_usm_migration_flags_t flags, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_CHECK(adapter::checkUsmPrefetch(pMem, size, flags));
    return enqueueHint(
        {hQueue, UR_COMMAND_USM_PREFETCH, numEventsInWaitList, phEventWaitList, phEvent});
  });
}

ur_result_t advise(ur_queue_handle_t hQueue, const void *pMem, size_t size,
                   ur_usm_advice_flags_t advice, ur_event_handle_t *phEvent) {
  return atBoundary([&]() -> Result<void> {
    URSA_HANDLE(hQueue);
    URSA_CHECK(adapter::checkUsmAdvice(pMem, size, advice));
    return enqueueHint({hQueue, UR_COMMAND_USM_ADVISE, 0, nullptr, phEvent});
  });
}

} // namespace

cl_int fillUsmRow(const ur_device_handle_t_ &device, cl_command_queue queue, void *memory,
                  const void *pattern, size_t patternSize, size_t size, cl_uint count,
                  const cl_event *waits, cl_event *event) {
  const bool aligned = patternSize != 0 && reinterpret_cast<uintptr_t>(memory) % patternSize == 0;
  if (isNativePattern(patternSize) && aligned)
    return fillUsm(device, queue, memory, pattern, patternSize, size, count, waits, event);
  return fillByWriting(pattern, patternSize, size, event, [&](const void *source, cl_event *done) {
    return copyUsm(device, queue, false, memory, source, size, count, waits, done);
  });
}

void fillUsmCommands(ur_dditable_t &table) {
  table.Enqueue.pfnUSMMemcpy = copy;
  table.Enqueue.pfnUSMFill = fill;
  table.Enqueue.pfnUSMFill2D = fill2D;
  table.Enqueue.pfnUSMMemcpy2D = copy2D;
  table.Enqueue.pfnUSMPrefetch = prefetch;
  table.Enqueue.pfnUSMAdvise = advise;
}

} // namespace ursa::opencl
