// Recorded work: commands with their order among each other, made once and run again and again.
// What command buffers and graphs are made of.
//
// An execution is a marker to begin with, the commands, and a marker that is complete when all of
// them are. The markers are what the queue sees: the first waits as the queue demands, the last one
// is in the queue for all.
#pragma once

#include "adapters/host/scheduler.h"

#include <span>

namespace ursa::host {

struct RecordedCommand {
  ur_command_t type = UR_COMMAND_EVENTS_WAIT;
  std::shared_ptr<Work> work;  ///< null for a command that does nothing but wait
  std::vector<uint32_t> after; ///< commands before this one that it waits for
  /// Events from elsewhere that it waits for; of reusable ones, the command that signals them when
  /// the execution is enqueued.
  std::vector<adapter::Ref<ur_event_handle_t_>> waitList;
  adapter::Ref<ur_event_handle_t_> signals; ///< a reusable event, or null
};

/// One execution, from its making until it is started.
class RecordedExecution {
public:
  /// Makes and links the commands of an execution and puts it into the queue, where it waits until
  /// it is started. Events that commands signal stand for this execution from now on.
  ///
  /// @param commands live until the constructor returns; what they hold lives as long as it takes
  /// @param profiled keep the times of the commands
  /// @param previous another execution that must be complete before; null for none
  RecordedExecution(const EnqueueParameters &parameters, std::span<const RecordedCommand> commands,
                    bool profiled, ur_event_handle_t previous);

  /// Lets it run. Callbacks may be called, so that no lock may be held.
  void start();

  /// The command that is complete when the execution is.
  const adapter::Ref<ur_event_handle_t_> &end() const { return end_; }

private:
  adapter::Ref<ur_event_handle_t_> begin_;
  adapter::Ref<ur_event_handle_t_> end_;
  std::vector<adapter::Ref<ur_event_handle_t_>> commands_;
};

} // namespace ursa::host
