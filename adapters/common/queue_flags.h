// Device-independent checks of queue flags.
#pragma once

#include "support/result.h"
#include "ur_api.h"

namespace ursa::adapter {

/// The flags that a device without on-device queues supports or, since they are hints, may ignore.
inline constexpr ur_queue_flags_t kQueueFlags =
    UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE | UR_QUEUE_FLAG_PROFILING_ENABLE |
    UR_QUEUE_FLAG_DISCARD_EVENTS | UR_QUEUE_FLAG_PRIORITY_LOW | UR_QUEUE_FLAG_PRIORITY_HIGH |
    UR_QUEUE_FLAG_SUBMISSION_BATCHED | UR_QUEUE_FLAG_SUBMISSION_IMMEDIATE |
    UR_QUEUE_FLAG_USE_DEFAULT_STREAM | UR_QUEUE_FLAG_SYNC_WITH_DEFAULT_STREAM |
    UR_QUEUE_FLAG_LOW_POWER_EVENTS_SUPPORT_EXP;

/// Errors: UR_RESULT_ERROR_INVALID_ENUMERATION for undefined flags,
/// UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES for mutually exclusive flags and for on-device queues.
Result<void> checkQueueFlags(ur_queue_flags_t flags);

} // namespace ursa::adapter
