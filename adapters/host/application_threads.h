// Threads that call functions of the application: host tasks and callbacks of events. Workers never
// do, since such a function may take any time, and neither does a thread that waits for a command.
#pragma once

#include "adapters/host/adapter_thread.h"
#include "adapters/host/topology.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace ursa::host {

/// Threads start when they are needed, and are kept until stop(). Thread safe.
class ApplicationThreads {
public:
  using Job = std::function<void()>;

  /// @param mostThreads with one, jobs run one after the other in the order in which they came
  /// @param units where the threads run; empty: anywhere
  ApplicationThreads(size_t mostThreads, UnitList units);

  /// Has a job run soon. When the system starts no thread and there is none yet, the calling thread
  /// runs it, and all that are posted meanwhile. No lock may be held.
  void post(Job job) noexcept;

  /// Runs all jobs to their end, then ends the threads; they start again with the next job. Not to
  /// be called on a thread of the adapter.
  void stop();

  /// Whether there are threads.
  bool isRunning();

private:
  bool hasThreadFor(size_t jobs);
  bool startThread();
  void serve();
  void runHere(std::unique_lock<std::mutex> &lock);

  const size_t mostThreads_;
  const UnitList units_;

  std::mutex mutex_;                ///< guards the rest, but for changes of posted_
  std::condition_variable changed_; ///< there is a job, or isStopping_
  std::condition_variable ended_;   ///< isStopping_ or isRunHere_ has ended
  std::deque<Job> jobs_;
  std::vector<AdapterThread> threads_;
  size_t idle_ = 0;         ///< threads that wait for a job
  bool isStopping_ = false; ///< threads end when there is no job
  bool isRunHere_ = false;  ///< a thread that posted runs the jobs
  bool hasWarned_ = false;
  std::atomic<uint64_t> posted_{0}; ///< jobs so far, for threads that spin
};

/// Calls callbacks of events, one after the other.
ApplicationThreads &callbackThread();

} // namespace ursa::host
