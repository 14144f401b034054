// Commands: the code that all enqueue functions share. The work of a command is a sequence of
// steps, each done by the device or by the host.
#pragma once

#include "adapters/common/enqueue.h"
#include "adapters/vulkan/queue/hardware_queue.h"

#include <memory>

namespace ursa::vulkan {

/// Serializes work with other work.
struct SerialOrder {
  std::mutex mutex; ///< guards last; acquired after a queue's mutex
  PointSet last;    ///< when the previous work is complete
};

/// Objects that steps use.
using Keeps = InlineVector<std::shared_ptr<const void>, 4>;

struct Work {
  InlineVector<Step, 3> steps;
  Keeps keeps;
  bool isAsynchronous = false; ///< host operations must not run in the enqueuing thread
  std::shared_ptr<SerialOrder> serialOrder; ///< null if it needs no serialization
  LaunchStatusPointer launch;               ///< null if it cannot fail

  /// Returns whether it can be recorded together with other work.
  bool isForDevice() const;
};
using WorkPointer = std::shared_ptr<const Work>;
using WorkResult = Result<WorkPointer>;

using adapter::EnqueueParameters;

/// Steps that are submitted to a queue together.
struct Batch {
  std::span<const Step> steps;
  std::shared_ptr<Recording> recorded; ///< replaces steps
  HardwareQueue::Profiles profiles;
  HardwareQueue::Keep keep;
  bool isAsynchronous = false;        ///< as in Work
  SerialOrder *serialOrder = nullptr; ///< as in Work
  LaunchStatuses launches;            ///< of its kernels
};

/// Runs steps in order. Call with the queue's lock held.
/// @return when the last step is complete: `after` if there are none
Result<PointSet> runSteps(ur_queue_handle_t_ &queue, PointSet after, const Batch &batch);

/// Creates a profile for a command that is being enqueued.
std::shared_ptr<adapter::EventProfile> makeProfile(bool isTimestamp = false);

/// Enqueues work; null for a command that only waits. On failure the output parameters are
/// unchanged.
Result<void> enqueue(const EnqueueParameters &parameters, WorkPointer work);

} // namespace ursa::vulkan
