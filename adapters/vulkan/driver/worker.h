// Threads for host operations and callbacks. Each runs its jobs in the order in which they were
// posted. Dependencies of a job are submitted before it, so that no job waits for a later one.
#pragma once

#include "adapters/vulkan/driver/exit_gate.h"
#include "adapters/vulkan/queue/timeline.h"
#include "support/stack.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace ursa::vulkan {

/// The thread starts with the first job and ends with stop(). If the system cannot start a thread,
/// the posting thread runs all jobs. Thread safe.
class Worker {
public:
  using Job = std::function<void()>;

  ~Worker() { stop(); }

  /// Runs a job once all points are reached or the device is lost.
  void post(PointSet after, Job job);
  /// As post(), but runs no job.
  /// @return false if the caller must call runJobsHere()
  [[nodiscard]] bool append(PointSet after, Job job);
  void runJobsHere();
  /// Waits for all jobs and ends the thread; the next job starts it again.
  void stop();
  /// Does not block.
  bool isIdle();
  /// Whether the calling thread runs a job, of any worker.
  static bool isRunningJob() { return jobs_ != 0; }

private:
  struct Entry {
    PointSet after;
    Job job;
  };
  void run();
  void runFirst(std::unique_lock<std::mutex> &guard);
  bool ensureThread();

  std::mutex mutex_; ///< guards the members below
  std::condition_variable changed_;
  std::deque<Entry> entries_; ///< the first one is running
  bool isStopping_ = false;
  StackThread thread_;
  std::thread::id runner_;                       ///< the thread in runJobsHere(), if any
  static inline thread_local unsigned jobs_ = 0; ///< that the thread runs, one inside the other
};

/// A worker with a timeline, on which each job signals a point.
class HostOperations {
public:
  HostOperations(ur_device_handle_t_ &device, std::unique_ptr<Timeline> timeline)
      : device_(device), timeline_(std::move(timeline)), signals_(*timeline_, SignalsAtExit::Host) {
  }

  /// @return the point at which the operation is complete; it is skipped if the device is lost
  /// before
  Point post(PointSet after, Worker::Job step);
  void stop() { worker_.stop(); }
  /// Whether all operations are complete. Does not block.
  bool isIdle() { return timeline_->isReached(timeline_->last.load()); }
  Timeline &timeline() { return *timeline_; }

private:
  ur_device_handle_t_ &device_;
  const std::unique_ptr<Timeline> timeline_;
  const SignalsAtExit signals_;
  std::mutex mutex_; ///< keeps values and jobs in the same order; acquired before the worker's
  Worker worker_;
};

} // namespace ursa::vulkan
