// Threads that call functions of the application: host tasks and event callbacks. Such functions
// may take any time, so neither workers nor threads that wait for a command call them.
#pragma once

#include "adapters/host/driver/adapter_thread.h"
#include "adapters/host/driver/topology.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace ursa::host {

/// Starts threads on demand and keeps them until stop(). Thread-safe.
class ApplicationThreads {
public:
  using Job = std::function<void()>;

  /// @param maxThreads with one thread, jobs run one after the other in the order of post();
  /// otherwise more threads are started, one after the other, while no thread takes a job that
  /// waits: all may wait for that job
  /// @param units processing units that the threads may use; empty for all
  ApplicationThreads(size_t maxThreads, UnitList units);

  /// Queues a job. If there is no thread and none can be started, the calling thread runs this job
  /// and all jobs that are posted meanwhile. No lock may be held.
  void post(Job job) noexcept;

  /// Completes all jobs, then joins the threads; the next job starts them again. Must not be called
  /// on a thread of the adapter.
  void stop();

  /// Returns whether any thread is running.
  bool isRunning();

private:
  bool hasThreadFor(size_t jobs);
  bool startThread(void (ApplicationThreads::*main)() = &ApplicationThreads::runJobs);
  void runJobs();
  void callReserve();
  void reserveMain();
  void runHere(std::unique_lock<std::mutex> &lock);

  const size_t maxThreads_;
  const UnitList units_;

  std::mutex mutex_;                ///< guards the members below, except posted_
  std::condition_variable changed_; ///< a job was queued, or isStopping_ was set
  std::condition_variable ended_;   ///< isStopping_ or isRunHere_ was cleared
  std::deque<Job> jobs_;
  std::vector<AdapterThread> threads_;
  std::condition_variable crowded_; ///< a job was queued for the reserve, or isStopping_ was set
  size_t idle_ = 0;                 ///< threads that wait for a job
  uint64_t taken_ = 0;              ///< number of jobs that threads have begun so far
  bool hasReserve_ = false;         ///< a thread waits for the others to stall
  bool isStopping_ = false;         ///< threads end when the queue is empty
  bool isRunHere_ = false;          ///< a thread that called post() runs the jobs
  bool hasWarned_ = false;
  std::atomic<uint64_t> posted_{0}; ///< number of jobs posted so far; spinning threads poll it
};

/// The thread that calls event callbacks, one after the other.
ApplicationThreads &callbackThread();

} // namespace ursa::host
