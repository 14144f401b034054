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
  constexpr ur_mem_flags_t kAccess =
      UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_READ_ONLY | UR_MEM_FLAG_WRITE_ONLY;
  const bool useHost = flags & UR_MEM_FLAG_USE_HOST_POINTER;
  const bool otherHost =
      flags & (UR_MEM_FLAG_ALLOC_HOST_POINTER | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER);
  if (std::popcount(flags & kAccess) > 1 || (useHost && otherHost))
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The memory flags {:#x} exclude each other.",
                     flags);
  return {};
}

} // namespace ursa::adapter
