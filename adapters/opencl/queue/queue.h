// Queues: the driver's command queues.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/opencl/driver/cl.h"
#include "adapters/opencl/queue/event.h"
#include "adapters/opencl/queue/side_queues.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace ursa::opencl {

struct Queue : adapter::HandleBase {
  /// Takes ownership of the driver's reference.
  Queue(ur_context_handle_t hContext, ur_device_handle_t hDevice, cl_command_queue queue,
        ur_queue_flags_t queueFlags);
  ~Queue();

  const ur_context_handle_t context; ///< holds a reference
  const ur_device_handle_t device;   ///< the context holds a reference
  const cl_command_queue id;
  const ur_queue_flags_t flags;
  /// Where the driver runs unordered queues in order; else null.
  const std::unique_ptr<SideQueues> sides;

  bool isUnordered() const { return flags & UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE; }

  /// Held while the two markers around a host task are enqueued, so that tasks of an in-order queue
  /// never overlap, even if several threads enqueue them.
  std::mutex taskMutex;
  std::atomic<bool> hasTasks{false}; ///< a host task was enqueued

  /// Records a command before the driver gets it: the queue is no longer empty.
  void recordCommand() { submitted_.fetch_add(1, std::memory_order_relaxed); }
  Result<void> finish();
  /// Returns whether the commands of this handle are complete. Does not block.
  Result<bool> isEmpty();

private:
  std::atomic<uint64_t> submitted_{0};
  std::mutex mutex_;      ///< guards the members below
  uint64_t finished_ = 0; ///< the number of commands known to be complete
  uint64_t marked_ = 0;   ///< the number of commands before the marker
  HeldEvent last_;        ///< the marker
};

/// Creates a driver's queue. Unsupported properties are ignored as hints, except for the two of
/// OpenCL 1.0.
Result<cl_command_queue> createNativeQueue(cl_context context, const ur_device_handle_t_ &device,
                                           ur_queue_flags_t flags);

} // namespace ursa::opencl

struct ur_queue_handle_t_ : ursa::opencl::Queue {
  using Queue::Queue;
};
