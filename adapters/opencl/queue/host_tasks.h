// The threads that run host tasks of queues.
#pragma once

#include "adapters/common/task_threads.h"
#include "adapters/opencl/queue/event.h"

#include <functional>
#include <memory>

namespace ursa::opencl {

struct HostTask {
  std::function<void()> work;
  HeldEvent done; ///< a user event that blocks the commands after the task; null for none

  void run();
  /// Returns whether this thread runs a task that a queue waits for.
  static bool isRunning();
};

/// Thread safe.
class HostTasks : public adapter::TaskThreads<HostTask> {
public:
  static HostTasks &instance();

  using TaskThreads::run;
  using TaskThreads::TaskThreads;
  /// Runs work that no queue waits for.
  void run(std::function<void()> work) noexcept;
};

} // namespace ursa::opencl
