// Recorded work: commands and their dependencies, created once and executed repeatedly. Command
// buffers and graphs consist of it.
//
// An execution consists of a begin marker, the commands, and an end marker that completes when all
// commands are complete. The queue sees only the markers: the begin marker waits for what the queue
// requires, the end marker represents the execution in the queue.
#pragma once

#include "adapters/common/graph.h"
#include "adapters/common/recorded_launch.h"
#include "adapters/host/image/sampler.h"
#include "adapters/host/memory/memory.h"
#include "adapters/host/program/kernel.h"
#include "adapters/host/queue/enqueue.h"

#include <span>

namespace ursa::host {

/// Traits of this adapter for the recordings of adapters/common.
struct Recordings : adapter::HandleTypes {
  using Work = host::Work;

  static Result<void> checkDeviceInContext(const Context &context, ur_device_handle_t device);
  static Result<void> checkWaitable(const ur_event_handle_t_ &event);
  static ur_event_handle_t makeSignal(ur_context_handle_t context, ur_command_t type,
                                      bool profiled);
  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.info.name; }
  static bool isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index);
  static bool mayBeInGraph(const ur_event_handle_t_ &event) { return event.reusable != nullptr; }
  static adapter::CapturedPoint capturedPointOf(const ur_event_handle_t_ &event);
  static void signalBy(ur_event_handle_t_ &event, const adapter::CapturedPoint &point);
  static Result<ur_exp_executable_graph_handle_t>
  makeExecutable(const ur_exp_graph_handle_t_ &graph);
  static WorkResult makeLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                               const adapter::NdRange &range,
                               std::span<const ur_exp_kernel_arg_properties_t> arguments);
};
using RecordedCommand = adapter::RecordedCommand<Recordings>;

/// One execution, from its creation until it is started.
class RecordedExecution {
public:
  /// Creates the commands of an execution, adds their dependencies and enqueues them; they wait for
  /// start(). From now on, the reusable events of the commands refer to this execution.
  ///
  /// @param commands must be valid until the constructor returns; the execution retains their work
  /// @param profiled record the times of the commands
  /// @param previous an execution that must complete before this one; null for none
  RecordedExecution(const EnqueueParameters &parameters, std::span<const RecordedCommand> commands,
                    bool profiled, ur_event_handle_t previous);

  /// Releases the commands. No lock may be held, because callbacks may be called.
  void start();

  /// The end marker: completes with the execution.
  const adapter::Ref<ur_event_handle_t_> &end() const { return end_; }

private:
  adapter::Ref<ur_event_handle_t_> begin_;
  adapter::Ref<ur_event_handle_t_> end_;
  std::vector<adapter::Ref<ur_event_handle_t_>> commands_;
};

} // namespace ursa::host
