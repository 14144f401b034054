#include "adapters/common/queue_flags.h"

namespace ursa::adapter {

Result<void> checkQueueFlags(ur_queue_flags_t flags) {
  if (flags & UR_QUEUE_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The queue flags {:#x} are not defined.",
                     flags & UR_QUEUE_FLAGS_MASK);
  constexpr ur_queue_flags_t kExclusive[] = {
      UR_QUEUE_FLAG_PRIORITY_LOW | UR_QUEUE_FLAG_PRIORITY_HIGH,
      UR_QUEUE_FLAG_SUBMISSION_BATCHED | UR_QUEUE_FLAG_SUBMISSION_IMMEDIATE};
  for (const ur_queue_flags_t pair : kExclusive)
    if ((flags & pair) == pair)
      return makeError(UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES,
                       "The queue flags {:#x} exclude each other.", pair);
  constexpr ur_queue_flags_t kUnsupported =
      UR_QUEUE_FLAG_ON_DEVICE | UR_QUEUE_FLAG_ON_DEVICE_DEFAULT;
  if (flags & kUnsupported)
    return makeError(UR_RESULT_ERROR_INVALID_QUEUE_PROPERTIES,
                     "This device does not support on-device queues; flags {:#x} were given.",
                     flags);
  return {};
}

} // namespace ursa::adapter
