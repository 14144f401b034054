// Commands on unified shared memory.
#include "adapters/common/memory_checks.h"
#include "adapters/vulkan/device.h"
#include "adapters/vulkan/queue.h"
#include "adapters/vulkan/transfer.h"
#include "adapters/vulkan/work.h"

namespace ursa::vulkan {

WorkResult MemoryWork::usmCopy(ur_context_handle_t context, void *destination, const void *source,
                               size_t size) {
  URSA_CHECK(adapter::checkUsmCopy(destination, source, size));
  return makeCopy(*context->device, Place::ofPointer(*context, destination),
                  Place::ofPointer(*context, source), size);
}

WorkResult MemoryWork::usmFill(ur_context_handle_t context, void *memory, const void *pattern,
                               size_t patternSize, size_t size) {
  URSA_CHECK(adapter::checkUsmFill(memory, pattern, patternSize, size));
  return makeFill(*context->device, {Place::ofPointer(*context, memory), size, size}, {size, 1, 1},
                  pattern, patternSize);
}

WorkResult MemoryWork::usmCopy2D(ur_context_handle_t context, void *destination,
                                 size_t destinationPitch, const void *source, size_t sourcePitch,
                                 size_t width, size_t height) {
  URSA_CHECK(
      adapter::checkUsmCopy2D(destination, destinationPitch, source, sourcePitch, width, height));
  return makeCopy(
      *context->device,
      {Place::ofPointer(*context, destination), destinationPitch, destinationPitch * height},
      {Place::ofPointer(*context, source), sourcePitch, sourcePitch * height}, {width, height, 1});
}

WorkResult MemoryWork::usmFill2D(ur_context_handle_t context, void *memory, size_t pitch,
                                 const void *pattern, size_t patternSize, size_t width,
                                 size_t height) {
  URSA_CHECK(adapter::checkUsmFill2D(memory, pitch, pattern, patternSize, width, height));
  return makeFill(*context->device, {Place::ofPointer(*context, memory), pitch, pitch * height},
                  {width, height, 1}, pattern, patternSize);
}

WorkResult MemoryWork::usmPrefetch(ur_context_handle_t, const void *memory, size_t size,
                                   ur_usm_migration_flags_t flags) {
  URSA_CHECK(adapter::checkUsmPrefetch(memory, size, flags));
  return WorkPointer();
}

WorkResult MemoryWork::usmAdvise(ur_context_handle_t, const void *memory, size_t size,
                                 ur_usm_advice_flags_t advice) {
  URSA_CHECK(adapter::checkUsmAdvice(memory, size, advice));
  return WorkPointer();
}

} // namespace ursa::vulkan
