// Queues. What a queue demands of its next command is a set of moments: of an ordered queue the one
// when its last command is done, of another the one of its last barrier.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/vulkan/timeline.h"

#include <mutex>

namespace ursa::vulkan {
class HardwareQueue;
class HostSteps;
} // namespace ursa::vulkan

struct ur_queue_handle_t_ : ursa::adapter::HandleBase {
  ur_queue_handle_t_(ur_context_handle_t hContext, ur_device_handle_t hDevice,
                     ur_queue_flags_t queueFlags);
  /// A queue that submits to that one of the driver's.
  ur_queue_handle_t_(ur_context_handle_t hContext, ursa::vulkan::HardwareQueue &native,
                     ur_queue_flags_t queueFlags);
  ~ur_queue_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const ur_device_handle_t device;
  const ur_queue_flags_t flags;
  const bool inOrder;
  const bool profiling;
  ursa::vulkan::HardwareQueue &hardware;

  std::mutex mutex; ///< guards the three below; held while a command is given to the device
  ursa::vulkan::PointSet floor;            ///< commands enqueued later wait for this
  ursa::vulkan::PointSet all;              ///< when everything enqueued until now is done
  ursa::vulkan::HostSteps *lane = nullptr; ///< for host tasks; null before the first
};
