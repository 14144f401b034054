// Events: the moments when their commands are done, and the times of their commands. A reusable
// event is made by itself, and stands for the last barrier that was given it.
#pragma once

#include "adapters/common/event_profile.h"
#include "adapters/common/handle.h"
#include "adapters/vulkan/timeline.h"

#include <memory>
#include <mutex>

struct ur_event_handle_t_ : ursa::adapter::HandleBase {
  /// @param hQueue null for an event of no command: one from outside, or of a command buffer's
  ///               command before the first execution
  ur_event_handle_t_(ur_context_handle_t hContext, ur_queue_handle_t hQueue, ur_command_t command);
  /// A reusable event. @param profiled whether it keeps times, whatever the queues do
  ur_event_handle_t_(ur_context_handle_t hContext, bool profiled);
  ~ur_event_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const ur_command_t type;
  const bool isReusable = false;
  const bool isProfiled = false; ///< of reusable events

  /// What the last command that signalled it left; of ordinary events it is set once.
  struct State {
    ur_queue_handle_t queue = nullptr; ///< a reference is held
    ursa::vulkan::PointSet begin;      ///< when what it waits for is done
    ursa::vulkan::PointSet done;
    std::shared_ptr<ursa::adapter::EventProfile> profile; ///< null without profiling
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

namespace ursa::vulkan {

/// The moments that the events of a list come to.
/// Errors: UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST when count and list disagree or one is null.
/// @param device of the queue that is to wait; moments of others are followed by its host
Result<PointSet> collectWaits(uint32_t count, const ur_event_handle_t *events,
                              ur_device_handle_t_ &device);

} // namespace ursa::vulkan
