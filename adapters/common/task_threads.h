// Threads that run tasks for an adapter, such as host tasks of queues. A task may wait for another
// task, so no task waits for a free thread.
#pragma once

#include "support/log.h"
#include "support/stack.h"

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace ursa::adapter {

/// Thread safe. Creates threads on demand and reuses them.
/// @tparam Task has a function run(), which does not throw
template <class Task> class TaskThreads {
public:
  explicit TaskThreads(Log &log) : log_(log) {}

  /// Runs the task in a thread; in the calling thread if no thread is idle or can be created.
  void run(std::unique_ptr<Task> task) noexcept {
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

  /// Blocks until all tasks are complete, and ends the threads. A task may call it; its thread,
  /// which cannot join itself, ends later.
  void stop() {
    std::vector<StackThread> threads;
    {
      const std::lock_guard guard(mutex_);
      threads.swap(threads_);
      ++generation_;
      idle_ = 0;
    }
    changed_.notify_all();
    for (StackThread &thread : threads)
      if (thread.isCurrent())
        thread.detach();
      else
        thread.join();
  }

private:
  // Returns false if no thread can be created.
  bool startThread() {
    int error = ENOMEM;
    try {
      threads_.reserve(threads_.size() + 1);
      StackThread thread;
      error = thread.start([this, generation = generation_] { runTasks(generation); });
      if (error == 0)
        threads_.push_back(std::move(thread));
    } catch (const std::bad_alloc &) { // no thread is running
    }
    if (error != 0) {
      log_.write(UR_LOGGER_LEVEL_WARN,
                 "No thread can be started for a host task: {}. The task runs when another task "
                 "ends, or on a thread of the driver.",
                 std::strerror(error));
      return false;
    }
    ++idle_;
    return true;
  }

  void runTasks(uint64_t generation) {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return generation != generation_ || !waiting_.empty(); });
      if (waiting_.empty())
        return;
      std::unique_ptr<Task> task = std::move(waiting_.front());
      waiting_.pop_front();
      if (generation == generation_)
        --idle_;
      lock.unlock();
      task->run();
      task.reset();
      lock.lock();
      if (generation == generation_)
        ++idle_;
    }
  }

  Log &log_;
  std::mutex mutex_; ///< guards the members below
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Task>> waiting_;
  std::vector<StackThread> threads_;
  size_t idle_ = 0;         ///< idle threads of this generation
  uint64_t generation_ = 0; ///< older threads end when no task waits for a thread
};

} // namespace ursa::adapter
