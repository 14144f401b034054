#include "sycl/api/deferred_events.h"

#include "sycl/api/error.h"

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

inline namespace ursa_sycl {
namespace sycl::detail {

DeferredEvent::~DeferredEvent() {
  if (const ur_event_handle_t handle = handle_.load(std::memory_order_acquire))
    (void)urEventRelease(handle);
}

DeferredEvents::~DeferredEvents() {
  // Events of the program keep their queue alive, so that nobody else has these.
  delete current_;
  delete spare_;
}

void DeferredEvents::lockContended() {
  do
    std::this_thread::yield(); // a launch may run a small kernel
  while (isLocked_.load(std::memory_order_relaxed) ||
         isLocked_.exchange(true, std::memory_order_acquire));
}

DeferredEvent *DeferredEvents::next(bool mayDefer) {
  settle();
  if (!mayDefer || others_ > 0)
    return nullptr;
  if (eager_ > 0) {
    --eager_;
    return nullptr;
  }
  return spare_ ? std::exchange(spare_, nullptr) : new (std::nothrow) DeferredEvent;
}

// The program's event is gone.
void DeferredEvents::giveBack(DeferredEvent *event) {
  event->owner_.store(DeferredEvent::Owner::Both, std::memory_order_relaxed);
  delete std::exchange(spare_, event);
}

void DeferredEvents::settle() {
  if (!current_)
    return;
  if (current_->owner_.load(std::memory_order_acquire) != DeferredEvent::Owner::Queue)
    return makeCurrent();
  giveBack(std::exchange(current_, nullptr));
  kept_ = 0;
}

// Makes the event of the last command, which somebody else has or had.
void DeferredEvents::makeCurrent() {
  DeferredEvent *const event = std::exchange(current_, nullptr);
  ur_event_handle_t handle = nullptr;
  const ur_result_t result = urEnqueueEventsWait(queue_, 0, nullptr, &handle);
  event->error_.store(result, std::memory_order_relaxed);
  event->handle_.store(handle, std::memory_order_release);
  if (event->owner_.exchange(DeferredEvent::Owner::Program, std::memory_order_acq_rel) ==
      DeferredEvent::Owner::Queue)
    delete event;
  constexpr unsigned kMostDoublings = 7;
  kept_ = std::min(kept_ + 1, kMostDoublings);
  eager_ = 2U << kept_;
}

ur_event_handle_t DeferredEvents::make(DeferredEvent &event) {
  if (const ur_event_handle_t handle = event.handle_.load(std::memory_order_acquire))
    return handle;
  lock();
  if (&event == current_)
    makeCurrent();
  unlock();
  const ur_event_handle_t handle = event.handle_.load(std::memory_order_acquire);
  if (!handle)
    throw makeException(event.error_.load(std::memory_order_relaxed), "Making an event");
  return handle;
}

void DeferredEvents::makeKept() {
  if (!isAllowed_.load(std::memory_order_relaxed))
    return;
  lock();
  settle();
  unlock();
}

void DeferredEvents::forbid() {
  lock();
  settle();
  isAllowed_.store(false, std::memory_order_relaxed);
  unlock();
}

void DeferredEvents::begin() {
  lock();
  settle();
  ++others_;
  unlock();
}

void DeferredEvents::end() {
  lock();
  --others_;
  unlock();
}

} // namespace sycl::detail
} // namespace ursa_sycl
