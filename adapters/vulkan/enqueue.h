// Commands: the code that all enqueue functions share. The work of a command is a sequence of
// steps, each done by the device or by the host.
#pragma once

#include "adapters/vulkan/hardware_queue.h"
#include "core/support/last_error.h"

#include <memory>
#include <variant>
#include <vector>

namespace ursa::vulkan {

/// A host operation; it cannot fail.
using HostOperation = std::function<void()>;
using Step = std::variant<RecordStep, HostOperation>;

/// Serializes work with other work.
struct SerialOrder {
  std::mutex mutex; ///< guards last; acquired after a queue's mutex
  PointSet last;    ///< when the previous work is complete
};

struct Work {
  std::vector<Step> steps;
  std::vector<std::shared_ptr<const void>> keeps; ///< objects that the steps use
  bool isAsynchronous = false; ///< host operations must not run in the enqueuing thread
  std::shared_ptr<SerialOrder> serialOrder; ///< null if it needs no serialization
  LaunchStatusPointer launch;               ///< null if it cannot fail

  /// Returns whether it can be recorded together with other work.
  bool isForDevice() const;
};
using WorkPointer = std::shared_ptr<const Work>;
using WorkResult = Result<WorkPointer>;

struct Command {
  ur_queue_handle_t queue = nullptr;
  ur_command_t type = UR_COMMAND_EVENTS_WAIT;
  uint32_t waitCount = 0;
  const ur_event_handle_t *waitList = nullptr;
  ur_event_handle_t *phEvent = nullptr;
  bool blocking = false;              ///< return when the command is complete
  bool waitsForAll = false;           ///< wait for all commands in the queue
  bool blocksQueue = false;           ///< later commands wait for this one
  bool isTimestamp = false;           ///< record times even if the queue does not profile
  ur_event_handle_t reused = nullptr; ///< the event to signal; null to create one
};

/// Steps as they are given to a queue.
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

/// Retains work and a queue until commands complete.
HardwareQueue::Keep retainWork(ur_queue_handle_t_ &queue, WorkPointer work);

/// Creates a profile for a command that is being enqueued.
std::shared_ptr<adapter::EventProfile> makeProfile(bool isTimestamp = false);

/// Enqueues work; null for a command that only waits. On failure the output parameters are
/// unchanged.
Result<void> enqueue(const Command &command, WorkPointer work);

/// Implements an enqueue function: checks the queue, creates the work and enqueues it.
/// @param make called with the queue's context; checks the command's own parameters and creates the
/// work
template <class Make> ur_result_t enqueueMade(const Command &command, Make &&make);

inline Command commandOf(ur_command_t type, ur_queue_handle_t queue, uint32_t waitCount,
                         const ur_event_handle_t *waitList, ur_event_handle_t *phEvent,
                         bool blocking = false) {
  return {.queue = queue,
          .type = type,
          .waitCount = waitCount,
          .waitList = waitList,
          .phEvent = phEvent,
          .blocking = blocking};
}

/// Checks the queue and the form of the wait list.
Result<void> checkCommand(const Command &command);

/// The context of the command's queue.
ur_context_handle_t contextOf(const Command &command);

template <class Make> ur_result_t enqueueMade(const Command &command, Make &&make) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(checkCommand(command));
    URSA_TRY(WorkPointer work, make(contextOf(command)));
    return enqueue(command, std::move(work));
  });
}

} // namespace ursa::vulkan
