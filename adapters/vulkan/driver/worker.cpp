#include "adapters/vulkan/driver/worker.h"

#include "adapters/vulkan/driver/adapter.h"
#include "adapters/vulkan/driver/device.h"

#include <chrono>
#include <cstring>

namespace ursa::vulkan {
namespace {

// Retries for a while, because other work depends on the worker.
// @return whether it succeeded or the device is lost
template <class Attempt> bool retryForASecond(Attempt &&attempt) {
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 1s;
  do {
    const Result<void> done = attempt();
    if (done || done.error().code == UR_RESULT_ERROR_DEVICE_LOST)
      return true;
    std::this_thread::sleep_for(1ms); // out of memory: other threads may free some
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

} // namespace

void Worker::post(PointSet after, Job job) {
  if (!append(std::move(after), std::move(job)))
    runJobsHere();
}

bool Worker::append(PointSet after, Job job) {
  const std::lock_guard guard(mutex_);
  entries_.push_back({std::move(after), std::move(job)});
  if (runner_ != std::thread::id())
    return true; // that thread runs this job too
  const bool isThere = ensureThread();
  changed_.notify_all();
  return isThere;
}

// Starts the thread if there is none.
// @return false if the system cannot start one
bool Worker::ensureThread() {
  if (thread_.joinable())
    return true;
  const int error = thread_.start([this] { run(); });
  if (error == 0)
    return true;
  log().write(UR_LOGGER_LEVEL_WARN,
              "The system starts no thread for the device: {}. The calling thread does its work.",
              std::strerror(error));
  return false;
}

void Worker::runJobsHere() {
  std::unique_lock guard(mutex_);
  if (runner_ != std::thread::id() || thread_.joinable())
    return;
  runner_ = std::this_thread::get_id();
  while (!entries_.empty())
    runFirst(guard);
  runner_ = {};
  changed_.notify_all();
}

void Worker::stop() {
  std::unique_lock guard(mutex_);
  if (runner_ == std::this_thread::get_id())
    return; // a job released the last reference
  changed_.wait(guard, [this] { return runner_ == std::thread::id(); });
  if (!thread_.joinable())
    return;
  isStopping_ = true;
  changed_.notify_all();
  guard.unlock();
  if (thread_.isCurrent())
    thread_.detach(); // a job released the last reference: the thread ends after it
  else
    thread_.join();
  guard.lock();
  isStopping_ = false;
  if (entries_.empty() || ensureThread())
    return;
  guard.unlock();
  runJobsHere(); // jobs posted meanwhile
}

bool Worker::isIdle() {
  const std::lock_guard guard(mutex_);
  return entries_.empty();
}

void Worker::run() {
  std::unique_lock guard(mutex_);
  for (;;) {
    changed_.wait(guard, [this] { return isStopping_ || !entries_.empty(); });
    if (entries_.empty())
      return;
    runFirst(guard);
  }
}

void Worker::runFirst(std::unique_lock<std::mutex> &guard) {
  Entry &entry = entries_.front(); // its address is stable while others are appended
  guard.unlock();
  // Threads that wait for this job report a lost device themselves.
  if (!retryForASecond([&] { return entry.after.wait(); }))
    for (const Point &point : entry.after.points())
      point.timeline->markLost();
  ++jobs_;
  entry.job();
  --jobs_;
  entry.job = nullptr; // destroy what it retains without the lock
  guard.lock();
  entries_.pop_front();
}

Point HostOperations::post(PointSet after, Worker::Job step) {
  std::unique_lock guard(mutex_);
  const uint64_t value = timeline_->last.load() + 1;
  const bool isServed = worker_.append(std::move(after), [this, value, step = std::move(step)] {
    if (!device_.isLost) // otherwise its memory may be freed; waiters got an error
      step();
    if (!retryForASecond([&] { return timeline_->signal(value); }))
      timeline_->markLost();
  });
  timeline_->last = value;
  guard.unlock(); // the operation may post another one
  if (!isServed)
    worker_.runJobsHere();
  return {timeline_.get(), value};
}

} // namespace ursa::vulkan
