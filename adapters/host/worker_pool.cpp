#include "adapters/host/worker_pool.h"

#include "adapters/host/scheduler.h"
#include "adapters/host/topology.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <optional>

namespace ursa::host {
namespace {

// Long enough to bridge the gap between launches that follow each other, short enough not to be
// seen in the machine's load.
constexpr std::chrono::microseconds kSpinTime{50};

// The pool that this thread works for; null outside of pools.
thread_local const WorkerPool *employer = nullptr;

} // namespace

// Grows, is handed from thread to thread, never shrinks.
struct WorkerPool::MemoryBlock {
  ~MemoryBlock() { std::free(bytes); }

  std::byte *bytes = nullptr;
  size_t size = 0;
  MemoryBlock *next = nullptr;
};

// The memory of a thread for the time that it works, taken from the pool when it is first needed.
class WorkerPool::MemoryLease final : public GroupMemory {
public:
  explicit MemoryLease(WorkerPool &pool) : pool_(pool) {}
  MemoryLease(const MemoryLease &) = delete;
  MemoryLease &operator=(const MemoryLease &) = delete;
  ~MemoryLease() {
    if (!block_)
      return;
    const std::lock_guard guard(pool_.lock_);
    block_->next = std::exchange(pool_.idleMemory_, block_);
  }

  std::byte *reserve(size_t size, size_t alignment) override {
    if (!block_)
      take();
    if (size > block_->size) {
      size = (size + alignment - 1) / alignment * alignment;
      auto *bytes = static_cast<std::byte *>(std::aligned_alloc(alignment, size));
      if (!bytes)
        throw std::bad_alloc();
      std::free(block_->bytes);
      block_->bytes = bytes;
      block_->size = size;
    }
    return block_->bytes;
  }

private:
  void take() {
    {
      const std::lock_guard guard(pool_.lock_);
      if ((block_ = pool_.idleMemory_))
        pool_.idleMemory_ = block_->next;
    }
    if (!block_)
      block_ = new MemoryBlock;
  }

