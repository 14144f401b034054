#include "support/background_worker.h"

#include "support/log.h"
#include "support/stack.h"

#include <atomic>
#include <bit>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

namespace ursa::inline support {
namespace {

constexpr int kNice = 10;

// No thread is started any more, because the program exits.
std::atomic<bool> isExiting{false};

/// Lowers the priority of the calling thread. Without success the thread is merely less polite.
void lowerPriority() {
  const sched_param parameters{};
  (void)sched_setscheduler(0, SCHED_BATCH, &parameters);
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
  (void)pthread_setname_np(pthread_self(), "ursa-background");
}

} // namespace

struct BackgroundWorker::State {
  std::mutex stopping; ///< held by the thread that stops the worker

  std::mutex mutex; ///< guards the members below
  std::condition_variable changed;
  std::deque<std::unique_ptr<BackgroundTask>> tasks;
  StackThread thread;
  bool isStopping = false;

  void work() {
    lowerPriority();
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return isStopping || !tasks.empty(); });
      if (isStopping)
        return;
      std::unique_ptr<BackgroundTask> task = std::move(tasks.front());
      tasks.pop_front();
      lock.unlock();
      try {
        task->run();
      } catch (const std::exception &exception) {
        loaderLog().write(UR_LOGGER_LEVEL_WARN, "A task in the background failed: {}.",
                          exception.what());
      }
      task.reset();
      lock.lock();
    }
  }
};

BackgroundWorker::BackgroundWorker() : state_(std::make_unique<State>()) {}

BackgroundWorker::~BackgroundWorker() { stop(); }

void BackgroundWorker::post(std::unique_ptr<BackgroundTask> task) {
  std::unique_ptr<BackgroundTask> dropped; // destroyed after the lock is released
  const std::lock_guard lock(state_->mutex);
  const bool isRefused = state_->isStopping || isExiting.load();
  if (!isRefused && !state_->thread.joinable()) {
    const BlockedSignals blocked;
    if (const int error = state_->thread.start([state = state_.get()] { state->work(); }))
      loaderLog().write(UR_LOGGER_LEVEL_INFO,
                        "The system starts no thread for builds in the background: {}.",
                        std::strerror(error));
  }
  if (isRefused || !state_->thread.joinable()) {
    dropped = std::move(task);
    return;
  }
  state_->tasks.push_back(std::move(task));
  state_->changed.notify_one();
}

void BackgroundWorker::stop() {
  std::deque<std::unique_ptr<BackgroundTask>> dropped;
  StackThread thread;
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->thread.isCurrent())
      return;
  }
  const std::lock_guard stopping(state_->stopping);
  {
    const std::lock_guard lock(state_->mutex);
    state_->isStopping = true;
    dropped.swap(state_->tasks);
    thread = std::move(state_->thread);
    state_->changed.notify_all();
  }
  dropped.clear();
  if (thread.joinable())
    thread.join();
  const std::lock_guard lock(state_->mutex);
  state_->isStopping = false;
}

namespace {

void stopAtExit() {
  isExiting.store(true);
  stopBackgroundWorker();
}

// Null until the first use, and in a forked child, whose copy may be locked by a thread that does
// not exist there.
std::atomic<BackgroundWorker *> processWorker{nullptr};

// The parent's, which is never destroyed in a child; leak checkers find it here.
std::atomic<BackgroundWorker *> parentsWorker{nullptr};

void forgetInChild() {
  if (BackgroundWorker *worker = processWorker.exchange(nullptr))
    parentsWorker.store(worker);
}

} // namespace

BackgroundWorker &backgroundWorker() {
  BackgroundWorker *known = processWorker.load(std::memory_order_acquire);
  if (known)
    return *known;
  // Handlers of exit run in reverse order: before those of what is loaded by now.
  [[maybe_unused]] static const bool registered = [] {
    return std::atexit(stopAtExit) == 0 && pthread_atfork(nullptr, nullptr, forgetInChild) == 0;
  }();
  auto created = std::make_unique<BackgroundWorker>();
  if (processWorker.compare_exchange_strong(known, created.get()))
    return *created.release();
  return *known;
}

namespace {

// The end of the main thread comes before all handlers of exit, also those that the task registers
// that runs then.
struct MainThread {
  ~MainThread() { stopBackgroundWorker(); }
};

} // namespace

void endBackgroundWorkerBefore(const void *adapter) {
  if (gettid() == getpid()) {
    [[maybe_unused]] thread_local const MainThread ends;
  }
  // Never destroyed: the handlers of exit outlive static objects.
  static auto &mutex = *new std::mutex; // guards calls
  static auto &calls = *new std::map<const void *, size_t>;
  const std::lock_guard lock(mutex);
  const size_t count = ++calls[adapter];
  if (count <= 4 || std::has_single_bit(count))
    (void)std::atexit(stopAtExit);
}

void stopBackgroundWorker() {
  if (BackgroundWorker *worker = processWorker.load(std::memory_order_acquire))
    worker->stop();
}

} // namespace ursa::inline support
