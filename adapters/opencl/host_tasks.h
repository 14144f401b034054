// The threads that run host tasks of queues. A task may wait for another task, so no task waits for
// a free thread.
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
  HeldEvent done; ///< a user event that blocks the commands after the task; null for none

  void run();
  /// Returns whether this thread runs a task that a queue waits for.
  static bool isRunning();
};

/// Thread safe. Creates threads on demand and reuses them.
class HostTasks {
public:
  static HostTasks &instance();

  /// Runs the task in a thread; in the calling thread if no thread is idle or can be created.
  void run(std::unique_ptr<HostTask> task) noexcept;
  /// Like above, for work that no queue waits for.
  void run(std::function<void()> work) noexcept;
  /// Blocks until all tasks are complete, and ends the threads.
  void stop();

private:
  bool startThread();
  void runTasks(uint64_t generation);

  std::mutex mutex_; ///< guards the members below
  std::condition_variable changed_;
  std::deque<std::unique_ptr<HostTask>> waiting_;
  std::vector<std::thread> threads_;
  size_t idle_ = 0;         ///< idle threads of this generation
  uint64_t generation_ = 0; ///< older threads end when no task waits for a thread
};

} // namespace ursa::opencl
