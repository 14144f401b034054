// What is checked of a memory object's flags, whatever the device.
#pragma once

#include "core/support/result.h"
#include "ur_api.h"

namespace ursa::adapter {

/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION for undefined flags, UR_RESULT_ERROR_INVALID_VALUE
/// for those that exclude each other, UR_RESULT_ERROR_INVALID_HOST_PTR when they contradict the
/// host pointer.
Result<void> checkMemoryFlags(ur_mem_flags_t flags, const void *hostPointer);

} // namespace ursa::adapter
