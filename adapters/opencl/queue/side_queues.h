// Drivers that run unordered queues in order, as NVIDIA's does, run nothing in a queue behind a
// command that waits for a user event. There an unordered queue has further queues of the driver
// for commands that wait for host tasks, so that what a host task enqueues itself is not behind
// them.
#pragma once

#include "adapters/common/enqueue.h"
#include "adapters/opencl/queue/event.h"
#include "adapters/opencl/queue/host_waits.h"

#include <atomic>
#include <deque>
#include <mutex>

namespace ursa::opencl {

/// The further queues of an unordered queue. Of an ordered queue it only knows what the commands
/// wait for. Thread safe.
class SideQueues {
public:
  explicit SideQueues(ur_queue_handle_t_ &queue) : queue_(queue) {}

  /// Call it for each command. Returns whether the command may wait for the host, or be waited for
  /// by commands that do. Takes no lock.
  bool concern(const adapter::EnqueueParameters &parameters);
  /// Returns what a command waits for on the host that the driver's first queue just got, besides
  /// its wait list. Another thread may have enqueued a host task or a barrier just before.
  HostWaits floorWaits();
  /// Blocks until commands in side queues and host tasks are complete.
  Result<void> finish();
  /// Returns whether there are none in flight.
  bool isEmpty();
  /// Adds what commands wait for after a host task that has not ended.
  void addTask(const HostWaits &hostWaits);
  /// Enqueues a timestamp after an event that waits for the host.
  Result<HeldEvent> enqueueTimes(const HostWaits &hostWaits, cl_event after);
  /// Lets the end of the driver's first queue wait for host tasks. The queue takes no more
  /// commands.
  void keepUntilTasksEnd();

private:
  friend class Placement;

  struct Side {
    cl_command_queue id; ///< owned by the context
    HostWaits hostWaits; ///< of all its commands
    HeldEvent last;      ///< its last command; null if it is complete
  };

  void dropComplete();
  Result<Side *> sideFor(const HostWaits &hostWaits);

  ur_queue_handle_t_ &queue_;
  std::atomic<bool> isUsed_ = false;      ///< there is something below; set with the mutex held
  std::atomic<bool> hasBarriers_ = false; ///< barriers were enqueued that floor_ is not behind
  std::mutex mutex_; ///< guards the members below; held while commands are enqueued aside
  std::deque<Side> sides_;
  HostWaits tasks_; ///< host tasks that have perhaps not ended
  HeldEvent floor_; ///< completes after the barriers; null if they are complete
  HostWaits
      floorWaits_; ///< what later commands wait for, after a barrier or in the order of the queue
};

/// Where the driver's commands of one command go, and what they wait for. While they go to a side
/// queue, the lock of the side queues is held.
class Placement {
public:
  Placement() = default;
  Placement(const Placement &) = delete;
  Placement &operator=(const Placement &) = delete;

  /// Call it once. Waits for the host before a blocking command.
  /// @param further what the commands wait for besides the wait list
  Result<void> take(const adapter::EnqueueParameters &parameters, const HostWaits &further = {});

  cl_command_queue queue() const { return queue_; }
  cl_uint size() const { return isOwnList_ ? static_cast<cl_uint>(list_.size()) : waits_.size(); }
  /// Null if empty, as OpenCL requires.
  const cl_event *data() const {
    return isOwnList_ ? list_.empty() ? nullptr : list_.data() : waits_.data();
  }
  /// Returns whether the commands go to a side queue. Then done() must be called.
  bool isAside() const { return side_ != nullptr; }
  /// Tells what event the last command has.
  Result<void> done(cl_event last);
  /// Returns what the commands wait for on the host. Call it when they are enqueued.
  HostWaits hostWaits() const;

private:
  Result<bool> place(const adapter::EnqueueParameters &parameters);
  Result<void> addEverything();
  Result<void> addBarriers();
  Result<void> keepInList(cl_event event);

  WaitList waits_;
  cl_command_queue queue_ = nullptr;
  HostWaits hostWaits_;
  bool isOwnList_ = false;
  std::vector<cl_event> list_;
  std::vector<HeldEvent> held_; ///< events of the list that others may release
  std::unique_lock<std::mutex> lock_;
  SideQueues *sides_ = nullptr;
  SideQueues::Side *side_ = nullptr;
};

} // namespace ursa::opencl
