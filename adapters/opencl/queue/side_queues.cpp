#include "adapters/opencl/queue/side_queues.h"

#include "adapters/opencl/driver/context.h"
#include "adapters/opencl/queue/command.h"
#include "adapters/opencl/queue/queue.h"

#include <algorithm>

namespace ursa::opencl {

Result<void> SideQueues::finish() {
  if (!isUsed_.load(std::memory_order_relaxed))
    return {};
  HostWaits tasks;
  std::vector<cl_command_queue> ids;
  {
    const std::lock_guard guard(mutex_);
    tasks = tasks_;
    for (const Side &side : sides_)
      ids.push_back(side.id);
  }
  tasks.wait();
  for (cl_command_queue id : ids)
    URSA_CHECK(checkCl(clFinish(id), "clFinish"));
  return {};
}

bool SideQueues::concern(const EnqueueParameters &parameters) {
  if (isUsed_.load(std::memory_order_relaxed))
    return true;
  const auto mayWait = [&](const ur_event_handle_t_ *event) {
    if (!event || event->context != queue_.context)
      return event != nullptr;
    return event->reusable ? event->reusable->waitsForHost.load(std::memory_order_relaxed)
                           : !event->queue || !event->hostWaits.empty();
  };
  if (parameters.waitList &&
      std::any_of(parameters.waitList, parameters.waitList + parameters.waitCount, mayWait))
    return true;
  if (parameters.blocksQueue && queue_.isUnordered())
    hasBarriers_.store(true, std::memory_order_relaxed);
  return false;
}

HostWaits SideQueues::floorWaits() {
  if (!isUsed_.load(std::memory_order_relaxed))
    return {};
  const std::lock_guard guard(mutex_);
  return floorWaits_;
}

void SideQueues::dropComplete() {
  tasks_.dropComplete();
  floorWaits_.dropComplete();
  if (floor_ && !isPending(floor_.get()))
    floor_.reset();
  bool isUsed = !tasks_.empty() || !floorWaits_.empty();
  for (Side &side : sides_) {
    side.hostWaits.dropComplete();
    if (side.last && !isPending(side.last.get()))
      side.last.reset();
    isUsed = isUsed || side.last;
  }
  isUsed_.store(isUsed, std::memory_order_relaxed);
}

bool SideQueues::isEmpty() {
  if (!isUsed_.load(std::memory_order_relaxed))
    return true;
  const std::lock_guard guard(mutex_);
  dropComplete();
  return tasks_.empty() &&
         std::ranges::none_of(sides_, [](const Side &side) { return side.last != nullptr; });
}

void SideQueues::addTask(const HostWaits &hostWaits) {
  const std::lock_guard guard(mutex_);
  isUsed_.store(true, std::memory_order_relaxed);
  (queue_.isUnordered() ? tasks_ : floorWaits_).add(hostWaits);
}

Result<HeldEvent> SideQueues::enqueueTimes(const HostWaits &hostWaits, cl_event after) {
  const std::lock_guard guard(mutex_);
  dropComplete();
  URSA_TRY(Side *const side, sideFor(hostWaits));
  URSA_TRY(HeldEvent event, enqueueTimestamp(*queue_.context, side->id, 1, &after));
  URSA_TRY(side->last, hold(event.get()));
  URSA_CHECK(checkCl(clFlush(side->id), "clFlush"));
  return event;
}

void SideQueues::keepUntilTasksEnd() {
  tasks_.dropComplete();
  const std::vector<cl_event> list = tasks_.events();
  if (!list.empty())
    (void)enqueueMarker(queue_.id, static_cast<cl_uint>(list.size()), list.data());
}

// A command may follow those that wait for nothing that it does not wait for itself. The mutex is
// held.
Result<SideQueues::Side *> SideQueues::sideFor(const HostWaits &hostWaits) {
  Side *best = nullptr;
  for (Side &side : sides_)
    if (side.hostWaits.areWithin(hostWaits) &&
        (!best || side.hostWaits.size() > best->hostWaits.size()))
      best = &side;
  if (!best) {
    URSA_TRY(cl_command_queue id, createNativeQueue(queue_.context->id, *queue_.device,
                                                    queue_.flags | UR_QUEUE_FLAG_PROFILING_ENABLE));
    queue_.context->addSideQueue(id, &queue_);
    best = &sides_.emplace_back(Side{id, {}, nullptr});
  }
  best->hostWaits.add(hostWaits);
  isUsed_.store(true, std::memory_order_relaxed);
  return best;
}

Result<void> Placement::take(const adapter::EnqueueParameters &parameters,
                             const HostWaits &further) {
  ur_queue_handle_t_ &queue = *parameters.queue;
  queue_ = queue.id;
  sides_ = queue.sides.get();
  const bool isConcerned = sides_ && (sides_->concern(parameters) || !further.empty());
  URSA_CHECK(waits_.take(parameters.waitCount, parameters.waitList, *queue.context,
                         isConcerned ? &hostWaits_ : nullptr));
  if (!isConcerned)
    return {};
  hostWaits_.add(further);
  while (true) {
    lock_ = std::unique_lock(sides_->mutex_);
    URSA_TRY(const bool isPlaced, place(parameters));
    if (isPlaced)
      break;
    const HostWaits before = hostWaits_;
    lock_.unlock();
    before.wait();
  }
  if (!side_)
    lock_.unlock();
  return {};
}

// Adds everything in the queue so far to what the commands wait for. Nothing is added if all is in
// the first queue.
Result<void> Placement::addEverything() {
  const size_t before = list_.size();
  hostWaits_.add(sides_->tasks_);
  for (cl_event task : sides_->tasks_.events())
    URSA_CHECK(keepInList(task));
  for (const SideQueues::Side &side : sides_->sides_) {
    if (!side.last)
      continue;
    hostWaits_.add(side.hostWaits);
    URSA_CHECK(keepInList(side.last.get()));
  }
  if (list_.size() == before)
    return {};
  URSA_TRY(HeldEvent marker, enqueueMarker(queue_, 0, nullptr));
  list_.push_back(marker.get());
  held_.push_back(std::move(marker));
  return {};
}

// Everything in the first queue that waits for the host is a barrier or behind one, so a marker
// waits for no more of that than the barriers do.
Result<void> Placement::addBarriers() {
  if (sides_->hasBarriers_.exchange(false, std::memory_order_relaxed)) {
    URSA_TRY(sides_->floor_, enqueueMarker(queue_, 0, nullptr));
  }
  return sides_->floor_ ? keepInList(sides_->floor_.get()) : Result<void>();
}

Result<void> Placement::keepInList(cl_event event) {
  URSA_TRY(HeldEvent held, hold(event));
  list_.push_back(event);
  held_.push_back(std::move(held));
  return {};
}

// Returns false if the host must wait before a blocking command. An ordered queue lets all its
// commands wait anyway.
Result<bool> Placement::place(const adapter::EnqueueParameters &parameters) {
  sides_->dropComplete();
  hostWaits_.dropComplete();
  const bool isOrdered = !parameters.queue->isUnordered();
  if (!isOrdered) {
    const cl_event *const waits = waits_.data();
    list_.assign(waits, waits + waits_.size());
    held_.clear();
    isOwnList_ = true;
    if (parameters.waitsForAll)
      URSA_CHECK(addEverything());
  }
  const bool blocksLater = isOrdered || parameters.blocksQueue;
  const bool isAside = !blocksLater && !hostWaits_.areWithin(sides_->floorWaits_);
  if (isAside && parameters.blocking)
    return false;
  hostWaits_.add(sides_->floorWaits_);
  if (isAside) {
    URSA_TRY(side_, sides_->sideFor(hostWaits_));
    URSA_CHECK(addBarriers());
    URSA_CHECK(checkCl(clFlush(queue_), "clFlush"));
    queue_ = side_->id;
  } else if (blocksLater) {
    if (!isOrdered)
      sides_->hasBarriers_.store(true, std::memory_order_relaxed);
    sides_->floorWaits_ = hostWaits_;
    if (!hostWaits_.empty())
      sides_->isUsed_.store(true, std::memory_order_relaxed);
  }
  return true;
}

Result<void> Placement::done(cl_event last) {
  URSA_TRY(side_->last, hold(last));
  return checkCl(clFlush(side_->id), "clFlush");
}

HostWaits Placement::hostWaits() const {
  HostWaits all = hostWaits_;
  if (sides_ && !side_)
    all.add(sides_->floorWaits());
  return all;
}

Result<void> enqueueWithSides(const EnqueueParameters &parameters, const char *call,
                              const NativeEnqueue &native) {
  Placement place;
  URSA_CHECK(place.take(parameters));
  parameters.queue->recordCommand();
  const bool isWanted = parameters.phEvent || place.isAside();
  cl_event made = nullptr;
  URSA_CHECK(
      checkCl(native(place.queue(), place.size(), place.data(), isWanted ? &made : nullptr), call));
  HeldEvent event(made);
  if (place.isAside())
    URSA_CHECK(place.done(event.get()));
  if (parameters.phEvent)
    *parameters.phEvent =
        new ur_event_handle_t_(parameters.queue->context, parameters.queue, parameters.type,
                               event.release(), place.hostWaits());
  return {};
}

} // namespace ursa::opencl
