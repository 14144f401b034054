// Recorded work: commands that are executed repeatedly, those of command buffers and of captured
// graphs. They become CUDA graphs. Commands that those cannot have, such as waits for UR events,
// lie between them, and each execution submits all to one stream in the order of recording. Behind
// a host task, and where commands hold one, they are enqueued as commands that may be held back.
#pragma once

#include "adapters/common/graph.h"
#include "adapters/cuda/graph/native_graph.h"
#include "adapters/cuda/image/sampler.h"
#include "adapters/cuda/memory/memory.h"
#include "adapters/cuda/program/kernel.h"

namespace ursa::cuda {

/// The types and functions that adapters/common uses for command buffers and captured graphs.
struct Recordings : adapter::HandleTypes {
  using Work = const cuda::Work;

  static Result<void> checkWaitable(const ur_event_handle_t_ &event);
  static ur_event_handle_t makeSignal(ur_context_handle_t context, ur_command_t type,
                                      bool profiled);
  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.name; }
  static bool isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index);
  static bool mayBeLocal(const ur_kernel_handle_t_ *kernel, uint32_t index);
  static WorkResult makeLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                               const adapter::NdRange &range,
                               std::span<const ur_exp_kernel_arg_properties_t> arguments);
  /// @{ Around the application's function that adds commands by the driver's functions.
  static void beginNative(ur_exp_command_buffer_handle_t_ &buffer);
  static WorkResult endNative(ur_exp_command_buffer_handle_t_ &buffer);
  /// @}
  /// Makes the graphs. Where that fails, commands are submitted one by one.
  static void onFinalize(ur_exp_command_buffer_handle_t_ &buffer);

  static bool mayBeInGraph(const ur_event_handle_t_ &event);
  static adapter::CapturedPoint capturedPointOf(const ur_event_handle_t_ &event);
  static void signalBy(ur_event_handle_t_ &event, const adapter::CapturedPoint &point);
  /// A graph has commands of one device.
  static Result<void> checkJoins(const ur_exp_graph_handle_t_ &graph,
                                 const ur_queue_handle_t_ &queue);
  static Result<ur_exp_executable_graph_handle_t>
  makeExecutable(const ur_exp_graph_handle_t_ &graph);
};
using RecordedCommands = std::vector<adapter::RecordedCommand<Recordings>>;

/// Submits recorded commands to streams. Not thread safe.
class RecordedWork {
public:
  /// Makes the graphs. Where that fails, commands are submitted one by one. Call it once, before
  /// the first execution.
  /// @param what is recorded, for the log
  void make(NativeContext &native, const RecordedCommands &commands, const char *what);
  /// Takes over what updates changed. The driver's context is current.
  Result<void> refresh(NativeContext &native, const RecordedCommands &commands);
  /// Enqueues an execution, which begins when the one before is complete. On failure the output
  /// parameters are unchanged.
  /// @param commands those of which it was made
  /// @param isProfiled record times even if the queue does not
  Result<void> enqueue(const EnqueueParameters &parameters, const RecordedCommands &commands,
                       bool isProfiled);

private:
  /// Commands in a row, of which only the first waits for events, and only the last signals one.
  struct Part {
    std::vector<uint32_t> commands; ///< indices
    /// The commands that have work, as graphs see it, and their indices.
    std::vector<GraphWork> works;
    std::vector<uint32_t> indices;
    std::shared_ptr<NativeGraph> graph; ///< null: the works are submitted one by one
  };
  class Execution;
  class SteppedExecution;

  static std::vector<Part> partsOf(const RecordedCommands &commands);
  static void listWorks(const RecordedCommands &commands, Part &part);
  static Result<void> submitPart(const Part &part, Submission &at);
  /// Returns what submits a part as it is now; null if it has no work.
  static WorkPointer workOf(const Part &part);
  /// Returns whether the last execution, or a part of it, is held back.
  bool isHeld() const;
  /// Returns whether an execution may have to be held back. The queue's mutex is held.
  bool mayHold(const ur_queue_handle_t_ &queue, const Markers &after) const;
  void makeGraph(NativeContext &native, Part &part) const;
  Result<void> refresh(NativeContext &native, const RecordedCommands &commands, Part &part);
  /// Lets the next execution wait for the last one, whose graph it may not have.
  Result<void> markLast();

  std::vector<Part> parts_;
  MarkerPointer last_;       ///< after the last execution; null if the driver knows its order
  StreamPointer lastStream_; ///< of the last execution in that case
  const char *what_ = "";
};

} // namespace ursa::cuda
