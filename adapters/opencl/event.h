// Events: the driver's, with the UR command that they stand for.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/opencl/cl.h"

#include <array>
#include <memory>
#include <mutex>

namespace ursa::opencl {

struct ReleaseEvent {
  using pointer = cl_event;
  void operator()(cl_event event) const { clReleaseEvent(event); }
};
/// The driver's event with a reference of its own.
using HeldEvent = std::unique_ptr<cl_event, ReleaseEvent>;
/// Null of null.
Result<HeldEvent> hold(cl_event event);

/// What only reusable events have: commands of command buffers, or barriers, signal them, one after
/// the other.
struct ReusableSignal {
  explicit ReusableSignal(bool profiled) : isProfiled(profiled) {}

  const bool isProfiled; ///< barriers that signal it keep their times
  std::mutex mutex;      ///< guards command
  HeldEvent command;     ///< the one that was last enqueued to signal the event; null when none was
};

} // namespace ursa::opencl

struct ur_event_handle_t_ : ursa::adapter::HandleBase {
  /// Takes over the driver's reference.
  /// @param hQueue null when the event came from a native handle
  ur_event_handle_t_(ur_context_handle_t hContext, ur_queue_handle_t hQueue, ur_command_t command,
                     cl_event event);
  /// A reusable event, which commands of that type signal.
  ur_event_handle_t_(ur_context_handle_t hContext, ur_command_t command, bool isProfiled = false);
  ~ur_event_handle_t_();

  /// The driver's event: of a reusable one that of the command which was last enqueued to signal
  /// it. Null when there is none, which counts as complete.
  ursa::Result<ursa::opencl::HeldEvent> current() const;

  const ur_context_handle_t context; ///< a reference is held
  const ur_queue_handle_t queue;     ///< likewise, or null
  const ur_command_t type;
  const cl_event id; ///< null for a reusable event
  const std::unique_ptr<ursa::opencl::ReusableSignal> reusable;
  /// Of an execution of recorded commands: the marker that it begins with. Null for others.
  ursa::opencl::HeldEvent beginning;
};

namespace ursa::opencl {

/// Makes a reusable event stand for a command.
void signalBy(ur_event_handle_t_ &event, HeldEvent command);

/// A marker after these events; after all commands of the queue if there are none.
Result<HeldEvent> enqueueMarker(cl_command_queue queue, cl_uint count, const cl_event *after);

/// The same of events only (at least one), for a queue of the context that keeps times: its event
/// has them, which those of markers and barriers have not with every driver.
Result<HeldEvent> enqueueMoment(ur_context_handle_t_ &context, cl_command_queue queue,
                                cl_uint count, const cl_event *after);

/// An event of the context, which clSetUserEventStatus completes.
Result<HeldEvent> userEvent(const ur_context_handle_t_ &context);

/// A user event of the context that completes, or fails, when the event of another one does.
Result<HeldEvent> follow(cl_event event, const ur_context_handle_t_ &context);

/// A user event that is complete, for wait lists that would be empty.
Result<HeldEvent> completeEvent(const ur_context_handle_t_ &context);

/// The driver's events of a wait list; short ones need no memory of the heap.
class WaitList {
public:
  WaitList() = default;
  WaitList(const WaitList &) = delete;
  WaitList &operator=(const WaitList &) = delete;

  /// @param context of the queue that is to wait. OpenCL takes events of that context only: others
  ///                are followed by user events of it
  /// Errors: UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST when count and list disagree or one is null.
  Result<void> take(uint32_t count, const ur_event_handle_t *events,
                    const ur_context_handle_t_ &context);

  cl_uint size() const { return size_; }
  /// Null when empty, as OpenCL wants it.
  const cl_event *data() const {
    return size_ == 0 ? nullptr : long_.empty() ? short_.data() : long_.data();
  }

private:
  static constexpr cl_uint kInline = 8;
  cl_uint size_ = 0;
  std::array<cl_event, kInline> short_{};
  std::vector<cl_event> long_;
  std::vector<HeldEvent> held_; ///< those of the list that are not the handles' own
};

} // namespace ursa::opencl
