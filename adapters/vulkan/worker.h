// Threads that do what a device cannot: steps of commands that the host does, and calls that wait
// for a moment. Each takes its jobs in the order in which they were given. What a job waits for was
// given to the device or a worker before the job was, so that none waits for a later one.
#pragma once

#include "adapters/vulkan/timeline.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace ursa::vulkan {

/// The thread starts with the first job and ends with stop(). When the system starts none, the
/// thread that posts does all jobs. Thread safe.
class Worker {
public:
  using Job = std::function<void()>;

  ~Worker() { stop(); }

  /// Has a job done once all points are reached, or the device is lost.
  void post(PointSet after, Job job);
  /// The same in two steps, of which the first runs no job.
  /// @return false: the caller has to call runJobsHere()
  [[nodiscard]] bool append(PointSet after, Job job);
  void runJobsHere();
  /// Waits for all jobs and ends the thread; the next job starts it again.
  void stop();
  /// Does not block.
  bool isIdle();

private:
  struct Entry {
    PointSet after;
    Job job;
  };
  void run();
  void runFirst(std::unique_lock<std::mutex> &guard);
  bool ensureThread();

  std::mutex mutex_; ///< guards the rest
  std::condition_variable changed_;
  std::deque<Entry> entries_; ///< the first is being done
  bool isStopping_ = false;
  std::thread thread_;
  std::thread::id runner_; ///< the thread that serves here; none: no thread
};

/// A worker whose jobs have moments of their own.
class HostSteps {
public:
  HostSteps(ur_device_handle_t_ &device, std::unique_ptr<Timeline> timeline)
      : device_(device), timeline_(std::move(timeline)) {}

  /// @return the moment when the step is done; it is left out when the device is lost before
  Point post(PointSet after, Worker::Job step);
  void stop() { worker_.stop(); }
  Timeline &timeline() { return *timeline_; }

private:
  ur_device_handle_t_ &device_;
  const std::unique_ptr<Timeline> timeline_;
  std::mutex mutex_; ///< makes values and jobs come in the same order; taken before the worker's
  Worker worker_;
};

} // namespace ursa::vulkan
