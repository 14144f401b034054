// Commands that the driver gets later, in queues out of order: those that wait for a host task are
// held back until it ends. So no stream of such a queue waits for the host, and a host task may
// wait for whatever it enqueues itself, and for the driver to load code.
#pragma once

#include "adapters/cuda/queue/enqueue.h"

#include <list>
#include <mutex>

namespace ursa::cuda {

/// A held command, or a host task. Those that it waits for keep it alive, then its stream or
/// thread.
class HeldCommand : public std::enable_shared_from_this<HeldCommand> {
public:
  /// Returns whether hold() may hold a command back. The queue's mutex is held.
  static bool mayHold(const ur_queue_handle_t_ &queue, bool isTask, const Markers &after);
  /// Enqueues a command if it has to be held back, or is a host task. A blocking one is not: this
  /// waits until it need not be.
  /// @param lock of the queue; held again if the command is not enqueued
  /// @param submitWork null for a command that only waits
  /// @param isTask its work has a host task
  /// @param after what the command waits for, without what its queue lets it wait for
  /// @param event null if nobody needs one
  /// @param times null without profiling
  static Result<bool> hold(std::unique_lock<std::mutex> &lock, const EnqueueParameters &parameters,
                           const SubmitRef *submitWork, bool isTask, const Markers &after,
                           ur_event_handle_t event, const std::shared_ptr<CommandTimes> &times);

  /// For hold() alone.
  HeldCommand(ur_queue_handle_t_ &queue, WorkPointer work, Markers after, HostSignals waits,
              std::shared_ptr<CommandTimes> times);
  ~HeldCommand();
  HeldCommand(const HeldCommand &) = delete;
  HeldCommand &operator=(const HeldCommand &) = delete;

private:
  void start();
  void oneIsGiven();
  Result<void> checkBefore() const;
  Result<void> submit();
  Result<void> submitTask();
  static void onReached(void *userData);
  void runLater();
  void runTask();
  void leave();
  /// The same with the queue's mutex held.
  void leaveLocked();
  void fail(Error error);

  const adapter::Ref<ur_queue_handle_t_> queue_;
  const WorkPointer work_; ///< null for a command that only waits
  const Markers after_;
  const std::shared_ptr<CommandTimes> times_; ///< null without profiling
  const HostSignalPointer signal_;
  const MarkerPointer done_;
  HostSignals waits_; ///< empty after start()
  std::atomic<size_t> missing_;
  const HeldMarkers::iterator entry_; ///< valid until hasLeft_
  bool hasLeft_ = false;              ///< guarded by the queue's mutex
};

} // namespace ursa::cuda
