// An event and its command are one object, created for every enqueue. A reusable event is not a
// command: it refers to the command that signals it at present (reusable_event.h).
//
// States: queued (waits for dependencies), submitted (in the pool's ready list), running, complete.
// The scheduler holds one reference from creation until completion, the application's handle
// another. An incomplete event is in its queue's list.
//
// Lock order: queue before event. The pool's lock is taken while neither is held.
#pragma once

#include "adapters/common/event_profile.h"
#include "adapters/common/handle.h"
#include "adapters/host/queue/spin_lock.h"
#include "adapters/host/queue/work.h"
#include "support/inline_vector.h"

#include <memory>
#include <vector>

namespace ursa::host {
struct ReusableSignal;

struct Event : adapter::HandleBase {
  struct Callback {
    ur_execution_info_t status;
    ur_event_callback_t function;
    void *userData;
    /// The reusable event that the callback was set on and receives; null for the command's own
    /// event.
    adapter::Ref<ur_event_handle_t_> reusable = {};
  };

  using Successors = InlineVector<ur_event_handle_t, 2>;

  Event(ur_queue_handle_t hQueue, ur_command_t commandType, std::unique_ptr<Work> commandWork);
  /// Creates a reusable event, signalled by commands of that type.
  Event(ur_context_handle_t hContext, ur_command_t commandType, bool profiled);
  ~Event();
  /// Reuse the memory of earlier events (recycled_blocks.h).
  static void *operator new(size_t size);
  static void operator delete(void *event) noexcept;

  bool isComplete() const {
    const uint32_t now = status.load(std::memory_order_acquire);
    return now == UR_EVENT_STATUS_COMPLETE || now == UR_EVENT_STATUS_ERROR;
  }

  const std::unique_ptr<ReusableSignal> reusable; ///< null for a command's own event
  const ur_queue_handle_t queue; ///< a reference is held; null for a reusable event
  const ur_command_t type;
  std::unique_ptr<Work> work; ///< null for markers; freed at completion
  adapter::EventProfile profile;
  /// For an execution of recorded commands: its begin marker, which has the start times of the
  /// execution. Null for other commands.
  adapter::Ref<ur_event_handle_t_> beginMarker;

  /// An ur_event_status_t. Becomes complete under the lock; waiting threads sleep on it.
  std::atomic<uint32_t> status{UR_EVENT_STATUS_QUEUED};
  /// Error of a failed command; set before the status becomes UR_EVENT_STATUS_ERROR.
  std::atomic<ur_result_t> failure{UR_RESULT_SUCCESS};

  /// Number of incomplete dependencies, plus one while the command is being enqueued.
  std::atomic<uint32_t> pending{1};

  SpinLock lock; ///< guards the two members below, and completion
  Successors successors;
  std::vector<Callback> callbacks;
  /// Set when a callback is added, so that a change of status without callbacks takes no lock. Like
  /// the status it is sequentially consistent: either the thread that adds a callback sees the new
  /// status, or the one that changes the status sees the callback.
  std::atomic<bool> hasCallbacks{false};

  /// @name Progress of the work, for the pool.
  /// @{
  uint64_t units = 0;
  uint64_t unitsPerChunk = 1;
  std::atomic<uint64_t> nextUnit{0};
  std::atomic<uint64_t> finishedUnits{0};
  ur_event_handle_t previousReady = nullptr; ///< guarded by the pool's lock
  ur_event_handle_t nextReady = nullptr;     ///< likewise
  /// @}

  /// Position in its queue, from 1; 0 for a part of recorded work. Set before the command runs.
  std::atomic<uint64_t> orderInQueue{0};
  bool isInQueue = false; ///< guarded by the queue's lock, like the two members below
  ur_event_handle_t previousInQueue = nullptr;
  ur_event_handle_t nextInQueue = nullptr;
};

void fillEventTable(ur_dditable_t &table);

} // namespace ursa::host

struct ur_event_handle_t_ : ursa::host::Event {
  using Event::Event;
};
