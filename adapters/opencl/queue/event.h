// Events: the driver's event and the UR command that it stands for.
#pragma once

#include "adapters/common/handle.h"
#include "adapters/opencl/driver/cl.h"
#include "adapters/opencl/queue/host_waits.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

namespace ursa::opencl {

struct ReleaseEvent {
  using pointer = cl_event;
  void operator()(cl_event event) const { clReleaseEvent(event); }
};
/// Owns a reference to a driver's event.
using HeldEvent = std::unique_ptr<cl_event, ReleaseEvent>;
/// Adds a reference. Returns null for null.
Result<HeldEvent> hold(cl_event event);

/// The state of a reusable event, which commands of command buffers or barriers signal one after
/// the other.
struct ReusableSignal {
  explicit ReusableSignal(bool profiled) : isProfiled(profiled) {}

  const bool isProfiled; ///< barriers that signal it record profiling times
  std::mutex mutex;      ///< guards the members below
  HeldEvent command;   ///< the command that was enqueued last to signal the event; null if none was
  HostWaits hostWaits; ///< of that command
  std::atomic<bool> waitsForHost = false; ///< it had some when it was enqueued
};

struct Event : adapter::HandleBase {
  /// Takes ownership of the driver's reference.
  /// @param hQueue null when the event came from a native handle
  Event(ur_context_handle_t hContext, ur_queue_handle_t hQueue, ur_command_t command,
        cl_event event, HostWaits waits = {});
  /// Creates a reusable event that commands of this type signal.
  Event(ur_context_handle_t hContext, ur_command_t command, bool isProfiled = false);
  ~Event();

  /// Returns the driver's event; for a reusable event, that of the command enqueued last to signal
  /// it. Null if there is none, which counts as complete.
  Result<HeldEvent> current() const;

  const ur_context_handle_t context; ///< holds a reference
  const ur_queue_handle_t queue;     ///< holds a reference; may be null
  const ur_command_t type;
  const cl_event id; ///< null for a reusable event
  const std::unique_ptr<ReusableSignal> reusable;
  /// What the command waits for on the host, where its queue has side queues.
  const HostWaits hostWaits;
  /// The begin marker of an execution of recorded commands. Null for other events.
  HeldEvent beginning;
};

/// Makes a reusable event stand for a command.
void signalBy(ur_event_handle_t_ &event, HeldEvent command, const HostWaits &hostWaits = {});

/// Adds what commands that wait for an event wait for on the host. An event of the application may
/// depend on anything, so that it is the event itself.
Result<void> addHostWaits(const ur_event_handle_t_ &event, HostWaits &to);

/// Enqueues a marker after these events, or after all earlier commands if there are none.
Result<HeldEvent> enqueueMarker(cl_command_queue queue, cl_uint count, const cl_event *after);

/// Enqueues a timestamp after these events (at least one) in a queue of the context that records
/// profiling times. Unlike a marker or barrier, it has its own times with every driver.
Result<HeldEvent> enqueueTimestamp(ur_context_handle_t_ &context, cl_command_queue queue,
                                   cl_uint count, const cl_event *after);

/// Creates an event that clSetUserEventStatus completes.
Result<HeldEvent> userEvent(const ur_context_handle_t_ &context);

/// Creates a user event in @p context that completes, or fails, with an event of another context.
Result<HeldEvent> follow(cl_event event, const ur_context_handle_t_ &context);

/// Creates a completed user event for wait lists that must not be empty.
Result<HeldEvent> completeEvent(const ur_context_handle_t_ &context);

/// The driver's events of a wait list. Short lists need no heap allocation.
class WaitList {
public:
  WaitList() = default;
  WaitList(const WaitList &) = delete;
  WaitList &operator=(const WaitList &) = delete;

  /// @param context the context of the queue. OpenCL accepts only events of that context, so a user
  ///                event follows each other one
  /// @param hostWaits gets what the events wait for on the host; null if nobody needs that
  /// Errors: UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST when count and list disagree or one is null.
  Result<void> take(uint32_t count, const ur_event_handle_t *events,
                    const ur_context_handle_t_ &context, HostWaits *hostWaits = nullptr);

  cl_uint size() const { return size_; }
  /// Null if empty, as OpenCL requires.
  const cl_event *data() const {
    return size_ == 0 ? nullptr : long_.empty() ? short_.data() : long_.data();
  }

private:
  static constexpr cl_uint kInline = 8;
  cl_uint size_ = 0;
  std::array<cl_event, kInline> short_{};
  std::vector<cl_event> long_;
  std::vector<HeldEvent> held_; ///< the events of the list that the wait list owns
};

} // namespace ursa::opencl

struct ur_event_handle_t_ : ursa::opencl::Event {
  using Event::Event;
};
