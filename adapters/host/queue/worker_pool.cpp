#include "adapters/host/queue/worker_pool.h"

#include "adapters/host/driver/adapter.h"
#include "adapters/host/driver/topology.h"
#include "adapters/host/queue/scheduler.h"
#include "adapters/host/queue/spin_wait.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>

namespace ursa::host {
namespace {

using adapter::Ref;

// Host tasks may wait for each other, so that each may need its own thread. More threads start only
// while these stall.
constexpr size_t kMaxHostTaskThreads = 64;

// A pool without workers whose ready commands this thread runs. `outer` is the enclosing one of a
// nested call.
struct RunHere {
  const WorkerPool *pool;
  const RunHere *outer;
};
thread_local const RunHere *runHereScopes = nullptr;

bool isRunHere(const WorkerPool *pool) {
  for (const RunHere *one = runHereScopes; one; one = one->outer)
    if (one->pool == pool)
      return true;
  return false;
}

bool hasUnits(const ur_event_handle_t_ &event) {
  return event.nextUnit.load(std::memory_order_relaxed) < event.units;
}

bool fitsStack(const Work &work, size_t left) {
  return left >= kStackMargin && work.stackBytes <= left - kStackMargin;
}

} // namespace

// Scratch memory that threads reuse. It grows but never shrinks.
struct WorkerPool::MemoryBlock {
  ~MemoryBlock() { std::free(bytes); }

