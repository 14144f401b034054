// What is checked of a memory object's flags, whatever the device.
#pragma once

#include "core/support/result.h"
#include "ur_api.h"

namespace ursa::adapter {

/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION for undefined flags, UR_RESULT_ERROR_INVALID_VALUE
/// for those that exclude each other, UR_RESULT_ERROR_INVALID_HOST_PTR when they contradict the
/// host pointer.
Result<void> checkMemoryFlags(ur_mem_flags_t flags, const void *hostPointer);

/// The flags that say what kernels may do.
inline constexpr ur_mem_flags_t kMemoryAccess =
    UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_READ_ONLY | UR_MEM_FLAG_WRITE_ONLY;

/// A part of a buffer that is no part itself.
/// @param whole flags of the buffer, of which kernels may not do more with the part
/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION for undefined flags or kinds of parts,
/// UR_RESULT_ERROR_INVALID_VALUE for flags that the buffer's exclude,
/// UR_RESULT_ERROR_INVALID_BUFFER_SIZE for a region that is empty or beyond the buffer.
Result<void> checkPart(ur_mem_flags_t flags, ur_buffer_create_type_t type,
                       const ur_buffer_region_t &region, ur_mem_flags_t whole, uint64_t wholeSize);

} // namespace ursa::adapter
