// The threads that run commands of a device: one for each of its processing units but one, pinned,
// since the thread that waits for a result works as well; of a sub-device's commands it does so on
// the sub-device's units only. Idle workers spin briefly - a hand-over then costs a
// fraction of a microsecond - and sleep afterwards. Threads start with the first command and end
// with stop().
#pragma once

#include "adapters/host/event.h"
#include "adapters/host/topology.h"

#include <mutex>
#include <thread>
#include <vector>

namespace ursa::host {

class WorkerPool {
public:
  /// @param isConfined threads from outside may help, but on the pool's units only
  WorkerPool(UnitList units, bool isConfined);

  const UnitList &units() const { return units_; }

  /// Threads that can work at the same time, the waiting one included.
  uint32_t width() const { return width_; }

  /// Makes a command with work ready to run. It must stay alive until finishCommand was called for
  /// it.
  void submit(ur_event_handle_t_ &event);

  /// Returns when the event is complete; runs ready commands meanwhile.
  void waitFor(ur_event_handle_t_ &event);

  /// Returns when all commands of all queues are complete.
  void waitForAll() const;

  /// Waits until all commands are complete, then ends the threads; they start again with the next
  /// command. Does nothing on a thread of any pool.
  void stop();

  /// Whether the calling thread is one of any pool: it must not wait for such threads to end.
  static bool isOnWorker();

  /// Counts commands from enqueue to completion, for stop().
  void commandEnqueued();
  void commandCompleted();

private:
  struct MemoryBlock;
  class MemoryLease;

  void start();
  void workerMain(uint32_t index);
  ur_event_handle_t join(ur_event_handle_t_ *preferred);
  void runChunks(ur_event_handle_t_ &event, const ur_event_handle_t_ *until, MemoryLease &lease);
  void unlink(ur_event_handle_t_ &event);
  void wakeFor(uint64_t chunks);
  template <class Condition> bool spinUntil(Condition &&condition) const;

  const UnitList units_;
  const bool isConfined_;
  const uint32_t width_;
  std::atomic<bool> started_{false};
  std::atomic<bool> stopping_{false};
  std::mutex threadsMutex_; ///< guards threads_
  std::vector<std::thread> threads_;

  SpinLock lock_; ///< guards the ready list and the idle memory
  ur_event_handle_t firstReady_ = nullptr;
  ur_event_handle_t lastReady_ = nullptr;
  MemoryBlock *idleMemory_ = nullptr;

  std::atomic<uint32_t> ready_{0};     ///< length of the ready list
  std::atomic<uint32_t> searching_{0}; ///< workers that spin
  std::atomic<uint32_t> parked_{0};    ///< workers that sleep, or are about to
  std::atomic<uint32_t> signal_{0};    ///< changes when a sleeping worker should look
  std::atomic<uint32_t> incomplete_{0};
};

} // namespace ursa::host
