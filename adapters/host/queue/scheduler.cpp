#include "adapters/host/queue/scheduler.h"

#include "adapters/host/graph/graph.h"
#include "adapters/host/queue/application_threads.h"
#include "adapters/host/queue/queue.h"
#include "adapters/host/queue/reusable_event.h"
#include "adapters/host/queue/worker_pool.h"

#include <algorithm>
#include <array>
#include <mutex>

namespace ursa::host {
namespace {

using adapter::Ref;
using Successors = Event::Successors;

// Removes and returns the callbacks that are due at a status. Statuses count down: complete is 0,
// queued is 3.
std::vector<Event::Callback> takeDueCallbacks(ur_event_handle_t_ &event, uint32_t status) {
  std::vector<Event::Callback> due;
  auto &waiting = event.callbacks;
  for (size_t i = 0; i < waiting.size();) {
    if (static_cast<uint32_t>(waiting[i].status) < status) {
      ++i;
      continue;
    }
    due.push_back(waiting[i]);
    waiting.erase(waiting.begin() + static_cast<ptrdiff_t>(i));
  }
  return due;
}

void call(ur_event_handle_t_ &event, const Event::Callback &callback) {
  callback.function(callback.reusable ? callback.reusable.get() : &event, callback.status,
                    callback.userData);
}

// Queues a callback for the callback thread. Callbacks are functions of the application and may
// take any time, so workers and waiting threads do not call them.
void post(ur_event_handle_t_ &event, const Event::Callback &callback) noexcept {
  ApplicationThreads::Job job;
  try {
    job = [held = Ref<ur_event_handle_t_>(&event), callback] { call(*held, callback); };
  } catch (const std::bad_alloc &) {
    call(event, callback);
    return;
  }
  callbackThread().post(std::move(job));
}

void advance(ur_event_handle_t_ &event, ur_event_status_t status) {
  event.status.store(status, std::memory_order_seq_cst);
  if (!event.hasCallbacks.load(std::memory_order_seq_cst))
    return;
  std::vector<Event::Callback> due;
  {
    const std::lock_guard guard(event.lock);
    due = takeDueCallbacks(event, status);
  }
  for (const auto &callback : due)
    post(event, callback);
}

// Releases one dependency. Returns the event if it is ready and has no work, so that the caller
// completes it; null if it was submitted to the pool or still waits.
ur_event_handle_t releaseOneDependency(ur_event_handle_t_ &event) {
  if (event.pending.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return nullptr;
  event.profile.mark(event.profile.submitted);
  advance(event, UR_EVENT_STATUS_SUBMITTED);
  if (event.work && event.failure.load(std::memory_order_relaxed) == UR_RESULT_SUCCESS) {
    event.queue->pool().submit(event);
    return nullptr;
  }
  commandStarts(event);
  return &event;
}

// Returns the status of a command whose work is done.
ur_event_status_t finalStatus(const ur_event_handle_t_ &event) {
  return event.failure.load(std::memory_order_relaxed) == UR_RESULT_SUCCESS
             ? UR_EVENT_STATUS_COMPLETE
             : UR_EVENT_STATUS_ERROR;
}

// Releases the dependents of a command. Those without work that become ready are pushed to `next`,
// linked by nextReady, so that the caller can loop over them without recursion.
void releaseSuccessors(const Successors &successors, ur_event_status_t status,
                       ur_event_handle_t &next) {
  for (ur_event_handle_t successor : successors) {
    const Ref<ur_event_handle_t_> held(
        successor); // submit() uses its queue's pool after the command may have completed
    if (status != UR_EVENT_STATUS_COMPLETE)
      successor->failure.store(UR_RESULT_ERROR_IN_EVENT_LIST_EXEC_STATUS,
                               std::memory_order_relaxed);
    if (ur_event_handle_t finished = releaseOneDependency(*successor)) {
      finished->nextReady = next;
      next = finished;
    }
  }
}

// Completes one command.
void finishOne(ur_event_handle_t_ &event, ur_event_handle_t &next) {
  event.profile.mark(event.profile.ended);
  event.work.reset();
  const ur_event_status_t status = finalStatus(event);
  Successors successors;
  std::vector<Event::Callback> callbacks;
  {
    const std::lock_guard guard(event.lock);
    successors = std::move(event.successors);
    callbacks.swap(event.callbacks);
    event.status.store(status, std::memory_order_release);
  }
  event.queue->remove(event);
  event.status.notify_all();
  event.queue->pool().commandCompleted();
  releaseSuccessors(successors, status, next);
  for (const auto &callback : callbacks)
    post(event, callback);
  adapter::release(&event); // the scheduler's reference
}

// Completes commands that are linked by nextReady, and those that become ready by that.
void finishChain(ur_event_handle_t next) {
  while (ur_event_handle_t current = next) {
    next = current->nextReady;
    finishOne(*current, next);
  }
}

// Returns whether the commands of a wait list have completed without errors.
bool areComplete(uint32_t count, const ur_event_handle_t *events) {
  for (uint32_t i = 0; i < count; ++i)
    if (events[i]->reusable ||
        events[i]->status.load(std::memory_order_acquire) != UR_EVENT_STATUS_COMPLETE)
      return false;
  return true;
}

/// Returns whether the next command of a queue may run: what it waits for has succeeded. The lock
/// must be held. The status is acquired, so that the command sees what earlier ones wrote.
bool isIdle(const ur_queue_handle_t_ &queue) {
  ur_event_handle_t const before = queue.inOrder ? queue.last : queue.barrier;
  return !before || before->status.load(std::memory_order_acquire) == UR_EVENT_STATUS_COMPLETE;
}

// Adds a command to its queue if no command of the queue has to complete before. Otherwise changes
// nothing.
bool joinIdleQueue(ur_event_handle_t_ &event) {
  ur_queue_handle_t_ &queue = *event.queue;
  const std::lock_guard guard(queue.lock);
  if (!isIdle(queue))
    return false;
  queue.append(event);
  return true;
}

// Runs work that nobody gets an event of while no other thread can enqueue a command: they would
// have nothing to wait for.
Result<bool> runUnseen(ur_queue_handle_t_ &queue, Work &work) {
  const std::lock_guard guard(queue.lock);
  if (!isIdle(queue))
    return false;
  if (const ur_result_t failure = WorkerPool::runHere(work))
    return makeError(failure, "The command failed.");
  return true;
}

Result<void> checkSucceeded(const ur_event_handle_t_ &event) {
  if (const ur_result_t failure = event.failure.load(std::memory_order_relaxed))
    return makeError(failure, "The command failed.");
  return {};
}

Ref<ur_event_handle_t_> makeEvent(const EnqueueParameters &parameters, std::unique_ptr<Work> work) {
  auto event = Ref<ur_event_handle_t_>::adopt(
      new ur_event_handle_t_(parameters.queue, parameters.type, std::move(work)));
  event->profile.enabled |= parameters.isTimestamp;
  event->profile.isTimestamp = parameters.isTimestamp;
  if (parameters.signals)
    event->profile.enabled |= parameters.signals->reusable->profiled;
  event->profile.mark(event->profile.queued);
  return event;
}

} // namespace

void addDependency(ur_event_handle_t_ &later, ur_event_handle_t_ &earlier) {
  const std::lock_guard guard(earlier.lock);
  if (earlier.isComplete()) {
    if (earlier.failure.load(std::memory_order_relaxed) != UR_RESULT_SUCCESS)
      later.failure.store(UR_RESULT_ERROR_IN_EVENT_LIST_EXEC_STATUS, std::memory_order_relaxed);
    return;
  }
  earlier.successors.push_back(&later);
  later.pending.fetch_add(1, std::memory_order_relaxed);
}

void addDependencies(ur_event_handle_t_ &later, uint32_t count, const ur_event_handle_t *events) {
  for (uint32_t i = 0; i < count; ++i) {
    if (!events[i]->reusable)
      addDependency(later, *events[i]);
    else if (const Ref<ur_event_handle_t_> command = commandOf(*events[i]))
      addDependency(later, *command);
  }
}

void joinQueue(const EnqueueParameters &parameters, ur_event_handle_t_ &first,
               ur_event_handle_t_ &last) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  const std::lock_guard guard(queue.lock);
  if (queue.inOrder) {
    if (queue.last)
      addDependency(first, *queue.last);
  } else if (parameters.waitsForAll) {
    for (ur_event_handle_t earlier = queue.first; earlier; earlier = earlier->nextInQueue)
      addDependency(first, *earlier);
  } else if (queue.barrier) {
    addDependency(first, *queue.barrier);
  }
  queue.append(last);
  if (parameters.blocksQueue)
    queue.barrier = &last;
}

void releaseDependency(ur_event_handle_t_ &event) {
  if (ur_event_handle_t finished = releaseOneDependency(event))
    finishCommand(*finished);
}

Result<bool> runAtOnce(const EnqueueParameters &parameters, Work &work) {
  WorkerPool &pool = parameters.queue->pool();
  if (parameters.waitsForAll || parameters.blocksQueue || parameters.signals ||
      adapter::Captures<Recordings>::mayCapture(parameters) || !pool.canRunHere(work) ||
      !areComplete(parameters.waitCount, parameters.waitList))
    return false;
  if (!parameters.phEvent && !work.needsMemory)
    return runUnseen(*parameters.queue, work);
  auto event = makeEvent(parameters, nullptr);
  if (!joinIdleQueue(*event))
    return false;
  event->profile.mark(event->profile.submitted);
  event->profile.mark(event->profile.started);
  pool.runHere(*event, work);
  event->profile.mark(event->profile.ended);
  Successors successors;
  const ur_event_status_t status = finalStatus(*event);
  {
    // Nobody else has the handle yet: dependents and waiting threads come from the queue, under its
    // lock. So the event's lock is not needed.
    const std::lock_guard guard(parameters.queue->lock);
    successors = std::move(event->successors);
    event->status.store(status, std::memory_order_release);
    parameters.queue->unlink(*event);
  }
  event->status.notify_all();
  ur_event_handle_t next = nullptr;
  releaseSuccessors(successors, status, next);
  finishChain(next);
  if (parameters.blocking)
    URSA_CHECK(checkSucceeded(*event));
  if (parameters.phEvent)
    *parameters.phEvent = event.detach();
  return true;
}

Result<void> enqueue(const EnqueueParameters &parameters, std::unique_ptr<Work> work) {
  if (adapter::Captures<Recordings>::mayCapture(parameters)) {
    URSA_TRY(const bool captured, adapter::Captures<Recordings>::add(parameters, work));
    if (captured)
      return {};
  }
  if (work && work->isShort) {
    URSA_TRY(const bool hasRun, runAtOnce(parameters, *work));
    if (hasRun)
      return {};
  }
  const auto event = makeEvent(parameters, std::move(work));
  adapter::retain(event.get()); // the scheduler's reference
  parameters.queue->pool().commandEnqueued();
  addDependencies(*event, parameters.waitCount, parameters.waitList);
  joinQueue(parameters, *event, *event);
  if (parameters.signals) {
    signalBy(*parameters.signals, *event);
  } else if (parameters.phEvent) {
    adapter::retain(event.get());
    *parameters.phEvent = event.get();
  }
  releaseDependency(*event);
  if (!parameters.blocking)
    return {};
  parameters.queue->pool().waitFor(*event);
  return checkSucceeded(*event);
}

void commandStarts(ur_event_handle_t_ &event) {
  event.profile.mark(event.profile.started);
  advance(event, UR_EVENT_STATUS_RUNNING);
}

void finishCommand(ur_event_handle_t_ &event) {
  ur_event_handle_t next = nullptr;
  finishOne(event, next);
  finishChain(next);
}

void finishQueue(ur_queue_handle_t_ &queue) {
  CommandList commands;
  queue.collectIncomplete(commands);
  // Waits for the last command first: workers start with the first one, and this thread runs the
  // command that it waits for.
  for (size_t i = commands.size(); i-- > 0;)
    queue.pool().waitFor(*commands[i], &queue);
}

Result<void> waitForEvents(uint32_t count, const ur_event_handle_t *events) {
  if (areComplete(count, events))
    return {};
  CommandList commands; // retained, because a reusable event may be signalled again meanwhile
  for (uint32_t i = 0; i < count; ++i)
    commands.push_back(commandOf(*events[i]));
  for (size_t i = count; i-- > 0;) // same order as in finishQueue
    if (commands[i])
      commands[i]->queue->pool().waitFor(*commands[i]);
  for (uint32_t i = 0; i < count; ++i)
    if (commands[i] && commands[i]->failure.load(std::memory_order_relaxed) != UR_RESULT_SUCCESS)
      return makeError(UR_RESULT_ERROR_IN_EVENT_LIST_EXEC_STATUS,
                       "The command of event {} of {} failed.", i, count);
  return {};
}

void setCallback(ur_event_handle_t_ &event, const Event::Callback &callback) {
  if (event.reusable) {
    Event::Callback withEvent = callback;
    withEvent.reusable = Ref<ur_event_handle_t_>(&event);
    if (const Ref<ur_event_handle_t_> command = commandOf(event))
      setCallback(*command, withEvent);
    else
      post(event, withEvent);
    return;
  }
  {
    const std::lock_guard guard(event.lock);
    event.callbacks.push_back(callback);
    event.hasCallbacks.store(true, std::memory_order_seq_cst);
    const bool isDue = event.isComplete() || event.status.load(std::memory_order_seq_cst) <=
                                                 static_cast<uint32_t>(callback.status);
    if (!isDue)
      return;
    event.callbacks.pop_back();
  }
  post(event, callback);
}

bool comesBeforeInQueue(const ur_event_handle_t_ &earlier, const ur_event_handle_t_ &later) {
  if (earlier.queue != later.queue || !earlier.queue->inOrder)
    return false;
  const uint64_t order = earlier.orderInQueue.load(std::memory_order_relaxed);
  return order != 0 && order < later.orderInQueue.load(std::memory_order_relaxed);
}

// Searches breadth-first from the earlier command along successors, which are alive while they wait
// for it.
bool dependsOn(const ur_event_handle_t_ &later, ur_event_handle_t_ &earlier) {
  std::array<Ref<ur_event_handle_t_>, 32> found;
  size_t count = 0;
  found[count++] = Ref<ur_event_handle_t_>(&earlier);
  for (size_t i = 0; i < count; ++i) {
    const std::lock_guard guard(found[i]->lock);
    for (ur_event_handle_t successor : found[i]->successors) {
      if (successor == &later || comesBeforeInQueue(*successor, later))
        return true;
      const auto isIt = [&](const auto &known) { return known.get() == successor; };
      if (count < found.size() && std::none_of(found.begin(), found.begin() + count, isIt))
        found[count++] = Ref<ur_event_handle_t_>(successor);
    }
  }
  return false;
}

} // namespace ursa::host
