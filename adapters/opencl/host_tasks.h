// Threads that run the host tasks of queues: a task may wait for another one, so that none waits
// for a thread.
#pragma once

#include "adapters/opencl/event.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace ursa::opencl {

struct HostTask {
  std::function<void()> work;
  HeldEvent done; ///< a user event, which holds back what comes after the task; null for none

  void run();
  /// Whether this thread is running one that a queue waits for.
  static bool isRunning();
};

/// Thread safe. Threads are made when they are needed, and kept.
class HostTasks {
public:
  static HostTasks &instance();

  /// Runs the task soon; here and now if there is neither a thread nor one to be had.
  void run(std::unique_ptr<HostTask> task) noexcept;
  /// The same of work that nothing waits for.
  void run(std::function<void()> work) noexcept;
  /// Blocks until all tasks are done, and ends the threads.
  void stop();

private:
  bool startThread();
  void serve(uint64_t generation);

  std::mutex mutex_; ///< guards the rest
  std::condition_variable changed_;
  std::deque<std::unique_ptr<HostTask>> waiting_;
  std::vector<std::thread> threads_;
  size_t idle_ = 0;         ///< threads of this generation that run nothing
  uint64_t generation_ = 0; ///< older threads end when nothing waits
};

} // namespace ursa::opencl
