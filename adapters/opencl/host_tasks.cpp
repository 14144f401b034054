#include "adapters/opencl/host_tasks.h"

#include "adapters/opencl/adapter.h"

#include <exception>
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
  static HostTasks &tasks = *new HostTasks;
  return tasks;
}

// A task may wait for another one, so each gets its own thread while threads can be created.
void HostTasks::run(std::unique_ptr<HostTask> task) noexcept {
  std::unique_lock lock(mutex_);
  try {
    waiting_.push_back(std::move(task));
  } catch (const std::bad_alloc &) {
    lock.unlock();
    task->run(); // push_back failed and did not move it
    return;
  }
  if (idle_ < waiting_.size() && !startThread() && threads_.empty()) {
    task = std::move(waiting_.back());
    waiting_.pop_back();
    lock.unlock();
    task->run();
    return;
  }
  lock.unlock();
  changed_.notify_one();
}

// @return false if no thread can be created
bool HostTasks::startThread() {
  try {
    threads_.reserve(threads_.size() + 1);
    threads_.emplace_back([this, generation = generation_] { runTasks(generation); });
  } catch (const std::exception &error) {
    log().write(UR_LOGGER_LEVEL_WARN,
                "No thread can be started for a host task: {}. The task runs when another task "
                "ends, or on a thread of the driver.",
                error.what());
    return false;
  }
  ++idle_;
  return true;
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

void HostTasks::runTasks(uint64_t generation) {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return generation != generation_ || !waiting_.empty(); });
    if (waiting_.empty())
      return;
    const std::unique_ptr<HostTask> task = std::move(waiting_.front());
    waiting_.pop_front();
    if (generation == generation_)
      --idle_;
    lock.unlock();
    task->run();
    lock.lock();
    if (generation == generation_)
      ++idle_;
  }
}

// A task may release the adapter's last reference; its thread cannot join itself.
void HostTasks::stop() {
  std::vector<std::thread> threads;
  {
    const std::lock_guard guard(mutex_);
    threads.swap(threads_);
    ++generation_;
    idle_ = 0;
  }
  changed_.notify_all();
  for (std::thread &thread : threads)
    if (thread.get_id() == std::this_thread::get_id())
      thread.detach();
    else
      thread.join();
}

} // namespace ursa::opencl
