#include "adapters/common/memory_flags.h"

#include <bit>

namespace ursa::adapter {

Result<void> checkMemoryFlags(ur_mem_flags_t flags, const void *hostPointer) {
  if (flags & UR_MEM_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The memory flags {:#x} are not defined.",
                     flags & UR_MEM_FLAGS_MASK);
  const bool needsHost =
      flags & (UR_MEM_FLAG_USE_HOST_POINTER | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER);
  if (needsHost != (hostPointer != nullptr))
    return makeError(UR_RESULT_ERROR_INVALID_HOST_PTR,
                     "The memory flags {:#x} {} a host pointer, which is {}.", flags,
                     needsHost ? "need" : "go without", hostPointer ? "not null" : "null");
  const bool useHost = flags & UR_MEM_FLAG_USE_HOST_POINTER;
  const bool otherHost =
      flags & (UR_MEM_FLAG_ALLOC_HOST_POINTER | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER);
  if (std::popcount(flags & kMemoryAccess) > 1 || (useHost && otherHost))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The memory flags {:#x} exclude each other.",
                     flags);
  return {};
}

Result<void> checkPart(ur_mem_flags_t flags, ur_buffer_create_type_t type,
                       const ur_buffer_region_t &region, ur_mem_flags_t whole, uint64_t wholeSize) {
  if ((flags & UR_MEM_FLAGS_MASK) || type != UR_BUFFER_CREATE_TYPE_REGION)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION,
                     "Flags {:#x} or create type {} are not defined.", flags,
                     static_cast<int>(type));
  const bool reads = flags & (UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_READ_ONLY);
  const bool writes = flags & (UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_WRITE_ONLY);
  if ((writes && (whole & UR_MEM_FLAG_READ_ONLY)) || (reads && (whole & UR_MEM_FLAG_WRITE_ONLY)) ||
      std::popcount(flags & kMemoryAccess) > 1 || (flags & ~kMemoryAccess))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                     "Memory flags {:#x} are not possible for a part of a buffer with flags {:#x}.",
                     flags, whole);
  if (region.size == 0 || region.origin > wholeSize || region.size > wholeSize - region.origin)
    return makeError(UR_RESULT_ERROR_INVALID_BUFFER_SIZE,
                     "The region of {} bytes at {} does not lie in the buffer of {} bytes.",
                     region.size, region.origin, wholeSize);
  return {};
}

} // namespace ursa::adapter
