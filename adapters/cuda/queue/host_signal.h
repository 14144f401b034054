// What commands wait for on the host: the end of a host task, and the submission of a command that
// is held back until then.
#pragma once

#include "support/result.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace ursa::cuda {

class Marker;
using MarkerPointer = std::shared_ptr<const Marker>;
class HostSignal;
using HostSignalPointer = std::shared_ptr<HostSignal>;
using HostSignals = std::vector<HostSignalPointer>;

/// Given once. Thread safe.
class HostSignal : public std::enable_shared_from_this<HostSignal> {
public:
  /// @param after signals that are given before
  explicit HostSignal(HostSignals after = {}) : after_(std::move(after)) {}

  bool isGiven() const noexcept { return isGiven_.load(std::memory_order_acquire); }
  /// Returns the point after the command that was submitted; null if nothing is left to do for the
  /// driver; or why there is none. The signal is given.
  const Result<MarkerPointer> &outcome() const { return *outcome_; }

  /// Gives the signal, and calls those that wait for it, or leaves that to a caller that this
  /// thread is in. Call without a lock.
  void give(Result<MarkerPointer> outcome);
  /// Calls a function when the signal is given; at once if it is.
  void then(std::function<void()> follower);

  /// The point before which the driver has not begun the host task. Without one, the signal comes
  /// without the driver's help.
  void setTurn(MarkerPointer turn);
  /// Blocks until the signal is given. Errors: the context is lost, and the signal never comes.
  /// @param isAsleep the thread sleeps meanwhile; for threads of the adapter
  Result<void> wait(bool isAsleep = false);

private:
  HostSignalPointer firstMissing();

  std::atomic<bool> isGiven_ = false;
  std::mutex mutex_;   ///< guards the members below
  HostSignals after_;  ///< empty when the signal is given
  MarkerPointer turn_; ///< null then
  std::condition_variable changed_;
  std::optional<Result<MarkerPointer>> outcome_; ///< not changed any more when the signal is given
  std::vector<std::function<void()>> followers_;
};

} // namespace ursa::cuda
