// Device-independent checks of memory flags.
#pragma once

#include "support/result.h"
#include "ur_api.h"

namespace ursa::adapter {

/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION for undefined flags, UR_RESULT_ERROR_INVALID_VALUE
/// for mutually exclusive flags, UR_RESULT_ERROR_INVALID_HOST_PTR when the flags contradict the
/// host pointer.
Result<void> checkMemoryFlags(ur_mem_flags_t flags, const void *hostPointer);

/// The flags that state how kernels access the memory.
inline constexpr ur_mem_flags_t kMemoryAccess =
    UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_READ_ONLY | UR_MEM_FLAG_WRITE_ONLY;

/// Checks the parameters of a sub-buffer of a buffer that is not itself a sub-buffer.
/// @param whole flags of the buffer; the sub-buffer may not allow kernels more than these
/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION for undefined flags or creation types,
/// UR_RESULT_ERROR_INVALID_VALUE for flags that the buffer's flags exclude,
/// UR_RESULT_ERROR_INVALID_BUFFER_SIZE for a region that is empty or ends after the buffer.
Result<void> checkPart(ur_mem_flags_t flags, ur_buffer_create_type_t type,
                       const ur_buffer_region_t &region, ur_mem_flags_t whole, uint64_t wholeSize);

} // namespace ursa::adapter
