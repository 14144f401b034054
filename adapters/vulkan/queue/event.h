// Events: the timeline points and times of their commands. A reusable event is created on its own
// and stands for the last barrier that signalled it.
#pragma once

#include "adapters/common/event_profile.h"
#include "adapters/common/handle.h"
#include "adapters/vulkan/queue/timeline.h"

#include <memory>
#include <mutex>

namespace ursa::vulkan {

struct Event : adapter::HandleBase {
  /// @param hQueue null for an event without a command, that is, one from outside, or of a command
  /// buffer's command before the first execution
  Event(ur_context_handle_t hContext, ur_queue_handle_t hQueue, ur_command_t command);
  /// A reusable event.
  /// @param profiled whether it records times regardless of the queue
  Event(ur_context_handle_t hContext, bool profiled);
  ~Event();

  const ur_context_handle_t context; ///< a reference is held
  const ur_command_t type;
  const bool isReusable = false;
  const bool isProfiled = false; ///< of reusable events

  /// The state that the last signalling command set; for ordinary events it is set once.
  struct State {
    ur_queue_handle_t queue = nullptr; ///< a reference is held
    PointSet begin;                    ///< when its dependencies are complete
    PointSet done;
    std::shared_ptr<adapter::EventProfile> profile; ///< null without profiling
  };
  State state() const {
    const std::lock_guard guard(mutex_);
    return state_;
  }
  void set(State state);

private:
  mutable std::mutex mutex_; ///< guards state_
  State state_;
};

/// The timeline points of the events of a wait list.
/// Errors: UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST if count and list disagree or an event is null.
/// @param device of the waiting queue; the host waits for timeline points of other devices
Result<PointSet> collectWaits(uint32_t count, const ur_event_handle_t *events,
                              ur_device_handle_t_ &device);

} // namespace ursa::vulkan

struct ur_event_handle_t_ : ursa::vulkan::Event {
  using Event::Event;
};
