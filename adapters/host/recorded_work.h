// Recorded work: commands with their order among each other, made once and run again and again.
// What command buffers and graphs are made of.
//
// An execution is a marker to begin with, the commands, and a marker that is complete when all of
// them are. The markers are what the queue sees: the first waits as the queue demands, the last one
// is in the queue for all.
#pragma once

#include "adapters/common/recorded_launch.h"
#include "adapters/host/kernel.h"
#include "adapters/host/memory.h"
#include "adapters/host/sampler.h"
#include "adapters/host/scheduler.h"

#include <span>

namespace ursa::host {

/// What adapters/common keeps recordings of.
struct Recordings {
  using Work = host::Work;
  using Context = ur_context_handle_t_;
  using Event = ur_event_handle_t_;
  using Kernel = ur_kernel_handle_t_;
  using Memory = ur_mem_handle_t_;
  using Sampler = ur_sampler_handle_t_;

  static Result<void> checkPlace(ur_context_handle_t context, ur_device_handle_t device);
  static Result<void> checkWaitable(const ur_event_handle_t_ &event);
  static ur_event_handle_t makeSignal(ur_context_handle_t context, ur_command_t type,
                                      bool profiled);
  static const std::string &nameOf(const ur_kernel_handle_t_ *kernel);
  static bool isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index);
  static Result<std::unique_ptr<Work>>
  makeLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
             const adapter::LaunchShape &shape,
             std::span<const ur_exp_kernel_arg_properties_t> arguments);
  static ur_exp_command_buffer_handle_t make(ur_context_handle_t context, ur_device_handle_t device,
                                             const ur_exp_command_buffer_desc_t &description);
};
using RecordedCommand = adapter::RecordedCommand<Recordings>;

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