  std::byte *bytes = nullptr;
  size_t size = 0;
  MemoryBlock *next = nullptr;
};

// Leases scratch memory from the pool on first use, until the thread stops working.
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
      width_(std::max(2u, static_cast<uint32_t>(units_.size()))),
      hostTasks_(kMaxHostTaskThreads, units_) {}

void WorkerPool::commandEnqueued() { incomplete_.fetch_add(1, std::memory_order_relaxed); }

void WorkerPool::commandCompleted() {
  if (incomplete_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    incomplete_.notify_all();
}

void WorkerPool::submit(ur_event_handle_t_ &event) {
  if (event.work->callsApplication) {
    hostTasks_.post([this, &event] { runHostTask(event); });
    return;
  }
  const uint64_t chunks = (event.units + event.unitsPerChunk - 1) / event.unitsPerChunk;
  {
    const std::lock_guard guard(lock_);
    event.previousReady = readyEnd_;
    event.nextReady = nullptr;
    (readyEnd_ ? readyEnd_->nextReady : readyBegin_) = &event;
    readyEnd_ = &event;
    ready_.fetch_add(1, std::memory_order_seq_cst);
    submitted_.fetch_add(1, std::memory_order_release);
  }
  // The command may already be complete and freed.
  if (started_.load(std::memory_order_seq_cst) || start())
    wakeFor(chunks);
  else
    runReadyHere();
}

bool WorkerPool::canRunHere(const Work &work) const {
  return !isConfined_ && !work.callsApplication && fitsStack(work, stackLeft());
}

void WorkerPool::runHere(ur_event_handle_t_ &event, Work &work) {
  MemoryLease lease(*this);
  runUnits(event, work, 0, work.units, lease);
}

ur_result_t WorkerPool::runHere(Work &work) {
  struct NoMemory final : GroupMemory {
    std::byte *reserve(size_t, size_t) override { throw std::bad_alloc(); }
  } none;
  try {
    work.run(0, work.units, none);
    return UR_RESULT_SUCCESS;
  } catch (...) {
    return UR_RESULT_ERROR_OUT_OF_HOST_MEMORY;
  }
}

// Spinning workers find the command without a wake-up; waking a sleeping worker costs a system
// call.
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

// @return false if no thread can be started; a later call tries again. Fewer threads than wanted
// suffice.
bool WorkerPool::start() {
  const std::lock_guard guard(threadsMutex_);
  if (started_)
    return true;
  stopping_ = false;
  int error = 0;
  try {
    threads_.reserve(width_ - 1);
    for (uint32_t i = 0; i + 1 < width_ && error == 0; ++i) {
      AdapterThread thread;
      error = thread.start([this] { workerMain(); });
      if (error == 0)
        threads_.push_back(std::move(thread));
    }
  } catch (const std::bad_alloc &) {
    error = ENOMEM;
  }
  if (error && !std::exchange(hasWarned_, true))
    log().write(UR_LOGGER_LEVEL_WARN,
                "Only {} of {} threads of the host device could be started: {}. {}",
                threads_.size(), width_ - 1, std::strerror(error),
                threads_.empty() ? "Commands run on the threads that enqueue them."
                                 : "Commands run on fewer threads.");
  started_.store(!threads_.empty(), std::memory_order_seq_cst);
  return started_;
}

void WorkerPool::waitForAll() const {
  for (uint32_t left; (left = incomplete_.load(std::memory_order_acquire)) != 0;)
    incomplete_.wait(left);
}

void WorkerPool::stop() {
  if (isOnAdapterThread())
    return;
  const std::lock_guard stopGuard(stopMutex_);
  waitForAll();
  hostTasks_.stop();
  std::vector<AdapterThread> threads;
  {
    const std::lock_guard guard(threadsMutex_);
    stopping_.store(true, std::memory_order_seq_cst);
    threads.swap(threads_);
  }
  signal_.fetch_add(1, std::memory_order_seq_cst);
  signal_.notify_all();
  // Without threadsMutex_: a worker that saw the pool before it was marked as started may wait for
  // it in start().
  for (AdapterThread &thread : threads)
    thread.join();
  {
    const std::lock_guard guard(threadsMutex_);
    started_.store(false, std::memory_order_seq_cst);
    const std::lock_guard memoryGuard(lock_);
    while (idleMemory_)
      delete std::exchange(idleMemory_, idleMemory_->next);
  }
  // Restarts the threads for a command that was enqueued meanwhile, so that it does not wait for
  // the next one.
  if (ready_.load(std::memory_order_seq_cst) != 0 && !start())
    runReadyHere();
}

bool WorkerPool::isRunning() { return started_ || hostTasks_.isRunning(); }

void WorkerPool::workerMain() {
  const ThreadConfinement confinement(units_);
  MemoryLease lease(*this);
  const auto hasWork = [this] {
    return ready_.load(std::memory_order_seq_cst) != 0 || stopping_.load(std::memory_order_relaxed);
  };
  while (!stopping_.load(std::memory_order_relaxed)) {
    if (Chunk chunk = takeFirst()) {
      runChunks(std::move(chunk), nullptr, lease);
      continue;
    }
    searching_.fetch_add(1, std::memory_order_seq_cst);
    const bool found =
        canSpin() ? spinUntil(std::chrono::steady_clock::now() + kSpinTime, hasWork) : hasWork();
    searching_.fetch_sub(1, std::memory_order_seq_cst);
    if (found)
      continue;
    // A submitting thread sees this thread either as searching or as parked, and this thread checks
    // for commands once more after it has marked itself parked. So no wake-up is lost.
    const uint32_t seen = signal_.load(std::memory_order_seq_cst);
    parked_.fetch_add(1, std::memory_order_seq_cst);
    if (!hasWork())
      signal_.wait(seen, std::memory_order_seq_cst);
    parked_.fetch_sub(1, std::memory_order_seq_cst);
  }
}

// Takes the next chunk of a command, which several threads may do at a time. Who takes the last one
// has to unlink the command.
// @return false if none was left
bool WorkerPool::takeUnits(ur_event_handle_t_ &event, uint64_t &begin, uint64_t &end) {
  begin = event.nextUnit.fetch_add(event.unitsPerChunk, std::memory_order_relaxed);
  end = std::min(event.units, begin + event.unitsPerChunk);
  return begin < event.units;
}

// Takes the next chunk of a ready command while lock_ is held.
WorkerPool::Chunk WorkerPool::takeLocked(ur_event_handle_t_ &event) {
  Chunk chunk;
  if (!hasUnits(event) || !takeUnits(event, chunk.begin, chunk.end))
    return {};
  chunk.event = Ref<ur_event_handle_t_>(&event);
  if (chunk.end == event.units)
    unlink(event);
  return chunk;
}

// Takes the first chunk of all ready commands.
WorkerPool::Chunk WorkerPool::takeFirst() {
  if (ready_.load(std::memory_order_seq_cst) == 0)
    return {};
  const std::lock_guard guard(lock_);
  for (ur_event_handle_t event = readyBegin_; event; event = event->nextReady)
    if (Chunk chunk = takeLocked(*event))
      return chunk;
  return {};
}

// Takes a chunk for a thread that waits for `awaited`: of that command, of one of `queue` or of a
// dependency, if the thread has enough stack for it. Of commands of other queues it examines only
// the first few.
WorkerPool::Chunk WorkerPool::takeFor(ur_event_handle_t_ &awaited,
                                      const ur_queue_handle_t_ *queue) {
  if (ready_.load(std::memory_order_seq_cst) == 0)
    return {};
  const size_t left = stackLeft();
  std::array<Ref<ur_event_handle_t_>, 8> others;
  size_t count = 0;
  {
    const std::lock_guard guard(lock_);
    for (ur_event_handle_t event = readyBegin_; event; event = event->nextReady) {
      if (!hasUnits(*event) || !fitsStack(*event->work, left))
        continue;
      if (event == &awaited || event->queue == queue || comesBeforeInQueue(*event, awaited)) {
        if (Chunk chunk = takeLocked(*event))
          return chunk;
        continue;
      }
      if (count < others.size())
        others[count++] = Ref<ur_event_handle_t_>(event);
    }
  }
  for (size_t i = 0; i < count; ++i) {
    if (!dependsOn(awaited, *others[i]))
      continue;
    const std::lock_guard guard(lock_);
    if (Chunk chunk = takeLocked(*others[i]))
      return chunk;
  }
  return {};
}

// Runs the ready commands if there are no workers. The loop also runs commands that become ready
// meanwhile, so that a long chain of commands needs no more stack than one.
void WorkerPool::runReadyHere() {
  if (isRunHere(this))
    return;
  const RunHere here{this, runHereScopes};
  runHereScopes = &here;
  {
    const AdapterThreadScope scope;
    MemoryLease lease(*this);
    std::optional<ThreadConfinement> confinement;
    if (isConfined_)
      confinement.emplace(units_);
    while (Chunk chunk = takeFirst())
      runChunks(std::move(chunk), nullptr, lease);
  }
  runHereScopes = here.outer;
}

// Runs a chunk and more of its command, until none is left or the event `until` is complete. The
// thread that finishes the last unit completes the command.
void WorkerPool::runChunks(Chunk chunk, const ur_event_handle_t_ *until, MemoryLease &lease) {
  ur_event_handle_t_ &event = *chunk.event;
  uint64_t finished = 0; // told once, because each change makes the other threads miss their caches
  while (true) {
    if (chunk.begin == 0)
      commandStarts(event);
    runUnits(event, *event.work, chunk.begin, chunk.end, lease);
    finished += chunk.end - chunk.begin;
    if ((until && until->isComplete()) || !hasUnits(event) ||
        !takeUnits(event, chunk.begin, chunk.end))
      break;
    if (chunk.end == event.units) {
      const std::lock_guard guard(lock_);
      unlink(event);
    }
  }
  if (event.finishedUnits.fetch_add(finished, std::memory_order_acq_rel) + finished == event.units)
    finishCommand(event);
}

void WorkerPool::runUnits(ur_event_handle_t_ &event, Work &work, uint64_t begin, uint64_t end,
                          MemoryLease &lease) {
  // The adapter's threads have enough stack; takeFor() and canRunHere() have checked others.
  if (runHereScopes && !fitsStack(work, stackLeft())) {
    event.failure.store(UR_RESULT_ERROR_OUT_OF_RESOURCES, std::memory_order_relaxed);
    return;
  }
  try {
    work.run(begin, end, lease);
  } catch (...) {
    event.failure.store(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY, std::memory_order_relaxed);
  }
}

void WorkerPool::runHostTask(ur_event_handle_t_ &event) {
  commandStarts(event);
  {
    MemoryLease lease(*this);
    runUnits(event, *event.work, 0, event.units, lease);
  }
  finishCommand(event);
}

// The caller holds lock_.
void WorkerPool::unlink(ur_event_handle_t_ &event) {
  (event.previousReady ? event.previousReady->nextReady : readyBegin_) = event.nextReady;
  (event.nextReady ? event.nextReady->previousReady : readyEnd_) = event.previousReady;
  ready_.fetch_sub(1, std::memory_order_seq_cst);
}

void WorkerPool::waitFor(ur_event_handle_t_ &event, const ur_queue_handle_t_ *queue) {
  MemoryLease lease(*this);
  std::optional<ThreadConfinement> confinement;
  constexpr std::chrono::steady_clock::time_point kUnset{};
  auto sleepAt = kUnset;
  while (!event.isComplete()) {
    const uint32_t submitted = submitted_.load(std::memory_order_acquire);
    if (Chunk ready = takeFor(event, queue)) {
      if (isConfined_ && !confinement)
        confinement.emplace(units_);
      runChunks(std::move(ready), &event, lease);
      sleepAt = kUnset;
      continue;
    }
    // Other commands that are submitted meanwhile do not delay the sleep.
    const auto now = std::chrono::steady_clock::now();
    if (sleepAt == kUnset)
      sleepAt = now + kSpinTime;
    if (canSpin() && now < sleepAt && spinUntil(sleepAt, [&] {
          return event.isComplete() || submitted_.load(std::memory_order_acquire) != submitted;
        }))
      continue;
    const uint32_t status = event.status.load(std::memory_order_acquire);
    if (status != UR_EVENT_STATUS_COMPLETE && status != UR_EVENT_STATUS_ERROR)
      event.status.wait(status, std::memory_order_acquire);
  }
}

} // namespace ursa::host
