#include "adapters/opencl/queue/host_tasks.h"

#include "adapters/opencl/driver/adapter.h"

#include <new>

namespace ursa::opencl {

namespace {

thread_local bool isTaskRunning = false;

} // namespace

bool HostTask::isRunning() { return isTaskRunning; }

// Destroys the work's captures last: if that ends a context, its end waits for its queues in
// another task.
void HostTask::run() {
  isTaskRunning = static_cast<bool>(done);
  work();
  isTaskRunning = false;
  if (done)
    clSetUserEventStatus(done.get(), CL_COMPLETE);
  work = nullptr;
}

// Never freed: tasks may run during static destruction.
HostTasks &HostTasks::instance() {
  static HostTasks &tasks = *new HostTasks(log());
  return tasks;
}

void HostTasks::run(std::function<void()> work) noexcept {
  std::unique_ptr<HostTask> task(new (std::nothrow) HostTask);
  if (!task) {
    work();
    return;
  }
  task->work = std::move(work);
  run(std::move(task));
}

} // namespace ursa::opencl
