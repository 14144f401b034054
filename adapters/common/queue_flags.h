// What is checked of a queue's flags, whatever the device.
#pragma once

#include "core/support/result.h"
#include "ur_api.h"

namespace ursa::adapter {

/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION for undefined flags,
/// UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES for those that exclude each other or ask for a queue on
/// the device.
Result<void> checkQueueFlags(ur_queue_flags_t flags);

} // namespace ursa::adapter
