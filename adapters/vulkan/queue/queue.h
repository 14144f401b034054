// Queues. The next command of a queue waits for a set of timeline points: in an in-order queue that
// of the last command, otherwise that of the last barrier.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/queue/timeline.h"

#include <mutex>

namespace ursa::vulkan {
class HardwareQueue;
class HostOperations;

struct Queue : adapter::HandleBase {
  Queue(ur_context_handle_t hContext, ur_device_handle_t hDevice, ur_queue_flags_t queueFlags);
  /// A queue that submits to the given hardware queue.
  Queue(ur_context_handle_t hContext, HardwareQueue &native, ur_queue_flags_t queueFlags);
  ~Queue();

  const ur_context_handle_t context; ///< retained
  const ur_device_handle_t device;
  const ur_queue_flags_t flags;
  const bool inOrder;
  const bool profiling;
  HardwareQueue &hardware;

  std::mutex mutex; ///< guards the members below; held during submission
  PointSet floor;   ///< later commands wait for this
  PointSet all;     ///< when everything enqueued so far is complete
  /// For host tasks, of which those that overlap may wait for each other.
  std::vector<HostOperations *> hostQueues;
  size_t nextHostQueue = 0; ///< the one that gets the next task if all are busy
};

} // namespace ursa::vulkan

struct ur_queue_handle_t_ : ursa::vulkan::Queue {
  using Queue::Queue;
};
