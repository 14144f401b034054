// Queues. The next command of a queue waits for a set of timeline points: in an in-order queue that
// of the last command, otherwise that of the last barrier.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/queue/timeline.h"

#include <mutex>

namespace ursa::vulkan {
class HardwareQueue;
class HostOperations;
} // namespace ursa::vulkan

struct ur_queue_handle_t_ : ursa::adapter::HandleBase {
  ur_queue_handle_t_(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                     ur_queue_flags_t queueFlags);
  /// A queue that submits to the given hardware queue.
  ur_queue_handle_t_(ur_context_handle_t hContext, ursa::vulkan::HardwareQueue &native,
                     ur_queue_flags_t queueFlags);
  ~ur_queue_handle_t_();

  const ur_context_handle_t context; ///< retained
  const ur_device_handle_t device;
  const ur_queue_flags_t flags;
  const bool inOrder;
  const bool profiling;
  ursa::vulkan::HardwareQueue &hardware;

  std::mutex mutex;             ///< guards the members below; held during submission
  ursa::vulkan::PointSet floor; ///< later commands wait for this
  ursa::vulkan::PointSet all;   ///< when everything enqueued so far is complete
  /// For host tasks, of which those that overlap may wait for each other.
  std::vector<ursa::vulkan::HostOperations *> hostQueues;
  size_t nextHostQueue = 0; ///< the one that gets the next task if all are busy
};
