// The threads that run commands of a device: one worker for each of its processing units except
// one, because a thread that waits for a command works as well. Workers are bound to the units of
// the device; the system chooses which unit each runs on, since the waiting thread may be on any. A
// waiting thread runs that command and its dependencies, nothing else, and only if its stack is
// large enough; commands of a sub-device run on the sub-device's units. Idle workers spin briefly,
// which makes a hand-over cost a fraction of a microsecond, then sleep. Threads start with the
// first command and end with stop().
//
// If no thread can be started, the thread that makes a command ready runs it.
#pragma once

#include "adapters/host/driver/adapter_thread.h"
#include "adapters/host/driver/topology.h"
#include "adapters/host/queue/application_threads.h"
#include "adapters/host/queue/event.h"

#include <mutex>
#include <vector>

namespace ursa::host {

class WorkerPool {
public:
  /// @param isConfined waiting threads may run commands only while bound to the pool's units
  WorkerPool(UnitList units, bool isConfined);

  const UnitList &units() const { return units_; }

  /// Number of threads that can work concurrently, including a waiting thread.
  uint32_t width() const { return width_; }

  /// Submits a ready command with work. It must stay alive until finishCommand is called for it. No
  /// lock may be held.
  void submit(ur_event_handle_t_ &event);

  /// Returns whether the calling thread may run work as a worker would: it has the stack, and the
  /// pool's commands may run on its processing unit.
  bool canRunHere(const Work &work) const;
  /// Runs the whole work of a command in the calling thread. No lock may be held.
  void runHere(ur_event_handle_t_ &event, Work &work);
  /// The same without an event, for work that needs no memory; the lock of a queue may be held.
  /// @return the error of the work
  static ur_result_t runHere(Work &work);

  /// Returns when the event is complete. Meanwhile runs its command and its dependencies, but no
  /// function of the application.
  /// @param queue also runs commands of this queue, all of which the caller waits for; may be null
  void waitFor(ur_event_handle_t_ &event, const ur_queue_handle_t_ *queue = nullptr);

  /// Returns whether all commands of all queues are complete.
  bool isIdle() const { return incomplete_.load(std::memory_order_acquire) == 0; }

  /// Returns when all commands of all queues are complete.
  void waitForAll() const;

  /// Waits until all commands are complete, then joins the threads; the next command starts them
  /// again. Does nothing on a thread of the adapter.
  void stop();

  /// Returns whether the threads are running.
  bool isRunning();

  /// Count incomplete commands, for stop().
  void commandEnqueued();
  void commandCompleted();

private:
  struct MemoryBlock;
  class MemoryLease;
  /// Units of a command that a thread has taken; no event if there are none.
  struct Chunk {
    adapter::Ref<ur_event_handle_t_> event;
    uint64_t begin = 0;
    uint64_t end = 0;

    explicit operator bool() const { return static_cast<bool>(event); }
  };

  bool start();
  void workerMain();
  Chunk takeFirst();
  Chunk takeFor(ur_event_handle_t_ &awaited, const ur_queue_handle_t_ *queue);
  static bool takeUnits(ur_event_handle_t_ &event, uint64_t &begin, uint64_t &end);
  Chunk takeLocked(ur_event_handle_t_ &event);
  void runReadyHere();
  void runHostTask(ur_event_handle_t_ &event);
  void runChunks(Chunk chunk, const ur_event_handle_t_ *until, MemoryLease &lease);
  static void runUnits(ur_event_handle_t_ &event, Work &work, uint64_t begin, uint64_t end,
                       MemoryLease &lease);
  void unlink(ur_event_handle_t_ &event);
  bool canSpin() const { return units_.size() > 1; }
  void wakeFor(uint64_t chunks);

  const UnitList units_;
  const bool isConfined_;
  const uint32_t width_;
  std::atomic<bool> started_{false};
  std::atomic<bool> stopping_{false};
  std::mutex stopMutex_;    ///< held by stop(), which the adapter's threads do not call
  std::mutex threadsMutex_; ///< guards threads_; taken after stopMutex_
  std::vector<AdapterThread> threads_;
  bool hasWarned_ = false; ///< guarded by threadsMutex_
  ApplicationThreads hostTasks_;

  SpinLock lock_; ///< guards the ready list and the idle memory
  ur_event_handle_t readyBegin_ = nullptr;
  ur_event_handle_t readyEnd_ = nullptr;
  MemoryBlock *idleMemory_ = nullptr;

  std::atomic<uint32_t> ready_{0};     ///< length of the ready list
  std::atomic<uint32_t> submitted_{0}; ///< commands so far; changes when one may be ready to run
  std::atomic<uint32_t> searching_{0}; ///< workers that spin
  std::atomic<uint32_t> parked_{0};    ///< workers that sleep or are about to sleep
  std::atomic<uint32_t> signal_{0};    ///< changes to wake sleeping workers
  std::atomic<uint32_t> incomplete_{0};
};

} // namespace ursa::host