  WorkerPool &pool_;
  MemoryBlock *block_ = nullptr;
};

WorkerPool::WorkerPool(UnitList units, bool isConfined)
    : units_(std::move(units)), isConfined_(isConfined),
      width_(std::max(2u, static_cast<uint32_t>(units_.size()))) {}

bool WorkerPool::isOnWorker() { return employer != nullptr; }

void WorkerPool::commandEnqueued() { incomplete_.fetch_add(1, std::memory_order_relaxed); }

void WorkerPool::commandCompleted() {
  if (incomplete_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    incomplete_.notify_all();
}

void WorkerPool::submit(ur_event_handle_t_ &event) {
  const uint64_t chunks = (event.units + event.unitsPerChunk - 1) / event.unitsPerChunk;
  if (!started_.load(std::memory_order_acquire))
    start();
  {
    const std::lock_guard guard(lock_);
    event.previousReady = lastReady_;
    event.nextReady = nullptr;
    (lastReady_ ? lastReady_->nextReady : firstReady_) = &event;
    lastReady_ = &event;
    ready_.fetch_add(1, std::memory_order_seq_cst);
  }
  wakeFor(chunks); // the command may be complete and gone already
}

// A worker that spins will find the command by itself; sleeping ones cost a system call.
void WorkerPool::wakeFor(uint64_t chunks) {
  const uint32_t searching = searching_.load(std::memory_order_seq_cst);
  const uint32_t parked = parked_.load(std::memory_order_seq_cst);
  if (parked == 0 || chunks <= searching)
    return;
  const uint64_t wanted = std::min<uint64_t>(chunks - searching, parked);
  signal_.fetch_add(1, std::memory_order_seq_cst);
  if (wanted == parked)
    signal_.notify_all();
  else
    for (uint64_t i = 0; i < wanted; ++i)
      signal_.notify_one();
}

void WorkerPool::start() {
  const std::lock_guard guard(threadsMutex_);
  if (started_)
    return;
  stopping_ = false;
  // Worker i sits on unit i + 1: the first is left to the thread that waits.
  for (uint32_t i = 0; i + 1 < width_; ++i)
    threads_.emplace_back([this, i] { workerMain(i); });
  started_.store(true, std::memory_order_release);
}

void WorkerPool::waitForAll() const {
  for (uint32_t left; (left = incomplete_.load(std::memory_order_acquire)) != 0;)
    incomplete_.wait(left);
}

void WorkerPool::stop() {
  if (isOnWorker())
    return;
  waitForAll();
  {
    const std::lock_guard guard(threadsMutex_);
    stopping_.store(true, std::memory_order_seq_cst);
    signal_.fetch_add(1, std::memory_order_seq_cst);
    signal_.notify_all();
    for (std::thread &thread : threads_)
      thread.join();
    threads_.clear();
    started_.store(false, std::memory_order_release);
    const std::lock_guard memoryGuard(lock_);
    while (idleMemory_)
      delete std::exchange(idleMemory_, idleMemory_->next);
  }
  // A command that another thread enqueued meanwhile must not wait for the next one.
  if (ready_.load(std::memory_order_seq_cst) != 0)
    start();
}

template <class Condition> bool WorkerPool::spinUntil(Condition &&condition) const {
  if (units_.size() == 1)
    return condition();
  const auto end = std::chrono::steady_clock::now() + kSpinTime;
  do {
    for (int i = 0; i < 64; ++i) {
      if (condition())
        return true;
      pauseCpu();
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

void WorkerPool::workerMain(uint32_t index) {
  employer = this;
  topology().pinThisThread(units_[(index + 1) % units_.size()]);
  MemoryLease lease(*this);
  const auto hasNews = [this] {
    return ready_.load(std::memory_order_seq_cst) != 0 || stopping_.load(std::memory_order_relaxed);
  };
  while (!stopping_.load(std::memory_order_relaxed)) {
    if (ur_event_handle_t event = join(nullptr)) {
      runChunks(*event, nullptr, lease);
      adapter::release(event);
      continue;
    }
    searching_.fetch_add(1, std::memory_order_seq_cst);
    const bool found = spinUntil(hasNews);
    searching_.fetch_sub(1, std::memory_order_seq_cst);
    if (found)
      continue;
    // Who submits sees either a searcher, or this thread parked; and this thread looks once more
    // after it has said so. No command is overlooked.
    const uint32_t seen = signal_.load(std::memory_order_seq_cst);
    parked_.fetch_add(1, std::memory_order_seq_cst);
    if (!hasNews())
      signal_.wait(seen, std::memory_order_seq_cst);
    parked_.fetch_sub(1, std::memory_order_seq_cst);
  }
}

// A ready command with units left, with a reference for the caller; null when there is none.
ur_event_handle_t WorkerPool::join(ur_event_handle_t_ *preferred) {
  if (ready_.load(std::memory_order_seq_cst) == 0)
    return nullptr;
  const auto hasUnits = [](const ur_event_handle_t_ &event) {
    return event.nextUnit.load(std::memory_order_relaxed) < event.units;
  };
  const std::lock_guard guard(lock_);
  ur_event_handle_t found = nullptr;
  for (ur_event_handle_t event = firstReady_; event; event = event->nextReady)
    if (hasUnits(*event) && (!found || event == preferred))
      found = event;
  if (found)
    adapter::retain(found);
  return found;
}

// Takes chunks until none is left, or until another event is complete. Who finishes the last unit
// finishes the command.
void WorkerPool::runChunks(ur_event_handle_t_ &event, const ur_event_handle_t_ *until,
                           MemoryLease &lease) {
  do {
    const uint64_t begin = event.nextUnit.fetch_add(event.unitsPerChunk, std::memory_order_relaxed);
    if (begin >= event.units)
      return;
    const uint64_t end = std::min(event.units, begin + event.unitsPerChunk);
    if (end == event.units)
      unlink(event);
    if (begin == 0)
      commandStarts(event);
    try {
      event.work->run(begin, end, lease);
    } catch (...) {
      event.failure.store(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY, std::memory_order_relaxed);
    }
    const uint64_t count = end - begin;
    if (event.finishedUnits.fetch_add(count, std::memory_order_acq_rel) + count == event.units) {
      finishCommand(event);
      return;
    }
  } while (!until || !until->isComplete());
}

void WorkerPool::unlink(ur_event_handle_t_ &event) {
  const std::lock_guard guard(lock_);
  (event.previousReady ? event.previousReady->nextReady : firstReady_) = event.nextReady;
  (event.nextReady ? event.nextReady->previousReady : lastReady_) = event.previousReady;
  ready_.fetch_sub(1, std::memory_order_seq_cst);
}

void WorkerPool::waitFor(ur_event_handle_t_ &event) {
  MemoryLease lease(*this);
  std::optional<ThreadConfinement> confinement;
  while (!event.isComplete()) {
    if (ur_event_handle_t ready = join(&event)) {
      if (isConfined_ && employer != this && !confinement)
        confinement.emplace(units_);
      runChunks(*ready, &event, lease);
      adapter::release(ready);
      continue;
    }
    if (spinUntil(
            [&] { return event.isComplete() || ready_.load(std::memory_order_relaxed) != 0; }))
      continue;
    const uint32_t status = event.status.load(std::memory_order_acquire);
    if (status != UR_EVENT_STATUS_COMPLETE && status != UR_EVENT_STATUS_ERROR)
      event.status.wait(status, std::memory_order_acquire);
  }
}

} // namespace ursa::host
