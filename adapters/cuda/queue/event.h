// Events: the marker after a command, what the command waited for, and its times. A reusable event
// is created on its own and stands for the last command that signalled it.
#pragma once

#include "adapters/common/event_profile.h"
#include "adapters/common/graph.h"
#include "adapters/common/handle.h"
#include "adapters/cuda/driver/native_context.h"
#include "adapters/cuda/queue/shared_event.h"

#include <memory>
#include <mutex>

namespace ursa::cuda {

/// The times of a command, which are read from the driver when somebody asks for them.
class CommandTimes {
public:
  /// @param isTimestamp the command records a time, and has no beginning
  CommandTimes(std::shared_ptr<const ClockBase> base, bool isTimestamp);

  /// Answers a query.
  Result<void> write(const adapter::InfoWriter &writer, ur_profiling_info_t query);

  /// @{ The driver gets the command, which began and ended at these markers. A timestamp has only
  /// the latter.
  void submit();
  void setBegin(MarkerPointer marker);
  void setEnd(MarkerPointer marker);
  /// @}
  /// @{ The host begins and ends the command.
  void begin();
  void end();
  /// @}

private:
  Result<void> read();

  const std::shared_ptr<const ClockBase> base_;
  std::mutex readMutex_; ///< held while the times are read; acquired before those of streams
  std::mutex mutex_;     ///< guards the markers
  MarkerPointer begin_;
  MarkerPointer end_;
  adapter::EventProfile profile_;
};

struct Event : adapter::HandleBase {
  /// An event without a command yet.
  Event(ur_context_handle_t hContext, ur_command_t command);
  /// A reusable event.
  /// @param profiled whether it records times regardless of the queue
  Event(ur_context_handle_t hContext, bool profiled);
  /// A reusable event that processes share, or one of another process.
  Event(ur_context_handle_t hContext, std::shared_ptr<const SharedEvent> sharedEvent,
        bool imported);
  ~Event();

  const ur_context_handle_t context; ///< a reference is held
  const ur_command_t type;
  const bool isReusable = false;
  const bool isProfiled = false;                   ///< of reusable events
  const bool isImported = false;                   ///< its commands are those of another event
  const std::shared_ptr<const SharedEvent> shared; ///< null if it is not shared

  /// The state that the last signalling command set; for ordinary events it is set once.
  struct State {
    ur_queue_handle_t queue = nullptr;   ///< a reference is held
    Markers after;                       ///< what the command waited for
    MarkerPointer done;                  ///< null: complete
    std::shared_ptr<CommandTimes> times; ///< null without profiling
    adapter::CapturedPoint captured;     ///< where the command is inside a graph
  };
  /// Returns what a function returns for the state, which does not change meanwhile. Ordinary
  /// events are visible when it is set for good, so only reusable ones need the lock.
  template <class Function> auto read(Function &&function) const {
    return isReusable || isImported ? function(copyState()) : function(state_);
  }
  /// Returns the state of an event whose state does not change any more; null for others.
  const State *finalState() const {
    return isReusable || isImported || mayBeInGraph() ? nullptr : &state_;
  }
  State state() const {
    return read([](const State &state) { return state; });
  }
  MarkerPointer done() const {
    return read([](const State &state) { return state.done; });
  }
  void set(State state);
  /// The same for an event that no other thread knows yet.
  void setFirst(State &&state);
  /// Returns false if its command is not inside a graph. Takes no lock.
  bool mayBeInGraph() const { return mayBeInGraph_.load(std::memory_order_acquire); }

private:
  State copyState() const;

  mutable std::mutex mutex_; ///< guards state_
  State state_;
  std::atomic<bool> mayBeInGraph_ = false;
};

/// The markers of the events of a wait list that are not known to be reached.
/// Errors: UR_RESULT_ERROR_INVALID_EVENT_WAIT_LIST if count and list disagree or an event is null,
/// UR_RESULT_ERROR_GRAPH_INTERNAL_EVENT.
Result<Markers> collectWaits(uint32_t count, const ur_event_handle_t *events);

} // namespace ursa::cuda

struct ur_event_handle_t_ : ursa::cuda::Event {
  using Event::Event;
};
