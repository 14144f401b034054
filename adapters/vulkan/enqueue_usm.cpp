#include "adapters/vulkan/device.h"
#include "adapters/vulkan/queue.h"
#include "adapters/vulkan/tables.h"
#include "adapters/vulkan/transfer.h"
#include "adapters/vulkan/work.h"

namespace ursa::vulkan {
namespace {

ur_result_t fill(ur_queue_handle_t hQueue, void *pMem, size_t patternSize, const void *pPattern,
                 size_t size, uint32_t numEventsInWaitList,
                 const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(UR_COMMAND_USM_FILL, hQueue, numEventsInWaitList, phEventWaitList, phEvent),
      [&](ur_context_handle_t context) {
        return usmFill(context, pMem, pPattern, patternSize, size);
      });
}

ur_result_t copy(ur_queue_handle_t hQueue, bool blocking, void *pDst, const void *pSrc, size_t size,
                 uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                 ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(UR_COMMAND_USM_MEMCPY, hQueue, numEventsInWaitList, phEventWaitList, phEvent,
                blocking),
      [&](ur_context_handle_t context) { return usmCopy(context, pDst, pSrc, size); });
}

Result<void> checkPitch(const char *name, size_t pitch, size_t width, size_t height) {
  if (width == 0 || height == 0 || pitch < width)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} {} does not fit an area of {} bytes by {} rows.", name, pitch, width,
                     height);
  return {};
}

ur_result_t fill2D(ur_queue_handle_t hQueue, void *pMem, size_t pitch, size_t patternSize,
                   const void *pPattern, size_t width, size_t height, uint32_t numEventsInWaitList,
                   const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(UR_COMMAND_USM_FILL_2D, hQueue, numEventsInWaitList, phEventWaitList, phEvent),
      [&](ur_context_handle_t context) -> WorkResult {
        URSA_POINTER(pMem);
        URSA_POINTER(pPattern);
        URSA_CHECK(checkPitch("The pitch", pitch, width, height));
        size_t size = 0;
        if (__builtin_mul_overflow(width, height, &size) || patternSize == 0 ||
            size % patternSize != 0)
          return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                           "{} rows of {} bytes are not filled by whole patterns of {} bytes.",
                           height, width, patternSize);
        return makeFill(*context->device, {Place::ofPointer(*context, pMem), pitch, pitch * height},
                        {width, height, 1}, pPattern, patternSize);
      });
}

ur_result_t copy2D(ur_queue_handle_t hQueue, bool blocking, void *pDst, size_t dstPitch,
                   const void *pSrc, size_t srcPitch, size_t width, size_t height,
                   uint32_t numEventsInWaitList, const ur_event_handle_t *phEventWaitList,
                   ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(UR_COMMAND_USM_MEMCPY_2D, hQueue, numEventsInWaitList, phEventWaitList, phEvent,
                blocking),
      [&](ur_context_handle_t context) -> WorkResult {
        URSA_POINTER(pDst);
        URSA_POINTER(pSrc);
        URSA_CHECK(checkPitch("The destination's pitch", dstPitch, width, height));
        URSA_CHECK(checkPitch("The source's pitch", srcPitch, width, height));
        return makeCopy(
            *context->device, {Place::ofPointer(*context, pDst), dstPitch, dstPitch * height},
            {Place::ofPointer(*context, pSrc), srcPitch, srcPitch * height}, {width, height, 1});
      });
}

ur_result_t prefetch(ur_queue_handle_t hQueue, const void *pMem, size_t size,
                     ur_usm_migration_flags_t flags, uint32_t numEventsInWaitList,
                     const ur_event_handle_t *phEventWaitList, ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(UR_COMMAND_USM_PREFETCH, hQueue, numEventsInWaitList, phEventWaitList, phEvent),
      [&](ur_context_handle_t context) { return usmPrefetch(context, pMem, size, flags); });
}

ur_result_t advise(ur_queue_handle_t hQueue, const void *pMem, size_t size,
                   ur_usm_advice_flags_t advice, ur_event_handle_t *phEvent) {
  return enqueueMade(
      commandOf(UR_COMMAND_USM_ADVISE, hQueue, 0, nullptr, phEvent),
      [&](ur_context_handle_t context) { return usmAdvise(context, pMem, size, advice); });
}

} // namespace

WorkResult usmCopy(ur_context_handle_t context, void *destination, const void *source,
                   size_t size) {
  URSA_CHECK(adapter::checkPointer(destination, "of the destination"));
  URSA_CHECK(adapter::checkPointer(source, "of the source"));
  if (size == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "A copy of 0 bytes was asked for.");
  return makeCopy(*context->device, Place::ofPointer(*context, destination),
                  Place::ofPointer(*context, source), size);
}

WorkResult usmFill(ur_context_handle_t context, void *memory, const void *pattern,
                   size_t patternSize, size_t size) {
  URSA_CHECK(adapter::checkPointer(memory, "of the memory"));
  URSA_CHECK(adapter::checkPointer(pattern, "of the pattern"));
  if (size == 0 || patternSize == 0 || size % patternSize != 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE,
                     "{} bytes are not filled by whole patterns of {} bytes.", size, patternSize);
  return makeFill(*context->device, {Place::ofPointer(*context, memory), size, size}, {size, 1, 1},
                  pattern, patternSize);
}

WorkResult usmPrefetch(ur_context_handle_t, const void *memory, size_t size,
                       ur_usm_migration_flags_t flags) {
  URSA_CHECK(adapter::checkPointer(memory, "of the memory"));
  if (flags & UR_USM_MIGRATION_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "The migration flags {:#x} are not defined.", flags);
  if (size == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "A prefetch of 0 bytes was asked for.");
  return WorkPointer();
}

WorkResult usmAdvise(ur_context_handle_t, const void *memory, size_t size,
                     ur_usm_advice_flags_t advice) {
  URSA_CHECK(adapter::checkPointer(memory, "of the memory"));
  if (advice & UR_USM_ADVICE_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The advice flags {:#x} are not defined.",
                     advice);
  if (size == 0)
    return makeError(UR_RESULT_ERROR_INVALID_SIZE, "Advice about 0 bytes was given.");
  return WorkPointer();
}

void fillUsmCommands(ur_dditable_t &table) {
  table.Enqueue.pfnUSMFill = fill;
  table.Enqueue.pfnUSMMemcpy = copy;
  table.Enqueue.pfnUSMFill2D = fill2D;
  table.Enqueue.pfnUSMMemcpy2D = copy2D;
  table.Enqueue.pfnUSMPrefetch = prefetch;
  table.Enqueue.pfnUSMAdvise = advise;
}

} // namespace ursa::vulkan
