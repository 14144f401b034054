#include "adapters/host/scheduler.h"

#include "adapters/host/queue.h"
#include "adapters/host/worker_pool.h"

#include <mutex>

namespace ursa::host {
namespace {

using adapter::Ref;

// Callbacks whose turn has come. Statuses count down: complete is 0, queued is 3.
std::vector<ur_event_handle_t_::Callback> takeDue(ur_event_handle_t_ &event, uint32_t status) {
  std::vector<ur_event_handle_t_::Callback> due;
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

void call(ur_event_handle_t_ &event, const ur_event_handle_t_::Callback &callback) {
  callback.function(&event, callback.status, callback.userData);
}

void advance(ur_event_handle_t_ &event, ur_event_status_t status) {
  std::vector<ur_event_handle_t_::Callback> due;
  {
    const std::lock_guard guard(event.lock);
    event.status.store(status, std::memory_order_release);
    if (!event.callbacks.empty())
      due = takeDue(event, status);
  }
  for (const auto &callback : due)
    call(event, callback);
}

// Makes `later` wait for `earlier`, unless that is complete.
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

// Takes one dependency away. Returns the event when it has become complete by that, having nothing
// to run; null when the pool has it or it still waits.
ur_event_handle_t satisfy(ur_event_handle_t_ &event) {
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

// Completes one command. Events without work that become complete by it are pushed to `next`,
// linked by nextReady: a loop over them instead of recursion, whatever their number.
void finishOne(ur_event_handle_t_ &event, ur_event_handle_t &next) {
  event.profile.mark(event.profile.ended);
  event.work.reset();
  const ur_result_t failure = event.failure.load(std::memory_order_relaxed);
  const ur_event_status_t status =
      failure == UR_RESULT_SUCCESS ? UR_EVENT_STATUS_COMPLETE : UR_EVENT_STATUS_ERROR;
  std::vector<ur_event_handle_t> successors;
  std::vector<ur_event_handle_t_::Callback> callbacks;
  {
    const std::lock_guard guard(event.lock);
    successors.swap(event.successors);
    callbacks.swap(event.callbacks);
    event.status.store(status, std::memory_order_release);
  }
  event.queue->remove(event);
  event.status.notify_all();
  event.queue->pool().commandCompleted();
  for (ur_event_handle_t successor : successors) {
    if (failure != UR_RESULT_SUCCESS)
      successor->failure.store(UR_RESULT_ERROR_IN_EVENT_LIST_EXEC_STATUS,
                               std::memory_order_relaxed);
    if (ur_event_handle_t finished = satisfy(*successor)) {
      finished->nextReady = next;
      next = finished;
    }
  }
  for (const auto &callback : callbacks)
    call(event, callback);
  adapter::release(&event); // the scheduler's reference
}

} // namespace

Result<void> checkEnqueue(const EnqueueParameters &parameters) {
  if (!parameters.queue)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "The handle hQueue is null.");
  if ((parameters.waitCount == 0) != (parameters.waitList == nullptr))
    return makeError(UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST,
                     "numEventsInWaitList is {}, and phEventWaitList is {}.", parameters.waitCount,
                     parameters.waitList ? "not null" : "null");
  for (uint32_t i = 0; i < parameters.waitCount; ++i)
    if (!parameters.waitList[i])
      return makeError(UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST,
                       "Event {} of {} in the wait list is null.", i, parameters.waitCount);
  return {};
}

Result<void> enqueue(const EnqueueParameters &parameters, std::unique_ptr<Work> work) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  // The scheduler's reference; a second one is for whoever looks at the event below.
  auto *event = new ur_event_handle_t_(&queue, parameters.type, std::move(work));
  const Ref<ur_event_handle_t_> handle(event);
  event->profile.enabled |= parameters.isTimestamp;
  event->profile.isTimestamp = parameters.isTimestamp;
  event->profile.mark(event->profile.queued);
  queue.pool().commandEnqueued();
  for (uint32_t i = 0; i < parameters.waitCount; ++i)
    addDependency(*event, *parameters.waitList[i]);
  {
    const std::lock_guard guard(queue.lock);
    if (queue.inOrder) {
      if (queue.last)
        addDependency(*event, *queue.last);
    } else if (parameters.waitsForAll) {
      for (ur_event_handle_t earlier = queue.first; earlier; earlier = earlier->nextInQueue)
        addDependency(*event, *earlier);
    } else if (queue.barrier) {
      addDependency(*event, *queue.barrier);
    }
    queue.append(*event);
    if (parameters.blocksQueue)
      queue.barrier = event;
  }
  if (parameters.phEvent) {
    adapter::retain(event);
    *parameters.phEvent = event;
  }
  if (ur_event_handle_t finished = satisfy(*event))
    finishCommand(*finished);
  if (!parameters.blocking)
    return {};
  queue.pool().waitFor(*event);
  if (const ur_result_t failure = event->failure.load(std::memory_order_relaxed))
    return makeError(failure, "The command failed.");
  return {};
}

void commandStarts(ur_event_handle_t_ &event) {
  event.profile.mark(event.profile.started);
  advance(event, UR_EVENT_STATUS_RUNNING);
}

void finishCommand(ur_event_handle_t_ &event) {
  ur_event_handle_t next = nullptr;
  finishOne(event, next);
  while (ur_event_handle_t current = next) {
    next = current->nextReady;
    finishOne(*current, next);
  }
}

void finishQueue(ur_queue_handle_t_ &queue) {
  std::vector<Ref<ur_event_handle_t_>> commands;
  queue.collectIncomplete(commands);
  for (const auto &command : commands)
    queue.pool().waitFor(*command);
}

Result<void> waitForEvents(uint32_t count, const ur_event_handle_t *events) {
  for (uint32_t i = 0; i < count; ++i)
    events[i]->queue->pool().waitFor(*events[i]);
  for (uint32_t i = 0; i < count; ++i)
    if (events[i]->failure.load(std::memory_order_relaxed) != UR_RESULT_SUCCESS)
      return makeError(UR_RESULT_ERROR_IN_EVENT_LIST_EXEC_STATUS,
                       "The command of event {} of {} failed.", i, count);
  return {};
}

void setCallback(ur_event_handle_t_ &event, const ur_event_handle_t_::Callback &callback) {
  {
    const std::lock_guard guard(event.lock);
    const bool isDue =
        event.isComplete() || event.status.load() <= static_cast<uint32_t>(callback.status);
    if (!isDue) {
      event.callbacks.push_back(callback);
      return;
    }
  }
  call(event, callback);
}

} // namespace ursa::host
