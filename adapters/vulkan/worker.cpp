#include "adapters/vulkan/worker.h"

#include "adapters/vulkan/device.h"

#include <chrono>

namespace ursa::vulkan {
namespace {

// Others wait for what a worker does, so that it does not give up soon.
// @return whether it was done, or the device lost
template <class Attempt> bool insist(Attempt &&attempt) {
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 1s;
  do {
    const Result<void> done = attempt();
    if (done || done.error().code == UR_RESULT_ERROR_DEVICE_LOST)
      return true;
    std::this_thread::sleep_for(1ms); // out of memory: others may give some back
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

} // namespace

void Worker::post(PointSet after, Job job) {
  const std::lock_guard guard(mutex_);
  entries_.push_back({std::move(after), std::move(job)});
  if (!thread_.joinable())
    thread_ = std::thread([this] { run(); });
  changed_.notify_one();
}

void Worker::stop() {
  std::unique_lock guard(mutex_);
  if (!thread_.joinable())
    return;
  isStopping_ = true;
  changed_.notify_one();
  guard.unlock();
  if (thread_.get_id() == std::this_thread::get_id())
    thread_.detach(); // a job gave up the last reference: the thread ends when it is through
  else
    thread_.join();
  guard.lock();
  isStopping_ = false;
  if (!entries_.empty()) // given meanwhile
    thread_ = std::thread([this] { run(); });
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
    Entry &entry = entries_.front(); // stays in its place while others are appended
    guard.unlock();
    // A lost device is told to whoever waits for this.
    if (!insist([&] { return entry.after.wait(); }))
      for (const Point &point : entry.after.points())
        point.timeline->giveUp();
    entry.job();
    entry.job = nullptr; // what it keeps goes without the lock
    guard.lock();
    entries_.pop_front();
  }
}

Point HostSteps::post(PointSet after, Worker::Job step) {
  const std::lock_guard guard(mutex_);
  const uint64_t value = timeline_->last.load() + 1;
  worker_.post(std::move(after), [this, value, step = std::move(step)] {
    if (!device_.isLost) // else its memory may be gone: who waited was told
      step();
    if (!insist([&] { return timeline_->signal(value); }))
      timeline_->giveUp();
  });
  timeline_->last = value;
  return {timeline_.get(), value};
}

} // namespace ursa::vulkan
