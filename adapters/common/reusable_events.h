// The events of urEventCreateExp that are alive. Programs may leave anything where a barrier puts
// its event, so that a value is looked up before it is taken for an event.
#pragma once

#include "core/support/last_error.h"
#include "ur_api.h"

#include <mutex>
#include <unordered_set>

namespace ursa::adapter {

/// Thread safe.
class ReusableEvents {
public:
  /// Never freed: events may be released from static destructors.
  static ReusableEvents &instance() {
    static ReusableEvents &events = *new ReusableEvents;
    return events;
  }

  void add(const void *event) {
    const std::lock_guard guard(mutex_);
    events_.insert(event);
  }
  void remove(const void *event) {
    const std::lock_guard guard(mutex_);
    events_.erase(event);
  }
  /// Whether a value that the application handed over is such an event.
  bool contains(const void *event) {
    const std::lock_guard guard(mutex_);
    return events_.contains(event);
  }

private:
  std::mutex mutex_; ///< guards events_
  std::unordered_set<const void *> events_;
};

inline Result<void> checkEventFlags(ur_exp_event_flags_t flags) {
  if (flags & UR_EXP_EVENT_FLAGS_MASK)
    return makeError(UR_RESULT_ERROR_INVALID_ENUMERATION, "The event flags {:#x} are not defined.",
                     flags);
  if (flags & UR_EXP_EVENT_FLAG_IPC_EXP)
    return makeError(UR_RESULT_ERROR_UNSUPPORTED_FEATURE,
                     "Events of this device cannot be shared with other processes.");
  return {};
}

} // namespace ursa::adapter
