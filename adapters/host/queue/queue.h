// Queues: an in-order list or a set of commands that are not complete yet.
#pragma once

#include "adapters/common/graph.h"
#include "adapters/common/handle.h"
#include "adapters/host/queue/spin_lock.h"
#include "support/inline_vector.h"

#include <memory>

namespace ursa::host {
class WorkerPool;
/// Commands that a thread waits for; a few need no allocation.
using CommandList = InlineVector<adapter::Ref<ur_event_handle_t_>, 16>;

struct Queue : adapter::HandleBase {
  Queue(ur_context_handle_t hContext, ur_device_handle_t hDevice, ur_queue_flags_t queueFlags);
  ~Queue();

  /// Adds a command at the end. The lock must be held.
  void append(ur_event_handle_t_ &event);
  /// Removes a completed command.
  void remove(ur_event_handle_t_ &event);
  /// The same while the lock is held.
  void unlink(ur_event_handle_t_ &event);
  bool isEmpty();
  /// Adds incomplete commands to `commands`: a set whose completion implies that all commands of
  /// the queue are complete.
  void collectIncomplete(CommandList &commands);

  /// The threads that run its commands.
  WorkerPool &pool() const { return pool_; }

  const ur_context_handle_t context; ///< a reference is held
  const ur_device_handle_t device;   ///< a reference is held
  const ur_queue_flags_t flags;
  const bool inOrder;
  const bool profiling;

  /// Guards the members below. Commands in the list are alive: each is removed when it completes.
  SpinLock lock;
  ur_event_handle_t first = nullptr;
  ur_event_handle_t last = nullptr;
  uint64_t appended = 0;               ///< number of commands appended so far
  ur_event_handle_t barrier = nullptr; ///< later commands of an unordered queue wait for this one

  adapter::CaptureSlot captureSlot; ///< has a lock of its own

private:
  WorkerPool &pool_; ///< the pool of the device
};

void fillQueueTable(ur_dditable_t &table);

} // namespace ursa::host

struct ur_queue_handle_t_ : ursa::host::Queue {
  using Queue::Queue;
};
