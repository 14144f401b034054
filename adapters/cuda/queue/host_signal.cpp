#include "adapters/cuda/queue/host_signal.h"

#include "adapters/cuda/queue/stream.h"

#include <deque>

namespace ursa::cuda {
namespace {

/// Calls functions one after the other, also those that are added meanwhile, so that a long chain
/// of commands needs no deep stack.
void callAll(std::vector<std::function<void()>> functions) {
  using Calls = std::deque<std::function<void()>>;
  thread_local Calls *current = nullptr;
  if (current) {
    std::move(functions.begin(), functions.end(), std::back_inserter(*current));
    return;
  }
  Calls calls(std::move_iterator(functions.begin()), std::move_iterator(functions.end()));
  current = &calls;
  while (!calls.empty()) {
    calls.front()();
    calls.pop_front();
  }
  current = nullptr;
}

} // namespace

void HostSignal::give(Result<MarkerPointer> outcome) {
  std::vector<std::function<void()>> followers;
  HostSignals after; // released without the lock, as the next one
  MarkerPointer turn;
  {
    const std::lock_guard guard(mutex_);
    if (isGiven())
      return;
    after.swap(after_);
    turn.swap(turn_);
    outcome_.emplace(std::move(outcome));
    isGiven_.store(true, std::memory_order_release);
    followers.swap(followers_);
    changed_.notify_all();
  }
  callAll(std::move(followers));
}

void HostSignal::then(std::function<void()> follower) {
  {
    const std::lock_guard guard(mutex_);
    if (!isGiven()) {
      followers_.push_back(std::move(follower));
      return;
    }
  }
  follower();
}

void HostSignal::setTurn(MarkerPointer turn) {
  const std::lock_guard guard(mutex_);
  if (isGiven())
    return;
  turn_ = std::move(turn);
  changed_.notify_all();
}

HostSignalPointer HostSignal::firstMissing() {
  const std::lock_guard guard(mutex_);
  for (const HostSignalPointer &signal : after_)
    if (!signal->isGiven())
      return signal;
  return nullptr;
}

// The driver tells of a lost context only those who wait for it. So this looks for the host task
// that is next, and waits until the driver begins it.
Result<void> HostSignal::wait(bool isAsleep) {
  while (!isGiven()) {
    HostSignalPointer next = shared_from_this();
    while (HostSignalPointer before = next->firstMissing())
      next = std::move(before);
    MarkerPointer turn;
    {
      std::unique_lock lock(next->mutex_);
      next->changed_.wait(lock, [&] { return next->isGiven() || next->turn_; });
      if (next->isGiven())
        continue;
      turn = next->turn_;
    }
    URSA_CHECK(isAsleep ? turn->waitAsleep() : turn->wait());
    std::unique_lock lock(next->mutex_);
    next->changed_.wait(lock, [&] { return next->isGiven(); });
  }
  return {};
}

} // namespace ursa::cuda
