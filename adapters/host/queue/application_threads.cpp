#include "adapters/host/queue/application_threads.h"

#include "adapters/host/driver/adapter.h"
#include "adapters/host/queue/spin_wait.h"

#include <chrono>
#include <cstring>
#include <optional>

namespace ursa::host {
namespace {

// Longer than most jobs, so that a burst of them starts no threads.
constexpr std::chrono::milliseconds kStallTime{5};

} // namespace

ApplicationThreads::ApplicationThreads(size_t maxThreads, UnitList units)
    : maxThreads_(maxThreads), units_(std::move(units)) {}

ApplicationThreads &callbackThread() {
  static ApplicationThreads &instance = *new ApplicationThreads(1, {});
  return instance;
}

// @return false if no thread can be started
bool ApplicationThreads::startThread(void (ApplicationThreads::*main)()) {
  AdapterThread thread;
  int error = ENOMEM;
  try {
    threads_.reserve(threads_.size() + 1);
    error = thread.start([this, main] { (this->*main)(); });
  } catch (const std::bad_alloc &) {
  }
  if (error == 0) {
    threads_.push_back(std::move(thread));
    return true;
  }
  if (!std::exchange(hasWarned_, true))
    log().write(UR_LOGGER_LEVEL_WARN,
                "No thread for host tasks and callbacks can be started: {}. They run on the "
                "existing threads, or on a thread that calls the adapter.",
                std::strerror(error));
  return false;
}

// Returns whether a thread will run that many queued jobs, now or after its current job.
bool ApplicationThreads::hasThreadFor(size_t jobs) {
  if (isStopping_ || isRunHere_ || jobs <= idle_)
    return true;
  if (threads_.size() < maxThreads_)
    return startThread() || !threads_.empty();
  callReserve();
  return true;
}

// Sees to it that a thread watches the others while jobs wait.
void ApplicationThreads::callReserve() {
  if (maxThreads_ == 1)
    return; // jobs do not wait for later ones
  if (hasReserve_)
    crowded_.notify_one();
  else
    hasReserve_ = startThread(&ApplicationThreads::reserveMain);
}

// Waits until the other threads take no job for a while though one waits. Then runs jobs as they
// do, and leaves its place to another thread.
void ApplicationThreads::reserveMain() {
  {
    std::unique_lock lock(mutex_);
    while (!isStopping_) {
      crowded_.wait(lock, [this] { return isStopping_ || !jobs_.empty(); });
      const uint64_t before = taken_;
      crowded_.wait_for(lock, kStallTime, [this] { return isStopping_; });
      if (!isStopping_ && !jobs_.empty() && taken_ == before)
        break;
    }
    hasReserve_ = false;
    if (jobs_.size() > 1 && !isStopping_)
      callReserve();
  }
  runJobs();
}

void ApplicationThreads::post(Job job) noexcept {
  std::unique_lock lock(mutex_);
  try {
    jobs_.push_back(std::move(job));
  } catch (const std::bad_alloc &) {
    lock.unlock();
    job(); // a failed push_back leaves the job unchanged
    return;
  }
  posted_.fetch_add(1, std::memory_order_release);
  if (!hasThreadFor(jobs_.size())) {
    runHere(lock);
    return;
  }
  lock.unlock();
  changed_.notify_one();
}

// The loop also runs jobs that are posted by jobs.
void ApplicationThreads::runHere(std::unique_lock<std::mutex> &lock) {
  isRunHere_ = true;
  const AdapterThreadScope scope;
  while (!jobs_.empty()) {
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    job = nullptr;
    lock.lock();
  }
  isRunHere_ = false;
  ended_.notify_all();
}

void ApplicationThreads::runJobs() {
  std::optional<ThreadConfinement> confinement;
  if (!units_.empty())
    confinement.emplace(units_);
  std::unique_lock lock(mutex_);
  while (true) {
    if (jobs_.empty() && !isStopping_) {
      ++idle_;
      const uint64_t seen = posted_.load(std::memory_order_relaxed);
      lock.unlock();
      spinUntil(std::chrono::steady_clock::now() + kSpinTime,
                [&] { return posted_.load(std::memory_order_acquire) != seen; });
      lock.lock();
      changed_.wait(lock, [this] { return isStopping_ || !jobs_.empty(); });
      --idle_;
    }
    if (jobs_.empty())
      return; // isStopping_
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    ++taken_;
    lock.unlock();
    job();
    job = nullptr; // destroys the job's captures without the lock
    lock.lock();
  }
}

void ApplicationThreads::stop() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return !isRunHere_ && !isStopping_; });
  isStopping_ = true;
  std::vector<AdapterThread> threads;
  threads.swap(threads_);
  lock.unlock();
  changed_.notify_all();
  crowded_.notify_all();
  for (AdapterThread &thread : threads)
    thread.join();
  lock.lock();
  isStopping_ = false;
  ended_.notify_all();
  // Restarts a thread for jobs that were posted after the last thread ended.
  if (!jobs_.empty() && !hasThreadFor(jobs_.size()))
    runHere(lock);
}

bool ApplicationThreads::isRunning() {
  const std::lock_guard lock(mutex_);
  return !threads_.empty();
}

} // namespace ursa::host
