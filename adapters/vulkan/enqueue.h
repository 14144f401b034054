// Commands: what every enqueue function does around its own work. The work of a command is a row of
// steps, each done by the device or by the host, one after the other.
#pragma once

#include "adapters/vulkan/hardware_queue.h"
#include "core/support/last_error.h"

#include <memory>
#include <variant>
#include <vector>

namespace ursa::vulkan {

/// A step that the host does; it cannot fail.
using HostStep = std::function<void()>;
using Step = std::variant<RecordStep, HostStep>;

/// Work that takes turns with other work.
struct Turn {
  std::mutex mutex; ///< guards last; taken after a queue's
  PointSet last;    ///< when the work before is done
};

struct Work {
  std::vector<Step> steps;
  std::vector<std::shared_ptr<const void>> keeps; ///< what the steps need
  bool isAsynchronous = false; ///< steps of the host are not for the thread that enqueues
  std::shared_ptr<Turn> turn;  ///< null when it may run beside all other
  LaunchStatusPointer launch;  ///< null when it cannot fail

  /// Whether it can be recorded together with other work.
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
  bool waitsForAll = false;           ///< wait for every command that is in the queue now
  bool blocksQueue = false;           ///< commands enqueued later wait for this one
  bool isTimestamp = false;           ///< keep times whether or not the queue does
  ur_event_handle_t reused = nullptr; ///< the event to signal; null for one of its own
};

/// What steps are given to a queue with.
struct Batch {
  std::span<const Step> steps;
  std::shared_ptr<Recording> recorded; ///< in place of steps
  HardwareQueue::Profiles profiles;
  HardwareQueue::Keep keep;
  bool isAsynchronous = false; ///< as in Work
  Turn *turn = nullptr;        ///< likewise
  LaunchStatuses launches;     ///< of its kernels
};

/// Has steps done one after the other. The queue's lock is held.
/// @return when the last is done: `after` when there are none
Result<PointSet> runSteps(ur_queue_handle_t_ &queue, PointSet after, const Batch &batch);

/// Holds work and a queue until commands are done.
HardwareQueue::Keep retainWork(ur_queue_handle_t_ &queue, WorkPointer work);

/// A new profile of a command that is enqueued now.
std::shared_ptr<adapter::EventProfile> makeProfile(bool isTimestamp = false);

/// Enqueues work, null for a command that does nothing but wait. Nothing is handed out when that
/// fails.
Result<void> enqueue(const Command &command, WorkPointer work);

/// An enqueue function from its first line on: checks the queue, has the work made, and enqueues
/// it.
/// @param make called with the queue's context; checks the command's own parameters
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
