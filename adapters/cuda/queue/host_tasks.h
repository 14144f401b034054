// Tasks that run on threads of the adapter: host tasks of queues, and callbacks of events.
#pragma once

#include "adapters/common/task_threads.h"

#include <functional>

namespace ursa::cuda {

struct Task {
  std::function<void()> work;
  void run() {
    work();
    work = nullptr;
  }
};

/// The threads, which live until the adapter's last release. Never freed.
adapter::TaskThreads<Task> &hostTasks();

/// Returns whether this thread is the driver's and runs a host function. Such a function must not
/// call the driver.
bool isInHostFunction();

/// Marks this thread so while it exists.
class HostFunctionScope {
public:
  HostFunctionScope();
  ~HostFunctionScope();
  HostFunctionScope(const HostFunctionScope &) = delete;
  HostFunctionScope &operator=(const HostFunctionScope &) = delete;
};

} // namespace ursa::cuda
