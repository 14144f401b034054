// An event, and the command behind it: they are one object, made for every enqueue. A reusable
// event is no command: it stands for the one that signals it, now this one and later that
// (reusable_event.h).
//
// Life: queued (waits for others), submitted (in the pool's ready list), running, complete. The
// scheduler holds one reference from creation until completion; the application's handle is
// another. While incomplete, an event is in its queue's list.
//
// Lock order: queue before event; the pool's lock is taken with neither held.
#pragma once

#include "adapters/common/event_profile.h"
#include "adapters/common/handle.h"
#include "adapters/host/spin_lock.h"
#include "adapters/host/work.h"

#include <memory>
#include <vector>

namespace ursa::host {
struct ReusableSignal;
}

struct ur_event_handle_t_ : ursa::adapter::HandleBase {
  struct Callback {
    ur_execution_info_t status;
    ur_event_callback_t function;
    void *userData;
    /// The reusable event that the callback was set on, and receives; null for the command's own.
    ursa::adapter::Ref<ur_event_handle_t_> reusable = {};
  };

  ur_event_handle_t_(ur_queue_handle_t hQueue, ur_command_t commandType,
                     std::unique_ptr<ursa::host::Work> commandWork);
  /// A reusable event; commands of that type signal it.
  ur_event_handle_t_(ur_context_handle_t hContext, ur_command_t commandType, bool profiled);
  ~ur_event_handle_t_();

  bool isComplete() const {
    const uint32_t now = status.load(std::memory_order_acquire);
    return now == UR_EVENT_STATUS_COMPLETE || now == UR_EVENT_STATUS_ERROR;
  }

  const std::unique_ptr<ursa::host::ReusableSignal> reusable; ///< null for a command's own event
  const ur_queue_handle_t queue; ///< a reference is held; null for a reusable event
  const ur_command_t type;
  std::unique_ptr<ursa::host::Work> work; ///< null for markers; freed at completion
  ursa::adapter::EventProfile profile;
  /// Of an execution of recorded commands: the marker that it began with, whose times are those of
  /// its beginning. Null for other commands.
  ursa::adapter::Ref<ur_event_handle_t_> beginning;

  /// An ur_event_status_t. Changed under the lock; threads that wait for completion sleep on it.
  std::atomic<uint32_t> status{UR_EVENT_STATUS_QUEUED};
  /// Why the command failed; set before the status says error.
  std::atomic<ur_result_t> failure{UR_RESULT_SUCCESS};

  /// Events that must complete before this one starts, and one for the enqueue itself.
  std::atomic<uint32_t> pending{1};

  ursa::host::SpinLock lock; ///< guards the two below, and changes of status
  std::vector<ur_event_handle_t> successors;
  std::vector<Callback> callbacks;

  /// @name How far the work is; for the pool.
  /// @{
  uint64_t units = 0;
  uint64_t unitsPerChunk = 1;
  std::atomic<uint64_t> nextUnit{0};
  std::atomic<uint64_t> finishedUnits{0};
  ur_event_handle_t previousReady = nullptr; ///< guarded by the pool's lock
  ur_event_handle_t nextReady = nullptr;     ///< likewise
  /// @}

  /// Counts the commands of its queue, from 1; 0 for a part of recorded work. Set before it runs.
  std::atomic<uint64_t> orderInQueue{0};
  bool isInQueue = false; ///< guarded by the queue's lock, as are the next two
  ur_event_handle_t previousInQueue = nullptr;
  ur_event_handle_t nextInQueue = nullptr;
};

namespace ursa::host {

void fillEventTable(ur_dditable_t &table);

} // namespace ursa::host
